"""The bot's side of the protocol, for bots in Python. Copy this file beside your bot if you like.

    from moonladder_bot import Ask, Bot, run

    class Careful(Bot):
        def choose(self, ask: Ask) -> int:
            return ask["default"]

    run(Careful)

Standard library only, so that it works in every box. Whatever a bot prints goes to its log:
standard output is kept for answers.
"""

import json
import random
import sys
from typing import Any, NamedTuple

Ask = dict[str, Any]
"""A decision: id, kind, options, default, view, events and clock, as docs/2-protocol.md says."""
Beliefs = list[dict[str, float] | None]
"""Per seat None, or how likely it holds each role (or belongs to each faction)."""


class Answer(NamedTuple):
    """A choice with something to remember beside it: only the bot's owner sees note and beliefs."""

    choice: int
    note: str | None = None
    beliefs: Beliefs | None = None


class Bot:
    """One seat in one match. Override `choose`; `start` has all that was said at the beginning."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.start = start
        self.seat: int = start["seat"]
        self.seats: int = start["seats"]
        self.random = random.Random(start["seed"])
        """Dice that roll the same in every replay of the match."""

    def choose(self, ask: Ask) -> int | Answer:
        """The index of one of `ask["options"]`, alone or in an `Answer`."""
        raise NotImplementedError

    def over(self, message: dict[str, Any]) -> None:
        """Called with how the match ended, in case the bot wants to log it."""


def run(bot_class: type[Bot]) -> None:
    """Play one match over standard input and output."""
    answers, sys.stdout = sys.stdout, sys.stderr
    bot: Bot | None = None
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "start":
            bot = bot_class(message)
            print('{"type":"ready"}', file=answers, flush=True)
        elif message["type"] == "ask" and bot is not None:
            print(encode(message["id"], bot.choose(message)), file=answers, flush=True)
        elif message["type"] == "over" and bot is not None:
            bot.over(message)


def encode(number: int, answer: int | Answer) -> str:
    """The line that answers the ask of that number."""
    choice, note, beliefs = answer if isinstance(answer, Answer) else Answer(answer)
    line: dict[str, Any] = {"id": number, "choice": choice}
    if note is not None:
        line["note"] = note
    if beliefs is not None:
        line["beliefs"] = beliefs
    return json.dumps(line, separators=(",", ":"))
