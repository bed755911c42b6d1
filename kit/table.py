"""Where the referee meets bots in boxes: opens them, and speaks for each in the referee's words.

A box's channel and the referee's transport have the same methods and the same verdicts, on purpose.
What differs is whose exceptions are raised: what a bot does wrong stays the bot's, what goes wrong
with its box is the platform's, and neither ever becomes the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple

import sandbox
from engine.clock import Deadline
from engine.faults import BotFault, PlatformError, Spent
from engine.kernel import Json
from engine.transport import Reply
from kit.entrants import Entrant

TOLD = ("memory_mib", "cpu_cores", "pids", "tmp_mib", "line_kib", "stdout_kib", "stderr_kib")
"""The limits that bots are told of when a match starts."""


class Boxed:
    """A bot in a box, as a player at the referee's table."""

    def __init__(self, channel: sandbox.Channel) -> None:
        self._channel = channel

    def send(self, line: bytes) -> None:
        with _in_the_referees_words():
            self._channel.send(line)

    def receive(self, deadline: Deadline) -> Reply:
        with _in_the_referees_words():
            line, spent, more = self._channel.receive(sandbox.Deadline(*deadline))
        return Reply(line, _spent(spent), more)

    def unasked(self) -> list[bytes]:
        with _in_the_referees_words():
            return self._channel.unasked()

    def usage(self) -> dict[str, Json]:
        with _in_the_referees_words():
            return self._channel.usage().as_json()

    def close(self) -> None:
        with _in_the_referees_words():
            self._channel.close()

    def in_all(self) -> sandbox.Usage:
        """What the bot used; all of it, with the last of its log, once it is closed."""
        return self._channel.usage()


@contextmanager
def _in_the_referees_words() -> Iterator[None]:
    try:
        yield
    except sandbox.BotFault as fault:
        raise BotFault(fault.verdict, fault.sentence, _spent(fault.spent)) from None
    except sandbox.SandboxError as error:
        raise PlatformError(str(error)) from error


def _spent(spent: sandbox.Spent) -> Spent:
    return Spent(spent.charged, spent.cpu, spent.wall)


class Ground(NamedTuple):
    """How bots are run on this machine, and what their author should know about it."""

    backend: sandbox.Backend
    warning: str = ""


def ground(*, unsandboxed: bool = False) -> Ground:
    """The best isolation this machine has; plain processes if it has none, or if so wished."""
    if unsandboxed:
        return Ground(sandbox.backend("process"), f"as you asked, {_PLAIN}")
    try:
        return Ground(sandbox.default_backend())
    except sandbox.Unavailable as error:
        warning = f"{error}, so {_PLAIN}; `moonladder doctor` says what to install"
        return Ground(sandbox.backend("process"), warning)


_PLAIN = "bots run as plain processes, with your files, your network and no limits but time"


def limits_for(entrants: Sequence[Entrant]) -> sandbox.Limits:
    """The same for all at a table: what the hungriest of their languages needs."""
    usual = sandbox.Limits().memory_mib
    return sandbox.Limits(memory_mib=max([usual, *(e.runtime.memory_mib for e in entrants)]))


def told(limits: sandbox.Limits) -> dict[str, Json]:
    """The limits as bots are told them."""
    return {name: getattr(limits, name) for name in TOLD}


def limits_from(told: Mapping[str, Json]) -> sandbox.Limits:
    """The limits that bots were told of in a match of the past; what was not told is as usual."""
    known = {name: told[name] for name in TOLD if type(told.get(name)) in (int, float)}
    return sandbox.Limits(**known)


def start(entrant: Entrant, backend: sandbox.Backend, limits: sandbox.Limits) -> Boxed:
    """That bot in a box of its own."""
    return Boxed(sandbox.open(entrant.built, entrant.runtime, limits, backend=backend))


@contextmanager
def started(
    entrants: Sequence[Entrant], backend: sandbox.Backend, limits: sandbox.Limits | None = None
) -> Iterator[list[Boxed]]:
    """All of them, each in a box of its own, closed in the end whatever happens."""
    limits = limits or limits_for(entrants)
    with ExitStack() as table:
        boxes = []
        for entrant in entrants:
            boxes.append(start(entrant, backend, limits))
            table.callback(boxes[-1].close)
        yield boxes
