"""The arithmetic of thinking time; the measuring is done where the bot runs.

Every answer has a budget of its own. What an answer takes beyond it comes out of a bank that lasts
the whole match. Seconds are charged seconds: the bot's CPU time, and time it merely lets pass, but
not time it waited for a busy machine. A wall-clock cap above both keeps a sleeper from holding the
table.
"""

from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

from engine.faults import BotFault, Spent

Seconds = Annotated[float, Meta(ge=0)]

START_WALL_FACTOR = 2.0
ANSWER_WALL_FACTOR = 3.0
ANSWER_WALL_GRACE_SECONDS = 1.0


class Clock(Struct, frozen=True):
    """The seconds a bot has; they count its own CPU time, and waiting or sleeping as well."""

    start_seconds: Annotated[Seconds, Meta(description="From `start` to `ready`.")]
    answer_seconds: Annotated[Seconds, Meta(description="For each answer, anew.")]
    bank_seconds: Annotated[
        Seconds, Meta(description="For whatever answers take beyond that, in the whole match.")
    ]
    match_seconds: Annotated[
        Seconds, Meta(description="By the wall clock, for all answers of the match together.")
    ]


STANDARD = Clock(start_seconds=5.0, answer_seconds=1.0, bank_seconds=10.0, match_seconds=300.0)
"""The clock of a match that names no other."""


class ClockLeft(Struct, frozen=True):
    """The seconds left for this answer: first its own, then whatever the bank still holds."""

    answer_seconds: Seconds
    bank_seconds: Seconds


class Deadline(NamedTuple):
    """When waiting ends, counted from the last line sent: charged seconds, and by the wall."""

    charged: float
    wall: float


class SeatClock:
    """The time one seat has left."""

    __slots__ = ("_answer", "_start", "bank", "match")

    def __init__(self, clock: Clock) -> None:
        self._start = clock.start_seconds
        self._answer = clock.answer_seconds
        self.bank = clock.bank_seconds
        self.match = clock.match_seconds

    def left(self) -> ClockLeft:
        """What the bot is told, to the millisecond."""
        return ClockLeft(self._answer, round(self.bank, 3))

    def start_deadline(self) -> Deadline:
        return Deadline(self._start, START_WALL_FACTOR * self._start)

    def answer_deadline(self) -> Deadline:
        charged = self._answer + self.bank
        wall = ANSWER_WALL_FACTOR * charged + ANSWER_WALL_GRACE_SECONDS
        return Deadline(charged, min(wall, self.match))

    def check_start(self, spent: Spent) -> None:
        """A start that took too long is a fault, however quick its last step was."""
        if spent.charged > self._start:
            raise BotFault("timeout:start", f"{spent.charged:.3f} s to be ready", spent)

    def charge(self, spent: Spent) -> None:
        """Take an answer's time off; a fault when there was not so much left."""
        self.match = max(0.0, self.match - spent.wall)
        beyond = max(0.0, spent.charged - self._answer)
        had, self.bank = self.bank, max(0.0, self.bank - beyond)
        if beyond > had:
            raise BotFault("timeout:cpu", f"{spent.charged:.3f} s for an answer", spent)
