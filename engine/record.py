"""The record of a match: enough to play it again anywhere and to see that it was so.

    RecordError         what a record can be refused for; each says one thing in one sentence
    ├── Unreadable      it is no record, or damaged, or cut short
    ├── Unplayable      this engine cannot replay it: another game, another version of the rules
    └── Different       it was replayed, and did not come out as it says

Replaying is not another kind of playing: the referee plays, and every seat gives its recorded
answers and faults again.
"""

from collections.abc import Container, Iterable, Sequence
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta, Struct

import engine
from engine.clock import Clock, Deadline
from engine.faults import BotFault, Spent, meaning
from engine.kernel import Game, Json
from engine.protocol.messages import Answer, Ready, encode
from engine.referee import Report, play
from engine.rng import MAX_SEED
from engine.transport import Reply

VERSION = 2
"""The version of the file format."""

DIGEST_LENGTH = 12
"""Digits of a bot's digest that are written down: enough to tell its versions apart."""

DEPTH = 16
"""How deeply a record may be nested; those of matches take less than half of it."""

Count = Annotated[int, Meta(ge=0)]


class RecordError(ValueError):
    """The record is refused; the sentence says why."""


class Unreadable(RecordError):
    """It is no record, or it is damaged or cut short."""


class Unplayable(RecordError):
    """This engine cannot replay it."""


class Different(RecordError):
    """Replayed, it does not come out as it says."""


class RecordedFault(Struct, frozen=True):
    """A fault, and the decision at which it was committed; None is before the first."""

    seat: Count
    decision: Count | None
    fault: str
    detail: str


class Remark(Struct, frozen=True, omit_defaults=True):
    """A note or beliefs that the seat gave with its answer at that decision."""

    seat: Count
    decision: Count
    note: str | None = None
    beliefs: list[dict[str, float] | None] | None = None


class Record(Struct, frozen=True, kw_only=True):
    """One match; decisions count from 0."""

    format: Literal["moonladder record"] = "moonladder record"
    version: int = VERSION
    game: str
    rules_version: int
    options: dict[str, Any]
    seats: Annotated[int, Meta(ge=1)]
    seed: Annotated[int, Meta(ge=0, le=MAX_SEED)]
    bots: list[str]
    """Who sat where, each with its signature if it has one."""
    clock: Clock
    limits: dict[str, Any]
    choices: list[Count]
    faults: list[RecordedFault]
    remarks: list[Remark]
    times: list[tuple[float, float, float] | None]
    """Per decision the seconds charged, of the CPU and of the wall; None where nobody was asked."""
    outcome: dict[str, Any]
    trail: list[str]
    """Per decision the first digits of the fingerprint so far, to find a first difference."""
    fingerprint: str


def record(report: Report, bots: Sequence[str]) -> Record:
    """The record of a match just played by these bots."""
    return Record(
        game=report.game,
        rules_version=report.rules_version,
        options=report.terms.options,
        seats=report.terms.seats,
        seed=report.terms.seed,
        bots=list(bots),
        clock=report.clock,
        limits=dict(report.limits),
        choices=report.choices,
        faults=[RecordedFault(*fault) for fault in report.faults],
        remarks=[Remark(*said) for said in report.said],
        times=[spent and _rounded(spent) for spent in report.times],
        outcome=report.outcome.as_json(),
        trail=report.trail,
        fingerprint=report.fingerprint,
    )


def _rounded(spent: Spent) -> tuple[float, float, float]:
    return (round(spent.charged, 6), round(spent.cpu, 6), round(spent.wall, 6))


def signature(name: str, digest: str) -> str:
    """The name and the version of a bot, as records have them."""
    return f"{name}@{digest[:DIGEST_LENGTH]}"


def cut(match: Record, seats: Container[int]) -> Record:
    """The record without what only a bot's owner may read, except where one of these seats sat.

    Notes and the wording of faults are left out; what remains holds as the whole record does.
    """
    remarks = [
        remark if remark.seat in seats else msgspec.structs.replace(remark, note=None)
        for remark in match.remarks
    ]
    faults = [
        fault if fault.seat in seats else msgspec.structs.replace(fault, detail="")
        for fault in match.faults
    ]
    said = [remark for remark in remarks if remark.note is not None or remark.beliefs is not None]
    return msgspec.structs.replace(match, remarks=said, faults=faults)


def dump(match: Record) -> bytes:
    """The record as a JSON file."""
    return msgspec.json.encode(match) + b"\n"


def load(text: bytes) -> Record:
    """The record in a JSON file, whole and well formed, or a refusal."""
    try:
        head = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Unreadable(f"this is not JSON, or it is cut short: {error}") from None
    if _is_deep(head):
        raise Unreadable(f"this is no record of a match: it is nested deeper than {DEPTH}")
    if type(head) is not dict or head.get("format") != "moonladder record":
        raise Unreadable('this is no record of a match: its format is not "moonladder record"')
    if head.get("version") != VERSION:
        raise Unreadable(
            f"this record was made by another version: its format is {head.get('version')!r}, "
            f"this engine reads {VERSION}; take the engine that made it"
        )
    try:
        match = msgspec.json.decode(text, type=Record)
    except msgspec.ValidationError as error:
        raise Unreadable(f"the record is damaged: {error}") from None
    _check_lengths(match)
    return match


def _is_deep(value: Any) -> bool:
    """Whether it is nested too deeply: what can just be read is too deep to be quoted or told."""
    level = [value]
    for _ in range(DEPTH + 1):
        level = [item for each in level for item in _items(each) if type(item) in (dict, list)]
    return bool(level)


