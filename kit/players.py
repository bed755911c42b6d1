"""Who sits at a local match: bots in boxes, and the person at the terminal."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import sandbox
from engine.console import Console
from engine.spec import GameSpec
from engine.transport import Transport
from kit.entrants import Entrant
from kit.table import Boxed, started

CONSOLE = "console"
"""Typed for a bot: the person at this terminal."""


class Player(NamedTuple):
    """One seat's player."""

    name: str
    signature: str
    """As records have it."""
    transport: Transport
    box: Boxed | None = None
    """None for whoever needs none."""

    @property
    def usage(self) -> sandbox.Usage | None:
        """What its bot used, in all once it is closed."""
        return self.box.in_all() if self.box else None


@contextmanager
def seated(
    words: Sequence[str],
    entrants: Sequence[Entrant],
    spec: GameSpec,
    backend: sandbox.Backend,
    limits: sandbox.Limits,
) -> Iterator[list[Player]]:
    """A player for each word; `entrants` are the bots among them, in order."""
    with started(entrants, backend, limits) as boxes:
        bots = iter(
            Player(entrant.name, entrant.signature, box, box)
            for entrant, box in zip(entrants, boxes, strict=True)
        )
        yield [
            Player(CONSOLE, CONSOLE, Console(spec)) if word == CONSOLE else next(bots)
            for word in words
        ]
