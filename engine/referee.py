"""The referee: puts every decision to the seat that has it, and holds all seats to the same rules.

Theory of operation. Every bot sits behind a `Transport`. All are told `start` first, then each must
say `ready`. From then on the referee waits for nobody but the seat whose decision it is: the seat
gets its view and what it was told since last time, and answers with the index of an option. A bad
or late answer is a fault: the ask's default is played and a strike counted. A seat that reaches
`STRIKES`, or whose bot is gone, is out: its bot is closed, defaults are played for it to the end,
and it ranks behind all seats that stayed. The others get a whole game.

All of this follows from the game, the answers and the faults alone. No clock is read here, so a
match is replayed by giving the same answers and faults again.
"""

from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from engine.clock import STANDARD, Clock, SeatClock
from engine.faults import STRIKES, BotFault, Spent, ends_the_bot
from engine.fingerprint import Fingerprint
from engine.kernel import Ask, Game, Json, Outcome, Terms
from engine.protocol import messages
from engine.protocol.briefing import Briefing
from engine.protocol.codec import AnswerReader, answered, read_ready
from engine.protocol.messages import Answer, Start
from engine.rng import MAX_SEED
from engine.transport import Reply, Transport

REMARK_BYTES = 256 * 1024
"""Bytes of answers with notes or beliefs that are kept for one seat in one match."""

Watch = Callable[[int, str], None]
"""Called after every decision, with its number and its mark."""


class Fault(NamedTuple):
    """One fault of one seat: at which decision of the match, None before the first."""

    seat: int
    decision: int | None
    fault: str
    detail: str


class Said(NamedTuple):
    """What a seat added to one of its answers."""

    seat: int
    decision: int
    note: str | None
    beliefs: list[dict[str, float] | None] | None


class SeatReport(NamedTuple):
    """How one seat fared with the referee: strikes, why it is out if it is, what its bot used."""

    strikes: int
    out: Fault | None
    usage: dict[str, Json]


@dataclass(frozen=True, slots=True)
class Report:
    """All that came of a match; decisions count from 0."""

    game: str
    rules_version: int
    terms: Terms
    clock: Clock
    limits: Mapping[str, Json]
    choices: list[int]
    faults: list[Fault]
    said: list[Said]
    times: list[Spent | None]
    """Per decision the time it took, None where a seat that is out was not asked."""
    outcome: Outcome
    """The game's own, but for the placements: seats that are out rank behind the others."""
    seats: tuple[SeatReport, ...]
    trail: list[str]
    fingerprint: str


def play(
    game: Game,
    players: Sequence[Transport],
    *,
    clock: Clock = STANDARD,
    limits: Mapping[str, Json] | None = None,
    watch: Watch | None = None,
) -> Report:
    """Play the game to its end with these players, one per seat, and close them.

    `limits` is told to the bots as it is; whoever opened them enforces it. `watch` is called after
    every decision with its number and the mark it left in the fingerprint. Raises whatever a
    player raises that is no `BotFault`: then there is no result.
    """
    with ExitStack() as table:
        for player in players:
            table.callback(player.close)
        return _Match(game, players, clock, limits or {}).play(watch)


def private_seed(seed: int, seat: int) -> int:
    """The seed a seat gets for dice of its own: one-way, so that it tells nothing of the match."""
    digest = sha256(b"moonladder private seed %d %d" % (seed, seat)).digest()
    return int.from_bytes(digest[:8], "big") & MAX_SEED


def rank(placements: Sequence[int], out_since: Sequence[int | None]) -> tuple[int, ...]:
    """Placements with every seat that is out behind all others.

    Among those that stayed the game's own order holds; among those out, who left later is better
    placed. `out_since` has the decision at which a seat left, -1 before the first, None if never.
    """
    keys = [
        (0, place) if since is None else (1, -since)
        for place, since in zip(placements, out_since, strict=True)
    ]
    return tuple(1 + sum(other < key for other in keys) for key in keys)


