"""The kernel: rules as generators, driven from one decision to the next.

Theory of operation. A game's rules are a generator function `turn(state)` that yields an `Ask`
wherever a seat must decide and receives the index of the option chosen. Between turns everything
is data: `Game` keeps a copy of the state at the last turn boundary and the choices made since, so
a copy costs one `State.copy()` and a replay of at most one turn. Inside a turn everything is code:
rules read like the rulebook. `Over` ends a game from any depth.
"""

from collections.abc import Callable, Generator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self

if TYPE_CHECKING:
    from engine.spec import GameSpec

Json = Any
"""What the standard library's json module can write and read back unchanged."""


class Ask(NamedTuple):
    """One decision: who decides, about what, every legal answer in a stable order, and the default.

    Options are JSON-ready and may be shared between asks: read them, never change them.
    """

    seat: int
    kind: str
    options: Sequence[Json]
    default: int = 0


Steps = Generator[Ask, int, None]
"""Rules in progress: yields asks, receives the index of the chosen option."""


class Event(NamedTuple):
    """Something that happened, and who is told: `to` is None for everybody, else some seats."""

    kind: str
    facts: dict[str, Json]
    to: tuple[int, ...] | None = None

    def heard_by(self, seat: int | None) -> bool:
        """Whether that seat, or with None the public, is told."""
        return self.to is None or (seat is not None and seat in self.to)

    def as_json(self) -> dict[str, Json]:
        return {"type": self.kind, **self.facts}


class SeatRole(NamedTuple):
    """The role and faction one seat had when the game began and when it ended."""

    start: str
    end: str
    faction_start: str
    faction_end: str


class Outcome(NamedTuple):
    """How a game ended: every seat's placement (1 is best, ties share), points, role, and why."""

    placements: tuple[int, ...]
    points: tuple[float, ...]
    roles: tuple[SeatRole, ...]
    reason: str
    details: dict[str, Json] = {}  # noqa: RUF012  (never changed: outcomes are read only)

    def as_json(self) -> dict[str, Json]:
        return {
            "placements": list(self.placements),
            "points": list(self.points),
            "roles": [role._asdict() for role in self.roles],
            "reason": self.reason,
            "details": self.details,
        }


def placements_by(scores: Sequence[float]) -> tuple[int, ...]:
    """Competition ranking of scores, most first: equal scores share the better place (1, 1, 3)."""
    return tuple(1 + sum(other > score for other in scores) for score in scores)


class Terms(NamedTuple):
    """What a game was set up from: the same terms give the same game on every machine."""

    seats: int
    seed: int
    options: dict[str, Json]


class Over(Exception):
    """Raised by rules, at any depth, when the game has ended."""

    def __init__(self, outcome: Outcome) -> None:
        super().__init__(outcome.reason)
        self.outcome = outcome


class IllegalChoice(ValueError):
    """The choice cannot be made; the game is as it was before."""


class State:
    """Base of every game's state: data only, copied by hand, with a place to tell events to.

    The log belongs to the `Game`; a state only points to it, and points to nothing in copies made
    for search, where telling costs nothing.
    """

    __slots__ = ("log",)

    log: list[Event] | None

    def copy(self) -> Self:
        """An equal state that shares nothing mutable and tells nobody."""
        raise NotImplementedError

    def tell(self, kind: str, **facts: Json) -> None:
        """Let everybody know what the state already shows: replays look at it now."""
        if self.log is not None:
            self.log.append(Event(kind, facts))

    def whisper(self, seats: tuple[int, ...], kind: str, **facts: Json) -> None:
        """Let only these seats know."""
        if self.log is not None:
            self.log.append(Event(kind, facts, seats))


Turn = Callable[[Any], Steps]


class Game:
    """One game in progress: what is asked now, and everything that led here."""

    __slots__ = (
        "_boundary",
        "_steps",
        "_tail",
        "_turn_began",
        "ask",
        "choices",
        "events",
        "outcome",
        "spec",
        "state",
        "terms",
    )

    ask: Ask | None
    """The decision to make now, or None when the game is over."""
    outcome: Outcome | None
    """How the game ended, or None while it goes on."""
    choices: list[int]
    """Every choice made so far, in a copy since the last turn boundary; forced ones are none."""
    events: list[Event]
    """Everything told since the start, or since the copy was made."""
    terms: Terms | None
    """What the game was set up from, or None when it was begun from a state made by hand."""

    state: Any
    """The state of the game's own class: everything the rules know."""

    def __init__(
        self,
        spec: "GameSpec",
        state: State,
        *,
        tail: Sequence[int] = (),
        log: bool = True,
        terms: Terms | None = None,
    ) -> None:
        """Begin with `state`, at a turn boundary, which the game takes over; then choose `tail`."""
        self.spec = spec
        self.terms = terms
        self.ask = None
        self.outcome = None
        self.choices = []
        self.events = []
        self.state = state
        state.log = self.events if log else None
        self._begin_turn()
        self._resume(None)
        for index in tail:
            self.choose(index)

    def choose(self, index: int) -> None:
        """Answer the ask with the option of that index and play on to the next decision."""
        ask = self.ask
        if ask is None:
            raise IllegalChoice("the game is over: nobody is asked anything")
        if type(index) is not int or not 0 <= index < len(ask.options):
            last = len(ask.options) - 1
            raise IllegalChoice(f"choice {index!r} is not among the options 0 to {last}")
        self.choices.append(index)
        self._tail.append(index)
        self._resume(index)

    @property
    def turn_is_over(self) -> bool:
        """Whether the decision just made was the last of its turn, or of the game."""
        return self.ask is None or not self._tail

    def view(self, seat: int | None) -> Json:
        """What that seat knows, or with None what is public."""
        return self.spec.view(self.state, seat)

    def full_view(self) -> Json:
        """Everything, for replays and tests; never for a seat."""
        return self.spec.full_view(self.state)

    def copy(self, *, log: bool = False) -> "Game":
        """An equal game that goes its own way; it tells events from here on only with `log`."""
        twin = Game(self.spec, self._boundary.copy(), tail=self._tail, log=False, terms=self.terms)
        if log:
            twin.state.log = twin.events
        return twin

    def boundary(self) -> tuple[Any, list[int], int]:
        """The state at the last turn boundary, the choices since, the number of events before."""
        return self._boundary.copy(), list(self._tail), self._turn_began

    def _begin_turn(self) -> None:
        self._boundary = self.state.copy()
        self._tail: list[int] = []
        self._turn_began = len(self.events)
        self._steps = self.spec.turn(self.state)

    def _resume(self, answer: int | None) -> None:
        """Run the rules to the next real decision; an ask with one option answers itself."""
        try:
            while True:
                try:
                    ask = self._steps.send(answer)  # type: ignore[arg-type]
                    while len(ask.options) == 1:
                        ask = self._steps.send(0)
                except StopIteration:
                    self._begin_turn()
                    answer = None
                else:
                    self.ask = ask
                    return
        except Over as over:
            self.ask, self.outcome = None, over.outcome
