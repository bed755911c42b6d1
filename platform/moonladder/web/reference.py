"""The reference of the API as a page, made from its schema: what that says is shown here."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.safestring import SafeString
from django.views.decorators.http import require_safe

from moonladder.api.schema import api_schema
from moonladder.web.pasting import Asked
from moonladder.web.pieces import coded

Described = Mapping[str, Any]
"""A part of the schema."""

BY_EVERY = {
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.LENGTH_REQUIRED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
    HTTPStatus.TOO_MANY_REQUESTS,
}
"""How any of them may refuse: the page says it once."""


BROWSERS = "whoever is logged in with a browser"
"""Who may ask where a token may not."""


@dataclass(frozen=True)
class Value:
    """Something with a name: a parameter, or a value of a body or of an answer."""

    name: str
    kind: str
    about: SafeString
    is_required: bool
    place: str = ""
    """Of a parameter: in the `path`, or behind the `?`, the `query`."""


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked of the API."""

    name: str
    summary: str
    about: SafeString
    method: str
    address: str
    who: str
    parameters: tuple[Value, ...]
    body: tuple[Value, ...]
    status: str
    answer: tuple[Value, ...]
    example: str
    refuses: tuple[str, ...]
    curl: str
    """A line to paste; as the lines in Python, empty where only browsers may ask."""
    python: str


@require_safe
def reference(request: HttpRequest) -> HttpResponse:
    """Every operation, by subject."""
    site = request.build_absolute_uri("/").rstrip("/")
    return render(request, "web/reference.html", {"subjects": subjects(site), "site": site})


@lru_cache(maxsize=4)  # a site may have several names
def subjects(site: str) -> dict[str, list[Operation]]:
    """The operations of each subject, in the order of their addresses."""
    found: dict[str, list[Operation]] = {}
    for address, methods in api_schema()["paths"].items():
        for method, described in methods.items():
            (subject,) = described["tags"]
            found.setdefault(subject, []).append(_operation(site, address, method, described))
    return found


def _operation(site: str, address: str, method: str, described: Described) -> Operation:
    status, answer = _success(described["responses"])
    contents: Described = answer.get("content", {})
    kind = next(iter(contents), "")
    content: Described = contents.get(kind, {})
    who = _who(described["security"])
    asked = _asked(site, address, method, described) if who != BROWSERS else None
    return Operation(
        name=described["operationId"],
        summary=described["summary"],
        # The view's words are about what it shows; what else it does, the summary says.
        about=coded(described.get("description", "") if method == "get" else ""),
        method=method.upper(),
        address=address,
        who=who,
        parameters=tuple(_parameters(address, described)),
        body=tuple(_values(_body(described).get("schema", {}))),
        status=f"{status} {HTTPStatus(int(status)).phrase}",
        answer=tuple(_values(content.get("schema", {}))),
        example=_written(content) if kind == "application/json" else kind,
        refuses=tuple(_refusals(described["responses"])),
        curl=asked.curl() if asked else "",
        python=asked.python() if asked else "",
    )


def _success(responses: Described) -> tuple[str, Described]:
    """What it answers when all is well."""
    return next((status, each) for status, each in responses.items() if status.startswith("2"))


def _who(security: list[Described]) -> str:
    """Who may ask, in words."""
    ways = [name for each in security for name in each]
    if {} in security:
        return "everybody, without a token"
    return "whoever shows a token" if "token" in ways else BROWSERS


def _parameters(address: str, described: Described) -> Iterator[Value]:
    """Those in the address as they follow one another in it, then those behind it."""
    order = re.findall(r"{(\w+)}", address)
    found = {each["name"]: each for each in described.get("parameters", ())}
    names = [*order, *(name for name in found if name not in order)]
    for name in names:
        each = found[name]
        about, kind = each.get("description", ""), _kind(each["schema"])
        yield Value(name, kind, coded(about), each.get("required", False), each["in"])


def _values(shape: Described, before: str = "") -> Iterator[Value]:
    """What is in an object, and in the objects in it."""
    shape = _resolved(shape)
    required = shape.get("required", ())
    for name, each in shape.get("properties", {}).items():
        about = each.get("description", "") or _resolved(each).get("description", "")
        is_list = _resolved(each).get("type") == "array"
        full = f"{before}{name}{'[]' if is_list else ''}"
        yield Value(full, _kind(each), coded(_first_line(about)), name in required)
        inner = _resolved(each).get("items", each) if is_list else each
        yield from _values(inner, f"{full}.")


def _first_line(text: str) -> str:
    """Without the list of choices that the schema adds, which the kind tells."""
    return text.partition("\n")[0]


def _resolved(shape: Described) -> Described:
    """The shape itself, where the schema refers to it or wraps it."""
    for whole in shape.get("allOf", shape.get("oneOf", ()))[:1]:
        return {**_resolved(whole), **{k: v for k, v in shape.items() if k == "description"}}
    if "$ref" not in shape:
        return shape
    name = shape["$ref"].rpartition("/")[2]
    return _resolved(api_schema()["components"]["schemas"][name])


def _kind(shape: Described) -> str:
    """What a value is, in a word or two."""
    known = _resolved(shape)
    kind = str(known.get("type", "anything"))
    if "enum" in known:
        kind = " or ".join(str(each) for each in known["enum"])
    elif kind == "array":
        kind = f"list of {_kind(known['items'])}"
    elif known.get("format") in ("date-time", "binary", "uri"):
        kind = {"date-time": "time", "binary": "file", "uri": "address"}[known["format"]]
    bounds = [str(known[end]) for end in ("minimum", "maximum") if end in known]
    kind += f" from {bounds[0]} to {bounds[1]}" if len(bounds) == 2 else ""
    return f"{kind} or null" if shape.get("nullable") or known.get("nullable") else kind


def _body(described: Described) -> Described:
    """What is sent, of the one kind that is read."""
    return next(iter(described.get("requestBody", {}).get("content", {}).values()), {})


def _written(content: Described) -> str:
    """The example of an answer or body, as JSON that can be read."""
    return json.dumps(_example(content), indent=2, ensure_ascii=False)


def _example(content: Described) -> Any:
    for each in content.get("examples", {}).values():
        return each["value"]
    return {}


def _refusals(responses: Described) -> Iterator[str]:
    """How it refuses, beside how all do."""
    for status in responses:
        if status.startswith("4") and HTTPStatus(int(status)) not in BY_EVERY:
            yield f"{status} {HTTPStatus(int(status)).phrase}"


def _asked(site: str, address: str, method: str, described: Described) -> Asked:
    """The operation with the values of its examples."""
    needed = [each for each in described.get("parameters", ()) if each.get("required")]
    query = "&".join(f"{each['name']}={each['example']}" for each in needed if _is_query(each))
    where = site + address.format(**{each["name"]: each["example"] for each in needed})
    kinds = described.get("requestBody", {}).get("content", {})
    return Asked(
        method=method,
        address=f"{where}?{query}" if query else where,
        with_token={} not in described["security"],
        with_file="multipart/form-data" in kinds,
        body=_example(_body(described)) if "application/json" in kinds else None,
    )


def _is_query(parameter: Described) -> bool:
    return bool(parameter["in"] == "query")


urlpatterns = [path("docs/api/reference/", reference, name="reference")]
