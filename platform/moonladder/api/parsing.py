"""JSON as the API reads it: UTF-8, every name once, no numbers that JSON does not have."""

import json
from collections.abc import Mapping
from typing import IO, Any, NoReturn

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

SHOWN = 40
"""So much of a name is repeated to whoever sent it."""


class StrictJson(BaseParser):
    """What could be understood in two ways is not understood."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            said = json.loads(
                stream.read().decode(),
                object_pairs_hook=_each_once,
                parse_constant=_refuse_constant,
            )
            _refuse_halves(said)
            return said
        except RecursionError:
            raise ParseError("The body is nested too deep: no value here needs that.") from None
        except ValueError as error:
            raise ParseError(f"The body is not read as JSON: {error}.") from None


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object; of a name that is there twice one value would be lost without a word."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"{name[:SHOWN]!r} is there twice, send it once")
        found[name] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _refuse_halves(said: Any) -> None:
    """Half a character comes in by an escape, and could neither be kept nor be told back."""
    try:
        json.dumps(said, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        raise ValueError("an escape stands for half a character, send the other half") from None
