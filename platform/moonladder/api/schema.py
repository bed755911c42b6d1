"""The schema of the API: OpenAPI 3, made from the endpoints by drf-spectacular."""

from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema

NAMED: dict[str, dict[str, Any]] = {
    "game": {"description": "The game's name.", "example": "shamans"},
    "slug": {"description": "The ladder's name in addresses.", "example": "shamans"},
    "owner": {"description": "Whose bot it is.", "example": "ada"},
    "name": {"description": "The bot's name.", "example": "lunatic"},
    "message": {"description": "The message's name.", "example": "ask"},
    "one": {"example": "ada/lunatic"},
    "other": {"example": "bob/tide"},
    "number": {"description": "The number of the version or match.", "example": 1},
    "audience": {"description": "`all`, `public`, or a seat: `seat-0`.", "example": "public"},
    "id": {"description": "The token's `id`.", "example": 7},
    "bot": {"example": "ada/lunatic"},
    "seat": {"example": 0},
}
"""What parameters mean, and a value of each for examples."""

NUMBER = {"type": "integer", "minimum": 1, "maximum": 999_999_999}


class Described(AutoSchema):
    """What drf-spectacular cannot see: whom permissions let in."""

    def get_auth(self) -> list[dict[str, Any]]:
        permissions = self.view.get_permissions()
        found: list[dict[str, Any]] = super().get_auth()
        if not all(permission.takes_tokens(self.method) for permission in permissions):
            found = [each for each in found if "token" not in each]
        if all(permission.takes_strangers(self.method) for permission in permissions):
            found = [*found, {}]
        return found


def complete(
    result: dict[str, Any], generator: object, request: object, public: bool
) -> dict[str, Any]:
    """Say what parameters of addresses mean, and that bodies hold nothing but what they name."""
    for operations in result["paths"].values():
        for operation in operations.values():
            for parameter in operation.get("parameters", ()):
                _explain(parameter)
    for name, shape in result["components"]["schemas"].items():
        if name.endswith("BodyRequest"):
            shape["additionalProperties"] = False
    return result


def _explain(parameter: dict[str, Any]) -> None:
    known = NAMED.get(parameter["name"], {})
    if parameter["in"] == "path":
        parameter.update(known)
        is_number = isinstance(known.get("example"), int)
        parameter["schema"] = NUMBER if is_number else {"type": "string", "pattern": "^[-\\w]+$"}
    elif parameter.get("required"):
        parameter["example"] = known["example"]


@cache
def api_schema() -> dict[str, Any]:
    """The whole schema; it does not change while the site runs."""
    schema: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return schema
