"""What a bot can do wrong, in one closed vocabulary; what goes wrong on the platform's side.

    BotFault        a result: the seat is charged with it and the match goes on
    PlatformError   no result: the match is void and is played again, nobody is charged

A fault that ends its bot (`ENDING`) leaves nothing to talk to; any other costs a strike.
"""

import re
from collections.abc import Mapping
from typing import NamedTuple

STRIKES = 3
"""With this many faults a seat is out."""

FAULTS: Mapping[str, str] = {
    "protocol:invalid_utf8": "the line is not UTF-8",
    "protocol:invalid_json": "the line is not JSON",
    "protocol:not_an_object": "the line is not a JSON object",
    "protocol:too_deep": "the JSON is nested too deeply",
    "protocol:number_range": "an integer is beyond 2^53 - 1",
    "protocol:non_finite": "a number is not finite",
    "protocol:duplicate_key": "an object has the same key twice",
    "protocol:bad_string": "a string holds a NUL or half a surrogate pair",
    "protocol:missing_field": "a field that must be there is missing",
    "protocol:bad_field": "a field holds what it cannot hold",
    "protocol:wrong_id": "the answer is to another ask",
    "protocol:early_output": "there was output before anything was asked",
    "protocol:extra_output": "there was more output after the answer",
    "illegal_choice": "the choice is not among the options",
    "timeout:start": "the bot was not ready in time",
    "timeout:cpu": "the answer took more time than its budget and the bank held",
    "timeout:wall": "no answer came before the wall-clock cap",
    "timeout:match": "the seat's waiting time for the whole match is used up",
    "memory_limit": "the bot used more memory than it may",
    "output_limit:line": "a line is too long",
    "output_limit:stdout": "the bot wrote too much in one match",
    "output_limit:stderr": "the bot wrote too much to its log",
}
"""Every fault but crashes, with its meaning."""

ENDING = re.compile(r"crash:.*|memory_limit|output_limit:.*|timeout:start|timeout:match")
"""Faults after which there is no bot left to ask."""

_CRASH = re.compile(r"crash:(exit \d{1,3}|SIG[A-Z0-9+]+)")


def meaning(fault: str) -> str | None:
    """What the fault says, in words; None when it is no word of the vocabulary."""
    if _CRASH.fullmatch(fault):
        return f"the bot's process ended ({fault.removeprefix('crash:')})"
    return FAULTS.get(fault)


def ends_the_bot(fault: str) -> bool:
    """Whether nothing is left to ask after this fault."""
    return ENDING.fullmatch(fault) is not None


class Spent(NamedTuple):
    """Seconds one answer took: those charged, those of the CPU, those of the wall clock."""

    charged: float = 0.0
    cpu: float = 0.0
    wall: float = 0.0


class BotFault(Exception):
    """A bot did wrong: which fault, how it looked, and the time until it was noticed."""

    def __init__(self, fault: str, detail: str = "", spent: Spent | None = None) -> None:
        if meaning(fault) is None:
            raise ValueError(f"{fault!r} is not in the vocabulary of faults")
        super().__init__(f"{fault}: {detail}" if detail else fault)
        self.fault = fault
        self.detail = detail or str(meaning(fault))
        self.spent = spent or Spent()


class PlatformError(Exception):
    """The platform did wrong: the match is void, and no bot is charged with anything."""
