"""What bots write, read strictly: an answer comes out, or a fault that names what is wrong.

The usual short answer is recognised by one regular expression; everything else goes through the
standard library's parser with the checks it lacks. Both give the same (a test holds them to it).
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import NoReturn

from engine.faults import BotFault
from engine.kernel import Json
from engine.protocol.messages import NOTE_LENGTH, Answer
from engine.rng import MAX_SEED

LINE_BYTES = 64 * 1024
"""The longest line a bot may write."""
DEPTH = 32
"""How deeply objects and lists may be nested."""
MAX_INTEGER = MAX_SEED
"""The largest integer that every JSON reader holds exactly."""
QUOTED = 80
"""Bytes of a bad line that are quoted in the fault."""
SUM_TOLERANCE = 0.01
"""How far the probabilities for one seat may be from one together."""

_USUAL = re.compile(rb'\{"id": ?([1-9]\d{0,14}), ?"choice": ?(0|[1-9]\d{0,8})\}\r?')
# Possessive, and content with a string that never ends: the time stays linear in the line.
_BRACKETS = re.compile(r'"(?:[^"\\]+|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


_UNFIT = re.compile("[\0\ud800-\udfff]")


class _Refusal(ValueError):
    """Raised inside the parser, which does not know the line: the fault, and what is wrong."""

    def __init__(self, fault: str, detail: str) -> None:
        super().__init__(fault, detail)
        self.fault, self.detail = fault, detail


def refuse(fault: str, detail: str, line: bytes) -> NoReturn:
    """Raise the fault, quoting the line so that nothing in it can do harm where it is shown."""
    shown = ascii(line[:QUOTED])[2:-1]
    more = "..." if len(line) > QUOTED else ""
    raise BotFault(fault, f"{detail}: {shown}{more}")


def parse(line: bytes) -> dict[str, Json]:
    """The JSON object in a line, or a fault."""
    if len(line) > LINE_BYTES:
        refuse("output_limit:line", f"a line of more than {LINE_BYTES} bytes", line)
    try:
        text = line.decode("utf-8")
    except UnicodeDecodeError as error:
        refuse("protocol:invalid_utf8", f"byte {error.start} is not UTF-8", line)
    if not text.strip(" \t\r\n"):
        refuse("protocol:not_an_object", "an empty line", line)
    if _too_deep(text):
        refuse("protocol:too_deep", f"nested deeper than {DEPTH}", line)
    try:
        message = _strict.decode(text)
        if "\\u" in text:
            _check_strings(message)
    except json.JSONDecodeError as error:
        # The parser refuses control characters inside strings; a NUL among them has its own name.
        nul = error.msg.startswith("Invalid control") and text[error.pos] == "\0"
        fault = "protocol:bad_string" if nul else "protocol:invalid_json"
        refuse(fault, f"{error.msg} at column {error.colno}", line)
    except _Refusal as refusal:
        refuse(refusal.fault, refusal.detail, line)
    if type(message) is not dict:
        refuse("protocol:not_an_object", "expected an object", line)
    return message


def _too_deep(text: str) -> bool:
    """Whether brackets outside strings are nested too deeply; a few brackets never are."""
    if text.count("[") + text.count("{") <= DEPTH:
        return False
    depth = 0
    for token in _BRACKETS.finditer(text):
        if token[0] in "[{":
            depth += 1
            if depth > DEPTH:
                return True
        elif token[0] in "]}":
            depth -= 1
    return False


def _integer(digits: str) -> int:
    if len(digits) > 17 or abs(int(digits)) > MAX_INTEGER:
        raise _Refusal("protocol:number_range", "an integer beyond 2^53 - 1")
    return int(digits)


def _number(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number):
        raise _Refusal("protocol:non_finite", "a number too large for a float")
    return number


def _constant(name: str) -> NoReturn:
    raise _Refusal("protocol:non_finite", f"{name} is not JSON")


def _object(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _Refusal("protocol:duplicate_key", "an object has a key twice")
    return made


_strict = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_integer, parse_float=_number, parse_constant=_constant
)


def _check_strings(value: Json) -> None:
    """Only escapes can bring in what UTF-8 and the parser keep out."""
    if any(map(_UNFIT.search, _strings(value))):
        raise _Refusal("protocol:bad_string", "a NUL or half a surrogate pair in a string")


def _strings(value: Json) -> Iterator[str]:
    if type(value) is str:
        yield value
    elif type(value) is dict:
        for key, item in value.items():
            yield key
            yield from _strings(item)
    elif type(value) is list:
        for item in value:
            yield from _strings(item)


def read_ready(line: bytes) -> None:
    """Accept the answer to `start`, or raise the fault."""
    message = parse(line)
    if "type" not in message:
        refuse("protocol:missing_field", 'expected {"type": "ready"}', line)
    if message["type"] != "ready":
        refuse("protocol:bad_field", 'expected {"type": "ready"}', line)


class AnswerReader:
    """Reads the answers of one match."""

    def __init__(self, seats: int, roles: Mapping[str, str]) -> None:
        self._seats = seats
        self._vocabularies = (frozenset(roles), frozenset(roles.values()))

    def read(self, line: bytes, number: int, options: int) -> Answer:
        """The answer to the ask of that number with so many options, or a fault."""
        usual = _USUAL.fullmatch(line)
        if usual is not None:
            answer = Answer(int(usual[1]), int(usual[2]))
        else:
            answer = self._read_strictly(line)
        if answer.id != number:
            refuse("protocol:wrong_id", f"expected an answer to ask {number}", line)
        if answer.choice >= options or answer.choice < 0:
            refuse("illegal_choice", f"expected a choice from 0 to {options - 1}", line)
        return answer

    def _read_strictly(self, line: bytes) -> Answer:
        message = parse(line)
        for name in ("id", "choice"):
            if name not in message:
                refuse("protocol:missing_field", f"expected the field {name}", line)
            if type(message[name]) is not int:
                refuse("protocol:bad_field", f"{name} must be an integer", line)
        answer = Answer(message["id"], message["choice"])
        if message.get("note") is not None:
            answer.note = _note(message["note"], line)
        if message.get("beliefs") is not None:
            answer.beliefs = self._beliefs(message["beliefs"], line)
        return answer

    def _beliefs(self, beliefs: Json, line: bytes) -> list[dict[str, float] | None]:
        if type(beliefs) is not list or len(beliefs) != self._seats:
            refuse("protocol:bad_field", f"beliefs must be a list of {self._seats} entries", line)
        if not all(belief is None or self._is_distribution(belief) for belief in beliefs):
            wanted = "null or the probability of each role or each faction"
            refuse("protocol:bad_field", f"a belief must be {wanted}", line)
        return [b and {name: float(p) for name, p in b.items()} for b in beliefs]

    def _is_distribution(self, belief: Json) -> bool:
        return (
            type(belief) is dict
            and any(names.issuperset(belief) for names in self._vocabularies)
            and all(type(p) in (int, float) and 0 <= p <= 1 for p in belief.values())
            and abs(sum(belief.values()) - 1) <= SUM_TOLERANCE
        )


def _note(note: Json, line: bytes) -> str:
    if type(note) is not str:
        refuse("protocol:bad_field", "note must be a string", line)
    return note[:NOTE_LENGTH]


def answered(line: bytes) -> int | None:
    """The id of the ask that a line answers; None when it answers nothing."""
    try:
        number = parse(line).get("id")
    except BotFault:
        return None
    return number if type(number) is int else None
