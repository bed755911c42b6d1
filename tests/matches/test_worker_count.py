"""Results do not depend on how many workers there are, or on which is quicker."""

import random
from pathlib import Path

import pytest
from celery import current_app

from matches import fitting, planning, settlement
from matches.models import Match, MatchStatus, RatingChange
from moonladder.ladders import selectors
from moonladder.ladders.models import Block, Ladder, LadderState
from tests.matches import arena
from tests.matches.site import worker
from tests.services.processes import wait_until

NAMES = ("ada", "bob", "cleo", "dan")
PLAYERS = ("first", "last", "seeded", "seeded")
TABLES = ((0, 1, 2), (2, 3, 0), (1, 3, 2), (3, 0, 1), (2, 1, 0))


@pytest.mark.django_db(transaction=True)
def test_one_worker_and_two_in_any_order_give_the_same_ladder(broker: str, tmp_path: Path) -> None:
    one, two = planned("one"), planned("two")
    with worker(tmp_path, size=1, queues="matches", sandbox="process"):
        play(one, Block.objects.filter(ladder=one).order_by("number"))
    with worker(tmp_path, size=2, queues="matches", sandbox="process"):
        shuffled = list(Block.objects.filter(ladder=two))
        random.Random(7).shuffle(shuffled)
        play(two, shuffled)
    assert fingerprints(one) == fingerprints(two)
    assert history(one) == history(two)
    assert standings(one) == standings(two)


def planned(slug: str) -> Ladder:
    """A ladder with all its blocks planned, the same on every call but for its name."""
    ladder = arena.make_ladder(slug)
    Ladder.objects.filter(pk=ladder.pk).update(secret="5" * 64)
    ladder.refresh_from_db()
    for name, player in zip(NAMES, PLAYERS, strict=True):
        arena.seat(ladder, f"{slug}-{name}", player)
    stints = list(selectors.stints_to_pair(ladder=ladder))
    for table in TABLES:
        planning.table_plan(ladder=ladder, table=[stints[chair] for chair in table])
        ladder.refresh_from_db()
    Ladder.objects.filter(pk=ladder.pk).update(state=LadderState.PAUSED)
    current_app.control.purge()
    return ladder


def play(ladder: Ladder, blocks: object) -> None:
    """Send the blocks in this order, settle as results come in, until all are in."""
    for block in blocks:  # type: ignore[attr-defined]
        current_app.send_task("matches.play_block", (block.pk,), queue="matches")
    open_matches = Match.objects.filter(ladder=ladder).exclude(status=MatchStatus.FINISHED)

    def is_over() -> bool:
        settlement.ladder_settle(ladder_id=ladder.pk)
        return not open_matches.exists()

    wait_until(is_over, what="all matches to be played")
    settlement.ladder_settle(ladder_id=ladder.pk)
    fitting.ladder_fit(ladder_id=ladder.pk)


def fingerprints(ladder: Ladder) -> list[tuple[int, str]]:
    """What was said in every match."""
    matches = Match.objects.filter(ladder=ladder).order_by("number")
    return list(matches.values_list("number", "fingerprint"))


def history(ladder: Ladder) -> list[tuple[float, ...]]:
    """Every change of every rating, in the order in which they were made."""
    changes = RatingChange.objects.filter(entry__ladder=ladder).order_by("step", "pk")
    return list(changes.values_list("match__number", "before", "after", "expected", "scored"))


def standings(ladder: Ladder) -> list[tuple[object, ...]]:
    """The table, without the ladder's own names."""
    return [
        (entry.bot.name.partition("-")[2], entry.rank, entry.elo, entry.stint and entry.stint.low)
        for entry in selectors.ladder_standings(ladder=ladder)
    ]