@dataclass(slots=True)
class _Seat:
    """One seat at the table."""

    number: int
    bot: Transport
    clock: SeatClock
    strikes: int = 0
    out: Fault | None = None
    remark_bytes: int = 0
    """Bytes of answers with notes or beliefs kept so far."""
    usage: dict[str, Json] = field(default_factory=dict)
    owed: list[int] = field(default_factory=list)
    """Asks given up on: should their answers still come, they are thrown away."""


class _Match:
    """One match being played."""

    def __init__(
        self, game: Game, players: Sequence[Transport], clock: Clock, limits: Mapping[str, Json]
    ) -> None:
        if game.terms is None or game.choices:
            raise ValueError("a match needs a new game: make one with spec.new(...)")
        if len(players) != game.terms.seats:
            raise ValueError(f"{game.terms.seats} seats need as many players, not {len(players)}")
        self.game, self.terms, self.clock, self.limits = game, game.terms, clock, limits
        self.seats = [_Seat(i, player, SeatClock(clock)) for i, player in enumerate(players)]
        self.briefing = Briefing(game, len(players))
        self.reader = AnswerReader(len(players), game.spec.roles)
        self.fingerprint = Fingerprint()
        self.faults: list[Fault] = []
        self.said: list[Said] = []
        self.times: list[Spent | None] = []

    def play(self, watch: Watch | None) -> Report:
        self._start()
        while self.game.ask is not None:
            self.game.choose(self._decide(self.game.ask))
            mark = self.fingerprint.decided()
            if watch is not None:
                watch(len(self.game.choices) - 1, mark)
        outcome = self._final_outcome()
        self._say_over(outcome)
        return self._report(outcome)

    # ── beginning ─────────────────────────────────────────────────────────────────────────────

    def _start(self) -> None:
        """Start all bots before waiting for any: they get ready side by side."""
        unsent = {}
        for seat in self.seats:
            line = messages.encode(self._start_message(seat.number))
            self.fingerprint.told(seat.number, line)
            try:
                seat.bot.send(line + b"\n")
            except BotFault as fault:
                unsent[seat.number] = fault
        for seat in self.seats:
            try:
                if seat.number in unsent:
                    raise unsent[seat.number]
                self._await_ready(seat)
                self.fingerprint.ready(seat.number)
            except BotFault as fault:
                self._charge(seat, fault, None)

    def _start_message(self, seat: int) -> Start:
        spec, (seats, seed, options) = self.game.spec, self.terms
        return Start(
            messages.PROTOCOL,
            spec.name,
            spec.rules_version,
            options,
            seats,
            seat,
            private_seed(seed, seat),
            self.clock,
            dict(self.limits),
        )

    def _await_ready(self, seat: _Seat) -> None:
        try:
            reply = seat.bot.receive(seat.clock.start_deadline())
        except BotFault as fault:
            if fault.fault.startswith("timeout:"):
                raise BotFault("timeout:start", fault.detail, fault.spent) from None
            raise
        seat.clock.check_start(reply.spent)
        read_ready(reply.line)
        _refuse_more(reply)

    # ── deciding ──────────────────────────────────────────────────────────────────────────────

    def _decide(self, ask: Ask) -> int:
        """The choice of the seat asked, or the default in its place."""
        seat = self.seats[ask.seat]
        if seat.out is not None:
            self.times.append(None)
            return ask.default
        try:
            answer, spent = self._ask(seat, ask)
        except BotFault as fault:
            self.times.append(fault.spent)
            self._charge(seat, fault, len(self.game.choices))
            return ask.default
        self.times.append(spent)
        if answer.note is not None or answer.beliefs is not None:
            self._keep(seat, answer)
        self.fingerprint.answered(seat.number, answer.id, answer.choice)
        return answer.choice

    def _keep(self, seat: _Seat, answer: Answer) -> None:
        """Write down what else was said, unless the seat has said too much."""
        size = len(messages.encode(answer))
        if seat.remark_bytes + size <= REMARK_BYTES:
            seat.remark_bytes += size
            decision = len(self.game.choices)
            self.said.append(Said(seat.number, decision, answer.note, answer.beliefs))

    def _ask(self, seat: _Seat, ask: Ask) -> tuple[Answer, Spent]:
        self._refuse_early(seat)
        body = self.briefing.ask()
        number = self.briefing.asks[seat.number]
        self.fingerprint.told(seat.number, body)
        seat.bot.send(messages.ask_line(body, seat.clock.left()))
        reply = self._receive(seat, number)
        seat.clock.charge(reply.spent)
        try:
            answer = self.reader.read(reply.line, number, len(ask.options))
            _refuse_more(reply)
        except BotFault as fault:
            raise BotFault(fault.fault, fault.detail, reply.spent) from None
        return answer, reply.spent

    def _refuse_early(self, seat: _Seat) -> None:
        """What a bot says unasked is a fault, unless it is an answer that was given up on."""
        for line in seat.bot.unasked():
            if not _paid(seat, line):
                raise BotFault("protocol:early_output", ascii(line[:80])[2:-1])

    def _receive(self, seat: _Seat, number: int) -> Reply:
        """The seat's reply to this ask; late replies to asks given up on are thrown away."""
        deadline = seat.clock.answer_deadline()
        try:
            reply = seat.bot.receive(deadline)
            while seat.owed and _paid(seat, reply.line):
                reply = seat.bot.receive(deadline)
        except BotFault as fault:
            raise self._lateness(seat, number, fault) from None
        return reply

    def _lateness(self, seat: _Seat, number: int, fault: BotFault) -> BotFault:
        """The fault, with its time taken off; its bot owes an answer if it was merely late."""
        with suppress(BotFault):
            seat.clock.charge(fault.spent)
        if not fault.fault.startswith("timeout:"):
            return fault
        seat.owed.append(number)
        if seat.clock.match == 0.0:
            return BotFault("timeout:match", fault.detail, fault.spent)
        return fault

    def _charge(self, seat: _Seat, fault: BotFault, decision: int | None) -> None:
        """Write the fault down; put the seat out when its bot is gone or it was the last strike."""
        entry = Fault(seat.number, decision, fault.fault, fault.detail)
        self.faults.append(entry)
        self.fingerprint.failed(seat.number, fault.fault)
        seat.strikes += 1
        if decision is None or seat.strikes == STRIKES or ends_the_bot(fault.fault):
            seat.out = entry
            seat.usage = seat.bot.usage()
            seat.bot.close()

    # ── ending ────────────────────────────────────────────────────────────────────────────────

    def _final_outcome(self) -> Outcome:
        outcome = self.game.outcome
        assert outcome is not None
        out_since = [
            None if seat.out is None else -1 if seat.out.decision is None else seat.out.decision
            for seat in self.seats
        ]
        return outcome._replace(placements=rank(outcome.placements, out_since))

    def _say_over(self, outcome: Outcome) -> None:
        """Tell all who are still there; nothing they do now can matter."""
        for seat in self.seats:
            if seat.out is None:
                body = self.briefing.over(seat.number, outcome)
                self.fingerprint.told(seat.number, body)
                with suppress(BotFault):
                    seat.bot.send(body + b"\n")
                seat.usage = seat.bot.usage()

    def _report(self, outcome: Outcome) -> Report:
        return Report(
            game=self.game.spec.name,
            rules_version=self.game.spec.rules_version,
            terms=self.terms,
            clock=self.clock,
            limits=self.limits,
            choices=self.game.choices,
            faults=self.faults,
            said=self.said,
            times=self.times,
            outcome=outcome,
            seats=tuple(SeatReport(seat.strikes, seat.out, seat.usage) for seat in self.seats),
            trail=self.fingerprint.trail,
            fingerprint=self.fingerprint.hexdigest(),
        )


def _paid(seat: _Seat, line: bytes) -> bool:
    """Whether the line answers an ask given up on; it is then no longer owed."""
    number = answered(line) if seat.owed else None
    if number not in seat.owed:
        return False
    seat.owed.remove(number)
    return True


def _refuse_more(reply: Reply) -> None:
    if reply.more:
        raise BotFault("protocol:extra_output", "there was more after the line", reply.spent)