def _items(value: Any) -> Iterable[Any]:
    return value.values() if type(value) is dict else value if type(value) is list else ()


def _check_lengths(match: Record) -> None:
    """Refuse a record whose parts do not fit each other."""
    if len(match.bots) != match.seats:
        raise Unreadable(f"the record is damaged: {len(match.bots)} bots for {match.seats} seats")
    for name in ("times", "trail"):
        count = len(getattr(match, name))
        if count != len(match.choices):
            raise Unreadable(
                f"the record is damaged: {count} {name} for {len(match.choices)} choices"
            )
    for fault in match.faults:
        if meaning(fault.fault) is None:
            raise Unreadable(f"the record is damaged: there is no fault {fault.fault!r}")
        if fault.seat >= match.seats:
            raise Unreadable(f"the record is damaged: there is no seat {fault.seat}")


def new_game(match: Record) -> Game:
    """The game of the record before its first decision."""
    try:
        spec = engine.get(match.game)
    except engine.UnknownGame as error:
        raise Unplayable(f"the match cannot be set up: {error}") from None
    if spec.rules_version != match.rules_version:
        raise Unplayable(
            f"the match was played by version {match.rules_version} of the rules of {spec.title}; "
            f"this engine plays version {spec.rules_version}"
        )
    try:
        return spec.new(seats=match.seats, seed=match.seed, options=match.options)
    except engine.BadOptions as error:
        raise Unplayable(f"the match cannot be set up: {error}") from None


def verify(match: Record) -> Report:
    """Play the match again from its record; refuse it at the first difference."""
    game = new_game(match)
    script = Script(match, game)
    players = [Replayed(script, seat) for seat in range(match.seats)]
    report = play(
        game, players, clock=match.clock, limits=match.limits, watch=script.check_decision
    )
    _check_end(match, report)
    return report


class Script:
    """What a record says will happen, held against the game as it goes."""

    def __init__(self, match: Record, game: Game) -> None:
        self.match, self._game = match, game
        self._faults = {(fault.seat, fault.decision): fault for fault in match.faults}
        self._remarks = {remark.decision: remark for remark in match.remarks}

    def fault_at_start(self, seat: int) -> RecordedFault | None:
        return self._faults.get((seat, None))

    def fault(self, seat: int) -> RecordedFault | None:
        """The fault of that seat at the decision now open, if it made one."""
        return self._faults.get((seat, len(self._game.choices)))

    def answer(self, number: int) -> Answer:
        """The answer recorded for the decision now open, to the ask of that number."""
        decision, ask = len(self._game.choices), self._game.ask
        assert ask is not None
        self._check_recorded(decision)
        choice = self.match.choices[decision]
        if choice >= len(ask.options):
            raise Different(
                f"decision {decision} ({ask.kind}, seat {ask.seat}): choice {choice} is not among "
                f"the options 0 to {len(ask.options) - 1}"
            )
        remark = self._remarks.get(decision)
        if remark is None:
            return Answer(number, choice)
        return Answer(number, choice, remark.note, remark.beliefs)

    def check_decision(self, decision: int, mark: str) -> None:
        """Refuse the record if this decision, or what was said before it, is not its own."""
        self._check_recorded(decision)
        made, recorded = self._game.choices[decision], self.match.choices[decision]
        if made != recorded:
            raise Different(
                f"decision {decision}: the default {made} had to be played, the record says "
                f"{recorded}"
            )
        if mark != self.match.trail[decision]:
            raise Different(
                f"decision {decision}: what was said until then is not what the record is of"
            )

    def _check_recorded(self, decision: int) -> None:
        if decision == len(self.match.choices):
            raise Different(f"a choice is missing: the game goes on at decision {decision}")


class Replayed:
    """A seat that says again what the record says it said."""

    def __init__(self, script: Script, seat: int) -> None:
        self._script, self._seat = script, seat
        self._asks = -1

    def send(self, line: bytes) -> None:
        self._asks += 1

    def receive(self, deadline: Deadline) -> Reply:
        script, seat = self._script, self._seat
        fault = script.fault_at_start(seat) if self._asks == 0 else script.fault(seat)
        if fault is not None:
            raise BotFault(fault.fault, fault.detail)
        said = Ready() if self._asks == 0 else script.answer(self._asks)
        return Reply(encode(said), Spent())

    def unasked(self) -> list[bytes]:
        fault = self._script.fault(self._seat)
        if fault is not None and fault.fault == "protocol:early_output":
            raise BotFault(fault.fault, fault.detail)
        return []

    def usage(self) -> dict[str, Json]:
        return {}

    def close(self) -> None:
        pass


def _check_end(match: Record, report: Report) -> None:
    """Refuse the record at the first thing that came out otherwise."""
    left_over = len(match.choices) - len(report.choices)
    if left_over:
        raise Different(
            f"{left_over} choices too many: the game is over after {len(report.choices)}"
        )
    faults = [(fault.seat, fault.decision, fault.fault) for fault in match.faults]
    if [fault[:3] for fault in report.faults] != faults:
        raise Different("the record has a fault that cannot have happened then")
    if [Remark(*said) for said in report.said] != match.remarks:
        raise Different("the record has a note or beliefs that nobody said")
    outcome = report.outcome.as_json()
    for name in outcome | match.outcome:
        if match.outcome.get(name) != outcome.get(name):
            raise Different(
                f"the outcome has {name} {outcome.get(name)}, the record says "
                f"{match.outcome.get(name)}"
            )
    if report.fingerprint != match.fingerprint:
        raise Different(
            f"the fingerprint is {report.fingerprint}, the record says {match.fingerprint}"
        )
