"""A match told turn by turn: the table, each decision, and what came of it.

Told to everybody it has every decision, and says who else heard of an event. Told to one seat it
has what that seat knew and no more: its own decisions, the events it heard, its own view.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.text import Text

from engine.kernel import Ask, Event, Game, Json, Outcome
from engine.spec import GameSpec
from sandbox import printable


class Aside(NamedTuple):
    """What goes with a decision besides the choice."""

    note: str | None = None
    beliefs: list[dict[str, float] | None] | None = None
    fault: str | None = None
    seconds: float | None = None


NOTHING = Aside()


class Decision(NamedTuple):
    """One decision of a match, counted from 0 as records do."""

    number: int
    ask: Ask
    choice: int
    aside: Aside

    def as_json(self) -> Json:
        number, ask, choice, aside = self
        made = {"decision": number, "seat": ask.seat, "kind": ask.kind, "choice": choice}
        return {**made, "options": list(ask.options), **aside._asdict()}


class Moment(NamedTuple):
    """What there is to tell at once."""

    turn: int
    decision: Decision | None = None
    """None where nothing was decided, or nobody may know."""
    events: Sequence[Event] = ()
    view: Json = None
    """The table where a turn begins or the game ends."""

    def as_json(self) -> Json:
        decision = self.decision and self.decision.as_json()
        events = [{**event.as_json(), "to": event.to} for event in self.events]
        return {"turn": self.turn, "decision": decision, "events": events, "view": self.view}


class Story:
    """Follows one game from before its first decision, for one seat or for everybody."""

    def __init__(self, game: Game, seat: int | None = None) -> None:
        self._game, self._seat = game, seat
        self._ask = game.ask
        self._told = 0
        self._turn = 1
        """Counts the turns in which there was anything to decide."""

    def opening(self) -> Moment:
        """The table before anything was decided."""
        return Moment(self._turn, events=self._news(), view=self._game.view(self._seat))

    def decided(self, aside: Aside = NOTHING) -> Iterator[Moment]:
        """Tell of the decision just made; to be called after every one."""
        game, ask = self._game, self._ask
        assert ask is not None, "nothing is decided any more when a game is over"
        self._ask = game.ask
        decision = None
        if self._seat in (None, ask.seat):
            decision = Decision(len(game.choices) - 1, ask, game.choices[-1], aside)
        events = self._news()
        if decision or events:
            yield Moment(self._turn, decision, events)
        if game.turn_is_over:
            self._turn += game.ask is not None
            yield Moment(self._turn, view=game.view(self._seat))

    def _news(self) -> list[Event]:
        events = self._game.events[self._told :]
        self._told = len(self._game.events)
        return [e for e in events if self._seat is None or e.heard_by(self._seat)]


class Teller:
    """Puts moments into lines for a terminal."""

    def __init__(self, spec: GameSpec, names: Sequence[str], seat: int | None = None) -> None:
        self._spec, self._names, self._seat = spec, names, seat
        self._turn = 0

    def lines(self, moment: Moment) -> Iterator[Text]:
        if moment.view is not None:
            yield from self._table(moment)
        if moment.decision is not None:
            yield from self._decision(moment.decision)
        for event in moment.events:
            yield Text(f"    {self._spec.sentence(event)}{self._audience(event)}", "dim")

    def _table(self, moment: Moment) -> Iterator[Text]:
        new = moment.turn != self._turn
        self._turn = moment.turn
        yield Text(f"\n── {f'turn {moment.turn}' if new else 'the end'} ".ljust(79, "─"), "cyan")
        yield Text(self._spec.draw(moment.view) + "\n")

    def _decision(self, decision: Decision) -> Iterator[Text]:
        number, ask, choice, aside = decision
        label = self._spec.label(ask.kind, ask.options[choice])
        took = "" if aside.seconds is None else f", {aside.seconds * 1000:.0f} ms"
        yield Text.assemble(
            (f"{number:>4} ", "dim"),
            (f"seat {ask.seat} {self._names[ask.seat]}", "bold"),
            f" {ask.kind}: {label} ",
            (f"({choice} of 0-{len(ask.options) - 1}{took})", "dim"),
        )
        yield from (Text(f"     {line}", style) for style, line in _asides(aside))

    def _audience(self, event: Event) -> str:
        if event.to is None or self._seat is not None:
            return ""
        return f" [only to seat {', '.join(map(str, event.to))}]"


def _asides(aside: Aside) -> Iterator[tuple[str, str]]:
    if aside.fault is not None:
        yield "red", f"{aside.fault}: the default was played"
    if aside.note is not None:
        yield "green", f"note: {harmless(aside.note)}"
    for seat, belief in enumerate(aside.beliefs or []):
        if belief:
            likely = sorted(belief.items(), key=lambda pair: -pair[1])
            yield "green", f"seat {seat}: " + ", ".join(f"{name} {p:.0%}" for name, p in likely)


def harmless(words: str) -> str:
    """A bot's words without anything that could move a terminal's cursor."""
    return printable(words.encode("utf-8", "backslashreplace"))


def ending(outcome: Outcome, names: Sequence[str]) -> Iterator[str]:
    """How a match ended, a line for each seat."""
    yield f"ended: {outcome.reason}"
    for seat, place in enumerate(outcome.placements):
        points, role = outcome.points[seat], role_of(outcome, seat)
        yield f"  seat {seat} {names[seat]}: place {place}, {points:g} points, {role}"


def role_of(outcome: Outcome, seat: int) -> str:
    """The role a seat had, both if it changed."""
    role = outcome.roles[seat]
    return role.end if role.end == role.start else f"{role.start}, then {role.end}"
