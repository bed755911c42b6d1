"""Ends the trial of a new version: may it play, and does it repeat itself?"""

from matches import queue, replay, selectors
from matches.models import UNDECIDED, Match, MatchStatus, Seat
from moonladder.bots import services as bots
from moonladder.bots.models import Version, VersionStatus
from moonladder.ladders import services as ladders
from moonladder.ladders.models import Block, BlockKind

LOG_TAIL = 2000
"""So much of what a bot wrote to its own log is shown with its trial."""


def trials_conclude() -> int:
    """Conclude every trial that is over, in case whoever played it could not; return how many."""
    waiting = Block.objects.filter(
        kind=BlockKind.TRIAL, places__position=0, places__version__status=VersionStatus.BUILT
    )
    over = waiting.exclude(matches__status__in=UNDECIDED)
    return sum(trial_conclude(block=block) for block in over.order_by("pk"))


def trial_conclude(*, block: Block) -> bool:
    """Decide about the version under trial; False while it plays, or when it was decided before."""
    plays = list(Match.objects.filter(block=block).order_by("part"))
    if any(play.status in UNDECIDED for play in plays):
        return False
    version = block.places.select_related("version__bot").get(position=0).version
    void = next((play for play in plays if play.status == MatchStatus.VOID), None)
    if void is not None:
        return bots.version_fail(version=version, log=f"The trial was not played: {void.trouble}")
    return _judge(version, plays)


def _judge(version: Version, plays: list[Match]) -> bool:
    seconds = sum(_seconds(play) for play in plays)
    seats = [Seat.objects.get(match=play, number=0) for play in plays]
    log = "".join(_seat_log(play, seat) for play, seat in zip(plays, seats, strict=True))
    if any(seat.fault for seat in seats):
        return bots.version_reject(version=version, log=log, seconds=seconds)
    deterministic, said = _compare(plays)
    accepted = bots.version_accept(
        version=version, log=log + said, seconds=seconds, deterministic=deterministic
    )
    if accepted:
        for entry in ladders.version_enter(version=version):
            queue.send_attend(entry.ladder_id)
    return accepted


def _seconds(play: Match) -> float:
    if play.started_at is None or play.finished_at is None:
        return 0.0
    return max(0.0, (play.finished_at - play.started_at).total_seconds())


def _seat_log(play: Match, seat: Seat) -> str:
    """What the author reads about one of the two plays."""
    faults = f"{seat.strikes} fault{'' if seat.strikes == 1 else 's'}"
    if seat.fault:
        fared = f"out after {faults}, the last one {seat.fault}: {seat.fault_detail}"
    else:
        fared = f"played {play.decisions} decisions to the end and came in at {seat.placement}"
        fared += f", with {faults} on the way" if seat.strikes else ""
    tail = seat.stderr[-LOG_TAIL:]
    return f"Play {play.part + 1}: {fared}.\n" + (f"Its log ends with:\n{tail}\n" if tail else "")


def plays_difference(plays: list[Match]) -> replay.Difference | None:
    """Where the two plays of a trial part."""
    records = [replay.load(selectors.record_content(match_id=play.pk)) for play in plays]
    return replay.first_difference(*records)


def _compare(plays: list[Match]) -> tuple[bool, str]:
    """Whether the version did the same twice, and what its author reads about that."""
    difference = plays_difference(plays)
    if difference is None:
        return True, "Deterministic: both plays are the same to the last byte.\n"
    if difference.seat not in (0, None):
        return True, f"Deterministic as far as was seen. An opponent was not: {difference}.\n"
    return False, f"Not deterministic: {difference}. Take chance from the seed in `start`.\n"
