"""Results for a site to show: most are made up in a moment, some were played by house bots.

In what is made up the stronger bot is ahead more often than not. What was played is played in this
process, and has a record to replay.
"""

import json
import random

import engine
from engine import record
from engine.clock import Deadline
from engine.faults import Spent
from engine.kernel import Json
from engine.record import Record
from engine.rng import Rng
from engine.transport import Reply
from kit.bot import Ask
from matches import selectors, services
from matches.jobs import Result, SeatResult
from matches.models import Match, Seat
from matches.runner import share_beaten
from moonladder.ladders.models import Block
from tests.kit.houses import Seated, house

STRENGTHS = {"greedy": 1.2, "random": -0.4}
"""Of the house's bots, in units of what chance does."""

REACH = 2.2
"""How far the best of the others is above the worst, in the same units."""

CLUMSY = {"moth": 0.1, "tidepool": 0.06, "corvid": 0.04}
"""How often some bots are put out of a match."""

BLUNDERS = (
    ("timeout:cpu", "thought for 1.31 s, and had 1.00 s for an answer"),
    ("crash:exit 1", "IndexError: list index out of range"),
    ("illegal_choice", "chose option 7 of 5"),
)
TABLES = {
    "shamans": ("thinker", "loyal", "greedy", "random"),
    "shadow_hunters": ("thinker", "greedy", "brawler", "greedy", "random"),
    "shamanix": ("greedy", "reckless"),
}
"""Who plays where it is really played."""

SEED = 11


def decide_block(block: Block, order: tuple[str, ...] = ()) -> list[Match]:
    """Make up the results of a block; `order` names the bots from the best to the worst."""
    for match_id in selectors.waiting_matches(block_id=block.pk):
        decide(match_id, order)
    return list(Match.objects.filter(block=block).order_by("part"))


def decide(match_id: int, order: tuple[str, ...] = ()) -> None:
    """Make up a result, the same in every run."""
    job = services.match_claim(match_id=match_id, worker="player@one")
    assert job is not None
    chance = random.Random(job.seed + match_id)
    names = list(
        Seat.objects.filter(match=match_id)
        .order_by("number")
        .values_list("version__bot__name", flat=True)
    )
    out = [chance.random() < CLUMSY.get(name, 0) for name in names]
    form = [_strength(name, order) + chance.gauss(0, 1) for name in names]
    came_in = sorted(range(job.seats), key=lambda seat: (out[seat], -form[seat]))
    placements = [came_in.index(seat) + 1 for seat in range(job.seats)]
    roles = chance.choices(sorted(engine.get(job.game).roles.items()), k=job.seats)
    blunders = [chance.choice(BLUNDERS) if is_out else ("", "") for is_out in out]
    seats = tuple(
        _fared(seat, placements, roles[seat], blunders[seat]) for seat in range(job.seats)
    )
    said = f"{chance.getrandbits(256):064x}"
    result = Result("made up", chance.randint(60, 160), said, seats, b"{}")
    assert services.match_record(job=job, result=result)


def _strength(name: str, order: tuple[str, ...]) -> float:
    if name in order:
        return REACH * (1 - order.index(name) / len(order))
    return STRENGTHS.get(name.rpartition("-")[2], 0.0)


def _fared(
    seat: int, placements: list[int], role: tuple[str, str], blunder: tuple[str, str]
) -> SeatResult:
    (name, faction), (fault, detail) = role, blunder
    return SeatResult(
        placement=placements[seat],
        score=share_beaten(placements, seat),
        points=float(2 * (len(placements) - placements[seat])),
        role_start=name,
        role_end=name,
        faction_start=faction,
        faction_end=faction,
        strikes=3 if fault == "illegal_choice" else 0,
        fault=fault,
        fault_detail=detail,
        cpu_seconds=0.4 + 0.3 * seat,
        peak_memory_bytes=19_000_000,
        stamp="bubblewrap",
        stderr="",
    )


def house_match(game: str) -> Record:
    """A match that was played, with everything a replay can show but faults."""
    names = TABLES[game]
    seats = [Guest(house(game, name)) for name in names]
    report = engine.play(engine.get(game).new(seats=len(seats), seed=SEED), seats)
    return record.record(report, [f"house/{name}" for name in names])


class Guest(Seated):
    """A house bot that says what it makes of every decision, and takes some time for it."""

    def start(self, message: Json) -> None:
        super().start(message)
        self._mood = Rng.stream(message["seed"], "mood")

    def receive(self, deadline: Deadline) -> Reply:
        reply = super().receive(deadline)
        if b'"choice"' not in reply.line:
            return reply
        spent = (5 + self._mood.below(400)) / 1000
        return Reply(_with_note(reply.line, self.asks[-1]), Spent(spent, spent, spent * 1.2))


def _with_note(line: bytes, ask: Ask) -> bytes:
    answer = json.loads(line)
    note = f"{ask['kind']}: of {len(ask['options'])} options number {answer['choice']} looks best"
    return json.dumps({**answer, "note": note}).encode()
