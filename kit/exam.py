"""An examination of one bot: everything the protocol may ask of it, tried in real matches.

The other seats are taken by players of this process that choose at random, so an examination needs
one box at a time, and is the same every time.
"""

import json
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from typing import NamedTuple

import engine
import sandbox
from engine.clock import Clock, SeatClock
from engine.difference import Difference, first_difference, place_of
from engine.faults import BotFault
from engine.players import Random
from engine.protocol.messages import encode
from engine.record import record
from engine.referee import Fault, Report, play
from engine.spec import GameSpec
from engine.transport import Transport
from kit.asks import Start, places
from kit.entrants import Entrant
from kit.table import limits_for, start, told
from kit.taps import Impatient, Line, Listener, Stranger, Substitute, Tap

SEED = 1
"""Of the match that is played again and again."""
ASKS = 3
"""So many asks a bot is put where it comes in for another player."""
LATE_ASK = 2
"""The ask whose answer is not waited for."""

Wrap = Callable[[Transport], Transport]


class Played(NamedTuple):
    """One match of the examination, and what the bot said and left in it."""

    report: Report
    seat: int
    lines: list[Line]
    usage: sandbox.Usage

    @property
    def faults(self) -> list[Fault]:
        return [fault for fault in self.report.faults if fault.seat == self.seat]


class Failed(Exception):
    """A step was not passed: where, and what for."""

    def __init__(self, sentence: str, played: Played, fault: Fault) -> None:
        super().__init__(sentence)
        self.played, self.fault = played, fault


class Remark(Exception):
    """A step shows something the author should know, and is passed all the same."""


class Exam:
    """One bot being examined in one game."""

    def __init__(
        self, entrant: Entrant, spec: GameSpec, backend: sandbox.Backend, clock: Clock
    ) -> None:
        self._entrant, self._spec, self._backend, self._clock = entrant, spec, backend, clock
        self._limits = limits_for([entrant])
        self._small = Start(min(spec.seat_counts), SEED)

    def steps(self) -> list[tuple[str, Callable[[], str]]]:
        """Each with what it is about; it says what it found, or raises `Failed` or `Remark`."""
        return [
            ("starts", self.starts),
            ("plays whole matches", self.plays),
            ("answers every kind of ask", self.answers_everything),
            ("ignores unknown fields", self.ignores_unknown_fields),
            ("goes on after a late answer", self.survives_lateness),
            ("starts again after its end", self.restarts),
            ("plays the same match alike", self.repeats),
        ]

    # ── the steps ─────────────────────────────────────────────────────────────────────────────

    def starts(self) -> str:
        """The match played here is the one that later ones are compared with."""
        self._first = first = self._play(self._small)
        if first.faults and first.faults[0].decision is None:
            raise Failed("it was never ready", first, first.faults[0])
        return f"ready after {_milliseconds(first.usage.spent[:1])}"

    def plays(self) -> str:
        _pass(self._first)
        most = max(self._spec.seat_counts)
        large = self._play(Start(most, SEED), seat=most - 1)
        _pass(large)
        spent = [*self._first.usage.spent[1:], *large.usage.spent[1:]]
        return f"{len(spent)} answers, the slowest after {_milliseconds(spent)}"

    def answers_everything(self) -> str:
        found = places(self._spec)
        for kind, place in found.items():
            begun = Start(place.seats, place.seed, place.options)
            _pass(self._play(begun, _comes_in_at(place.ask), place.seat), f"met {kind}: ")
        return f"{len(found)}: {', '.join(found)}"

    def ignores_unknown_fields(self) -> str:
        _pass(self._play(self._small, Stranger))
        return "in every message"

    def survives_lateness(self) -> str:
        played = self._play(self._small, lambda bot: Impatient(bot, LATE_ASK))
        _pass(played, planted=1)
        return "its answer to an older ask was thrown away, the newer one counted"

    def restarts(self) -> str:
        """Its box is ended while it thinks; what it was in the middle of must not matter."""
        with closing(start(self._entrant, self._backend, self._limits)) as box:
            sent = [line.text for line in self._first.lines if not line.by_bot]
            with suppress(BotFault):
                box.send(sent[0] + b"\n")
                box.receive(SeatClock(self._clock).start_deadline())
                box.send(sent[1] + b"\n")
        self._second = self._play(self._small)
        _pass(self._second)
        return "ended in the middle of a match, it played the next one"

    def repeats(self) -> str:
        names = ["others"] * self._small.seats
        match = record(self._first.report, names)
        difference = first_difference(match, self._second.report)
        if difference is not None:
            raise Remark(_unlike(difference))
        return f"fingerprint {match.fingerprint[:16]}..., twice"

    # ── matches ───────────────────────────────────────────────────────────────────────────────

    def _play(self, begun: Start, wrap: Wrap = Tap, seat: int = 0) -> Played:
        """A match of the bot in that seat against players that choose at random."""
        game = self._spec.new(seats=begun.seats, seed=begun.seed, options=begun.options)
        with closing(start(self._entrant, self._backend, self._limits)) as box:
            listener = Listener(box)
            players: list[Transport] = [Random() for _ in range(begun.seats)]
            players[seat] = wrap(listener)
            report = play(game, players, clock=self._clock, limits=told(self._limits))
        return Played(report, seat, listener.lines, box.in_all())


def _comes_in_at(ask: int) -> Wrap:
    return lambda bot: Substitute(bot, Random(), ask, ASKS)


def _pass(played: Played, where: str = "", planted: int = 0) -> None:
    """Let the step fail at the first fault that was not planted."""
    faults = played.faults[planted:]
    if faults:
        at = faults[0].decision
        when = "at the start" if at is None else f"at decision {at}"
        raise Failed(f"{where}{faults[0].fault} {when}", played, faults[0])


def _milliseconds(spent: Sequence[sandbox.Spent]) -> str:
    return f"{max(one.charged for one in spent) * 1000:.1f} ms"


def _unlike(difference: Difference) -> str:
    """How two runs of the bot parted."""
    then, now = (encode(said).decode() for said in (difference.recorded, difference.now))
    where = f"turn {difference.turn}, decision {difference.decision}, field {difference.field}"
    return (
        f"two runs part at {where}: {then}, then {now}. It can play, but its matches cannot be "
        f"played again: draw chance from the seed in `start`, and sort sets before use"
    )


def exchange(played: Played, fault: Fault) -> tuple[bytes, list[bytes]]:
    """The message a fault was about, and what the bot said to it."""
    number = _number_of(played, fault)
    told = b""
    said: list[bytes] = []
    for by_bot, text in played.lines:
        if by_bot and told:
            said.append(text)
        elif told:
            break
        elif number is None or json.loads(text).get("id") == number:
            told = text
    return told, said


def _number_of(played: Played, fault: Fault) -> int | None:
    """The number of the ask that was answered badly; None for the start."""
    if fault.decision is None:
        return None
    terms = played.report.terms
    game = engine.get(played.report.game).new(**terms._asdict())
    return place_of(game, played.report, fault.decision)[1]
