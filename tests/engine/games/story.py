"""Whole games told as the messages their seats get; run as a program, it prints a story's hash.

Every seat follows a policy that knows nothing but the bytes of its own message: whatever a seat
must not know can then change nothing it does.
"""

import hashlib
import sys
from collections.abc import Iterator
from importlib import import_module
from typing import NamedTuple

from engine.kernel import Game
from engine.protocol.briefing import Briefing
from engine.spec import GameSpec


class Moment(NamedTuple):
    """One decision: the seat asked, the message it got, the choice it made."""

    seat: int
    message: bytes
    choice: int


def pick(message: bytes, options: int) -> int:
    """A choice that depends on the bytes of the message and on nothing else."""
    return int.from_bytes(hashlib.sha256(message).digest()[:8], "big") % options


def moments(game: Game, seats: int) -> Iterator[Moment]:
    """Play the game to its end, decision by decision."""
    briefing = Briefing(game, seats)
    while game.ask is not None:
        seat, options = game.ask.seat, len(game.ask.options)
        message = briefing.ask()
        moment = Moment(seat, message, pick(message, options))
        yield moment
        game.choose(moment.choice)


def told(game: Game, seats: int) -> list[bytes]:
    """Everything all seats are told in one game, to the last message."""
    lines = [b"%d %b" % (moment.seat, moment.message) for moment in moments(game, seats)]
    assert game.outcome is not None
    briefing = Briefing(game, seats)
    return lines + [briefing.over(seat, game.outcome) for seat in range(seats)]


def digest(spec: GameSpec, seats: int, seed: int) -> str:
    """The hash of everything told in the game of that seed."""
    game = spec.new(seats=seats, seed=seed)
    return hashlib.sha256(b"\n".join(told(game, seats))).hexdigest()


if __name__ == "__main__":
    place, seats, seed = sys.argv[1:]
    module, attribute = place.split(":")
    print(digest(getattr(import_module(module), attribute), int(seats), int(seed)))
