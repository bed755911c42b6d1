"""Finished matches with all a record can hold, played without any box and put on the shelf."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from msgspec import json

import engine
from engine import record
from engine.clock import Deadline
from engine.faults import BotFault, Spent
from engine.protocol.messages import Answer, encode
from engine.record import Record
from engine.transport import Reply
from matches import planning, selectors, services
from matches.jobs import Result, SeatResult
from matches.models import Match
from matches.runner import share_beaten
from moonladder.ladders.models import Ladder
from tests.matches import arena
from tests.viewer.matches import Thinker, played

FACTIONS = ("faction_start", "faction_end")
SEATS = {"shamans": 3, "shadow_hunters": 4, "shamanix": 2}


class Chatty(Thinker):
    """Says with every answer which seat it is, and fails at its second ask."""

    asks = 0

    def receive(self, deadline: Deadline) -> Reply:
        reply = super().receive(deadline)
        if b'"choice"' not in reply.line:
            return reply
        self.asks += 1
        if self.asks == 2:
            raise BotFault("illegal_choice", detail_of(self._seat), Spent(0.2, 0.2, 0.3))
        answer = json.decode(reply.line, type=Answer)
        answer.note = note_of(self._seat)
        return reply._replace(line=encode(answer))


def note_of(seat: int) -> str:
    """What the bot in that seat notes at every answer."""
    return f"the secret thought of seat {seat}"


def detail_of(seat: int) -> str:
    """How its fault looked."""
    return f"the blunder of seat {seat}"


def log_of(seat: int) -> str:
    """What the bot in that seat wrote to its log."""
    return f"the log of seat {seat} begins here\nand ends here\n"


def owners(seats: int) -> list[str]:
    """Who plays: seat by seat somebody else's bot, but nobody knows which before the match."""
    return [f"owner{number}" for number in range(seats)]


def make_ladder(game: str, seats: int = 0) -> Ladder:
    """A ladder of that game with just enough bots for a table, each of its own owner."""
    seats = seats or SEATS[game]
    ladder = arena.make_ladder(game.replace("_", "-"), game=game, seats=seats, options={})
    for owner in owners(seats):
        arena.seat(ladder, f"bot-of-{owner}", owner=owner)
    return ladder


def shelve(ladder: Ladder, match: Record) -> list[Match]:
    """Plan a block and give each of its matches this record."""
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    for match_id in selectors.waiting_matches(block_id=block.pk):
        finish(match_id, match)
    return list(Match.objects.filter(block=block).select_related("ladder").order_by("part"))


def lively_match(game: str, seats: int = 0) -> Match:
    """A match of bots that think aloud, fail and write to their logs, on a ladder of its own."""
    seats = seats or SEATS[game]
    return shelve(make_ladder(game, seats), chatty(game, seats))[0]


def chatty(game: str, seats: int) -> Record:
    """The record of such a match."""
    return played(engine.get(game), [Chatty() for _ in range(seats)])


def owner_of(match: Match, seat: int) -> User:
    """Whose bot sat there."""
    return match.table.select_related("version__bot__owner").get(number=seat).version.bot.owner


def finish(match_id: int, match: Record) -> None:
    """Put that record under a match that waits."""
    job = services.match_claim(match_id=match_id, worker="nobody")
    assert job is not None
    outcome = match.outcome
    seats = tuple(_fared(match, seat, outcome["placements"]) for seat in range(match.seats))
    told = record.dump(match)
    result = Result(outcome["reason"], len(match.choices), match.fingerprint, seats, told)
    assert services.match_record(job=job, result=result)


def _fared(match: Record, seat: int, placements: Sequence[int]) -> SeatResult:
    faults = [fault for fault in match.faults if fault.seat == seat]
    roles = match.outcome["roles"]
    role = roles[seat] if roles else dict.fromkeys(("start", "end", *FACTIONS), "")
    return SeatResult(
        placement=placements[seat],
        score=share_beaten(placements, seat),
        points=match.outcome["points"][seat],
        role_start=role["start"],
        role_end=role["end"],
        faction_start=role["faction_start"],
        faction_end=role["faction_end"],
        strikes=len(faults),
        fault="",
        fault_detail="",
        cpu_seconds=0.25,
        peak_memory_bytes=9_000_000,
        stamp="bubblewrap",
        stderr=log_of(seat),
    )
