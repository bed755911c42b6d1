"""What one audience may see of a match, frame by frame, made by playing its record again.

Theory of operation. A frame is a moment the audience could tell from the one before: it heard
something, or it was asked. Where its frames begin and end depends on nothing else. Above all it
does not depend on when others were asked, for that alone would give secrets away: the table is
looked at whenever an event is told, not whenever the rules happen to wait for somebody. What is
told to some seats only joins the frame before; a decision belongs to the frame it was made in. The
last frame is the table when the game is over.

The audience is a seat, `PUBLIC`, or `EVERYTHING`. Only the last is told of the decisions, faults,
times, notes and beliefs of more than one seat, and the seed.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from msgspec import json

import engine
from engine.faults import meaning
from engine.kernel import Ask, Event, Game, Json, State, Steps
from engine.record import Record, RecordedFault
from engine.spec import GameSpec
from viewer.deltas import changes

PUBLIC: Literal["public"] = "public"
EVERYTHING: Literal["everything"] = "everything"
Audience = int | Literal["public", "everything"]

OPTIONS_TOLD = 24
"""Of an ask with more options only the one chosen is put into words."""


def audiences(seats: int) -> list[Audience]:
    """Everybody a match of so many seats can be shown to."""
    return [EVERYTHING, PUBLIC, *range(seats)]


def encoded(match: Record, audience: Audience) -> bytes:
    """The replay as JSON; the record must have been verified."""
    return json.encode(replay(match, audience))


def replay(match: Record, audience: Audience) -> Json:
    """All the viewer needs to show this match to that audience."""
    spec = engine.get(match.game)
    story = Story(spec, match.seats, audience, Papers(match))
    story.live(match)
    hidden = {"seed": match.seed} if audience == EVERYTHING else {}
    return {
        "game": match.game,
        "title": spec.title,
        "rules_version": match.rules_version,
        "options": match.options,
        "seats": match.seats,
        "bots": match.bots,
        "clock": match.clock,
        "audience": audience,
        **hidden,
        "frames": story.told_whole(),
        "outcome": match.outcome,
    }


def tale(match: Record) -> list[tuple[int, list[str]]]:
    """What everybody heard, in sentences by turn: quick, for nobody looks at the table."""
    story = Heard(engine.get(match.game), match.seats, PUBLIC)
    story.live(match)
    told: dict[int, list[str]] = {}
    for frame in story.frames:
        told.setdefault(frame.turn, []).extend(map(story.line, frame.events))
    return [(turn, lines) for turn, lines in told.items() if lines]


class Papers:
    """What a record says of each decision beside the choice."""

    def __init__(self, match: Record) -> None:
        self._times = match.times
        self._remarks = {remark.decision: remark for remark in match.remarks}
        self._faults = match.faults

    def beside(self, decision: int) -> Json:
        """The time taken, and what the bot said: only what there is."""
        remark = self._remarks.get(decision)
        said = {
            "time": self._times[decision],
            "note": remark and remark.note,
            "beliefs": remark and remark.beliefs,
        }
        return {name: value for name, value in said.items() if value is not None}

    def faults(self, decision: int | None) -> list[RecordedFault]:
        """The faults committed there, None being before the first decision."""
        return [fault for fault in self._faults if fault.decision == decision]


@dataclass(slots=True)
class Frame:
    """One moment of the match, as one audience lived it."""

    turn: int
    """How many turns had begun."""
    heard: int
    """How many events everybody had been told, to find the same moment for another audience."""
    events: list[Event] = field(default_factory=list)
    decision: dict[str, Json] | None = None
    faults: list[RecordedFault] = field(default_factory=list)
    looks: list[Json] = field(default_factory=list)
    """The view of the audience; for everything also the public view and that of every seat."""


class _Witness(list[Event]):
    """Stands in for the log of a game, and passes on at once what is told."""

    def __init__(self, tell: Callable[[Event], None]) -> None:
        super().__init__()
        self._tell = tell

    def append(self, event: Event) -> None:
        self._tell(event)


class Story:
    """A match as one audience lives through it."""

    def __init__(
        self, spec: GameSpec, seats: int, audience: Audience, papers: Papers | None = None
    ) -> None:
        self._spec, self._seats, self._audience, self._papers = spec, seats, audience, papers
        self._state: Any = None
        self._turn = self._heard = 0
        self.frames: list[Frame] = []

    def live(self, match: Record) -> None:
        """Live through the whole match of a record."""
        self.follow(
            lambda watched: watched.new(seats=match.seats, seed=match.seed, options=match.options),
            match.choices,
        )

    def follow(self, begin: Callable[[GameSpec], Game], choices: Sequence[int]) -> None:
        """Live through these choices, in the game made from a specification that is watched."""
        game = begin(replace(self._spec, turn=self._watched))
        for number, choice in enumerate(choices):
            assert game.ask is not None, "a record has no more choices than its game has decisions"
            self._decide(number, game.ask, choice)
            game.choose(choice)
        if game.outcome is not None:
            self._begin_frame()
            self._look()

    def _watched(self, state: State) -> Steps:
        """The rules of one turn, with everything told passing by here."""
        self._turn += 1
        self._state, state.log = state, _Witness(self._hear)
        if not self.frames:
            self._begin_frame()
            self._look()
            self._blame(None)
        return self._spec.turn(state)

    # ── what happens ──────────────────────────────────────────────────────────────────────────

    def _hear(self, event: Event) -> None:
        self._heard += event.to is None
        if not self._may_hear(event):
            return
        if event.to is None or self.frames[-1].decision is not None:
            self._begin_frame()
        frame = self.frames[-1]
        frame.events.append(event)
        frame.heard = self._heard
        self._look()

    def _may_hear(self, event: Event) -> bool:
        if self._audience == EVERYTHING:
            return True
        return event.heard_by(None if self._audience == PUBLIC else self._audience)

    def _decide(self, number: int, ask: Ask, choice: int) -> None:
        if self._audience not in (EVERYTHING, ask.seat):
            return
        if self.frames[-1].decision is not None:
            self._begin_frame()
        self._look()
        frame = self.frames[-1]
        frame.decision = self._told(ask, choice)
        if self._papers is not None:
            frame.decision |= self._papers.beside(number)
        self._blame(number)

    def _told(self, ask: Ask, choice: int) -> dict[str, Json]:
        """A decision in words."""
        few = len(ask.options) <= OPTIONS_TOLD
        labels = {"labels": [self._label(ask, option) for option in ask.options]} if few else {}
        return {
            "seat": ask.seat,
            "kind": ask.kind,
            "options": len(ask.options),
            "choice": choice,
            "default": ask.default,
            "label": self._label(ask, ask.options[choice]),
            **labels,
        }

    def _label(self, ask: Ask, option: Json) -> str:
        return self._spec.label(ask.kind, option)

    def _blame(self, decision: int | None) -> None:
        """Note the faults of a decision that this audience may know of."""
        faults = [] if self._papers is None else self._papers.faults(decision)
        known = [fault for fault in faults if self._audience in (EVERYTHING, fault.seat)]
        self.frames[-1].faults += known

    def _begin_frame(self) -> None:
        self.frames.append(Frame(self._turn, self._heard))

    def _look(self) -> None:
        """See how the table is now, in the last frame."""
        spec, state = self._spec, self._state
        if self._audience == EVERYTHING:
            views = [spec.view(state, seat) for seat in (None, *range(self._seats))]
            self.frames[-1].looks = [spec.full_view(state), *views]
        else:
            seat = None if self._audience == PUBLIC else self._audience
            self.frames[-1].looks = [spec.view(state, seat)]

    # ── how it is told ────────────────────────────────────────────────────────────────────────

    def told_whole(self) -> list[Json]:
        """The frames, each with what changed since the one before."""
        scenes = [_scene(self._spec, frame.looks) for frame in self.frames]
        return [
            self._told_of(frame) | {"changes": list(changes(before, scene))}
            for before, frame, scene in zip([None, *scenes], self.frames, scenes, strict=False)
        ]

    def _told_of(self, frame: Frame) -> dict[str, Json]:
        """What a frame says, left out where there is nothing to say."""
        facts = {
            "events": [event.as_json() for event in frame.events],
            "lines": [self.line(event) for event in frame.events],
            "marks": [mark for event in frame.events for mark in self._spec.moments(event)],
            "decision": frame.decision,
            "faults": [_fault(fault) for fault in frame.faults],
        }
        said = {name: fact for name, fact in facts.items() if fact}
        return {"turn": frame.turn, "heard": frame.heard, **said}

    def line(self, event: Event) -> str:
        """An event as a sentence, which says whom it was told to when not everybody knows."""
        sentence = self._spec.sentence(event)
        if event.to is None or self._audience != EVERYTHING:
            return sentence
        return f"To {' and '.join(f'seat {seat}' for seat in event.to)} alone: {sentence}"


class Heard(Story):
    """A match as one audience hears of it, without ever seeing the table."""

    def _look(self) -> None:
        pass


def _fault(fault: RecordedFault) -> Json:
    return {
        "seat": fault.seat,
        "fault": fault.fault,
        "detail": fault.detail,
        "meaning": meaning(fault.fault),
    }


def _scene(spec: GameSpec, looks: list[Json]) -> Json:
    """The view, and the same in words: where there are more, what each seat alone can read."""
    view, public, own = looks[0], looks[1:2] or looks, looks[2:]
    text = spec.draw(public[0]).splitlines()
    secrets = [
        f"Seat {seat}: {line}"
        for seat, known in enumerate(own)
        if known != public[0]
        for line in spec.draw(known).splitlines()
        if line not in text
    ]
    return {"view": view, "text": text + secrets}
