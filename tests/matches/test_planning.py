"""What is played next: bounded, in fair shares, newcomers first."""

import math
from collections import Counter

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches import planning, selectors, tasks
from matches.models import Match, MatchStatus, Meeting, Seat
from moonladder.audit.models import AuditEvent
from moonladder.ladders import seeds, services
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, LadderState, Place, Stint
from tests.matches import arena


def settle_in(*ladders: Ladder) -> None:
    """Let nobody on these ladders be a newcomer any more."""
    Stint.objects.filter(entry__ladder__in=ladders).update(booked=planning.pairing.PLACEMENT_BLOCKS)
    Entry.objects.filter(ladder__in=ladders).update(owed=0)


def test_a_block_seats_everybody_once_in_every_seat_with_one_seed(quartet: Ladder) -> None:
    block = planning.ranked_plan(ladder=quartet)
    assert block is not None
    seatings = Seat.objects.filter(match__block=block).values_list("stint", "number")
    players = {place.stint_id for place in block.places.all()}
    assert Counter(seatings) == Counter({(who, seat): 1 for who in players for seat in range(3)})
    assert block.seed == seeds.block_seed(quartet.secret, block.number)


def test_blocks_and_matches_are_numbered_without_gaps(quartet: Ladder) -> None:
    for _ in range(3):
        planning.ranked_plan(ladder=quartet)
    assert list(Block.objects.order_by("pk").values_list("number", flat=True)) == [1, 2, 3]
    numbers = Match.objects.order_by("pk").values_list("number", flat=True)
    assert list(numbers) == list(range(1, 10))


def test_the_queue_is_as_long_as_the_ladders_are_many_while_nobody_plays(quartet: Ladder) -> None:
    settle_in(quartet)
    assert len(planning.blocks_schedule()) == 1
    assert planning.blocks_schedule() == []


def test_the_queue_grows_with_the_workers(quartet: Ladder) -> None:
    settle_in(quartet)
    for busy in (1, 2, 3):
        planning.blocks_schedule()
        hold_the_next_block()
        planning.blocks_schedule()
        waiting, running = planning.queue_lengths()[quartet.pk]
        assert (waiting, running) == (max(1, busy), busy)


def hold_the_next_block() -> None:
    """Let a worker begin the first block that waits."""
    match = Match.objects.filter(status=MatchStatus.WAITING, part=0).order_by("number")[0]
    Match.objects.filter(pk=match.pk).update(
        status=MatchStatus.RUNNING, claim="x", lease_until=timezone.now()
    )


def test_ladders_get_fair_shares(quartet: Ladder) -> None:
    other = arena.make_ladder("other")
    for name in ("eve", "fay", "gus"):
        arena.seat(other, name)
    settle_in(quartet, other)
    for _ in range(6):
        planning.blocks_schedule()
        hold_the_next_block()
    shares = Counter(Block.objects.values_list("ladder__slug", flat=True))
    assert abs(shares["quick"] - shares["other"]) <= 1


def test_a_newcomer_is_seated_at_once_and_before_everybody_else(quartet: Ladder) -> None:
    settle_in(quartet)
    planning.blocks_schedule()
    newcomer = arena.seat(quartet, "new", is_house=True)
    newcomer.bot.is_house = False
    newcomer.bot.save()
    (block,) = planning.blocks_schedule()
    assert block.places.filter(stint__entry=newcomer).exists()
    assert block.priority == services.PRIORITIES[BlockKind.CHALLENGE]


def test_bots_of_one_owner_never_meet(ladder: Ladder) -> None:
    for name in ("one", "two"):
        entry = arena.seat(ladder, name, owner="same")
        entry.bot.is_house = False
        entry.bot.save()
    arena.seat(ladder, "three")
    assert planning.ranked_plan(ladder=ladder) is None
    arena.seat(ladder, "four")
    for _ in range(4):
        block = planning.ranked_plan(ladder=ladder)
        assert block is not None
        owners = [place.version.bot.owner_id for place in block.places.all()]
        assert len(set(owners)) == 3


def test_everybody_gets_their_first_blocks_and_meetings_are_counted(quartet: Ladder) -> None:
    """Each block has who played least, so that two blocks give everybody one more at least."""
    for _ in range(12):
        planning.ranked_plan(ladder=quartet)
    booked = Stint.objects.values_list("booked", flat=True)
    assert min(booked) >= planning.pairing.PLACEMENT_BLOCKS
    blocks = Meeting.objects.values_list("blocks", flat=True)
    assert len(blocks) == 12
    assert sum(blocks) == 12 * 6


def test_planning_reads_no_more_on_a_large_ladder_than_on_a_small_one(ladder: Ladder) -> None:
    large = arena.make_ladder("large")
    arena.crowd(ladder, 2 * planning.pairing.SAMPLE)
    arena.crowd(large, 8 * planning.pairing.SAMPLE)
    asked, rows = zip(*(reads_of_planning(each) for each in (ladder, large)), strict=True)
    assert asked[0] == asked[1]
    assert max(rows) < 4 * planning.pairing.SAMPLE


def reads_of_planning(ladder: Ladder) -> tuple[int, int]:
    """How many statements planning takes after some blocks, and how many rows they read."""
    for _ in range(3):
        assert planning.ranked_plan(ladder=ladder) is not None
    with CaptureQueriesContext(connection) as taken:
        assert planning.ranked_plan(ladder=ladder) is not None
    reads = [each["sql"] for each in taken if each["sql"].startswith("SELECT")]
    with connection.cursor() as cursor:
        rows = [len(cursor.execute(sql).fetchall()) for sql in reads]
    return len(taken), sum(rows)


def test_a_large_ladder_seats_neighbours_and_newcomers_first(ladder: Ladder) -> None:
    arena.crowd(ladder, 4 * planning.pairing.SAMPLE)
    newcomer = arena.seat(ladder, "new")
    for _ in range(planning.pairing.PLACEMENT_BLOCKS):
        block = planning.ranked_plan(ladder=ladder)
        assert block is not None
        assert block.places.filter(stint__entry=newcomer).exists()
    newcomer.refresh_from_db()
    assert newcomer.owed == 0
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    ratings = [place.stint.rating for place in block.places.select_related("stint") if place.stint]
    assert max(ratings) - min(ratings) < 300


def test_a_large_ladder_that_was_never_fitted_plays(ladder: Ladder) -> None:
    arena.crowd(ladder, 2 * planning.pairing.SAMPLE)
    Entry.objects.update(rank=None)
    assert planning.ranked_plan(ladder=ladder) is not None


@pytest.mark.parametrize("state", [LadderState.PAUSED, LadderState.CLOSED])
def test_a_ladder_that_is_not_open_plans_nothing(quartet: Ladder, state: str) -> None:
    Ladder.objects.update(state=state)
    assert planning.blocks_schedule() == []
    assert planning.ranked_plan(ladder=quartet) is None


def test_withdrawn_and_disabled_bots_are_not_seated(quartet: Ladder) -> None:
    ada, bob, *_ = Entry.objects.order_by("pk")
    Entry.objects.filter(pk=ada.pk).update(is_active=False)
    bob.bot.disabled_at = timezone.now()
    bob.bot.save()
    for _ in range(3):
        planning.ranked_plan(ladder=quartet)
    assert not Place.objects.filter(stint__entry__in=(ada, bob)).exists()


def test_a_long_block_gives_way_to_what_is_more_urgent(quartet: Ladder) -> None:
    settle_in(quartet)
    block = planning.ranked_plan(ladder=quartet)
    assert block is not None
    assert not selectors.is_something_urgent(than=block)
    arena.upload(arena.make_bot(quartet, "new"))
    assert selectors.is_something_urgent(than=block)


@pytest.mark.parametrize(("patience", "played"), [(math.inf, 3), (0.0, 1)])
def test_only_a_block_that_takes_long_is_interrupted(
    quartet: Ladder, monkeypatch: pytest.MonkeyPatch, patience: float, played: int
) -> None:
    settle_in(quartet)
    block = planning.ranked_plan(ladder=quartet)
    assert block is not None
    arena.upload(arena.make_bot(quartet, "new"))
    monkeypatch.setattr(tasks, "LOOK_SECONDS", patience)
    tasks.play_block(block.pk)
    assert Match.objects.filter(block=block, status=MatchStatus.FINISHED).count() == played


def test_a_closed_ladder_shows_its_secret_and_deals_no_more(quartet: Ladder) -> None:
    actor = arena.make_user("organiser")
    planning.ranked_plan(ladder=quartet)
    services.ladder_pause(ladder=quartet, actor=actor, reason="the season ends")
    services.ladder_close(ladder=quartet, actor=actor, reason="the season has ended")
    quartet.refresh_from_db()
    assert quartet.secret_revealed_at is not None
    with pytest.raises(services.Refused, match="secret"):
        services.block_plan(ladder=quartet, kind=BlockKind.RANKED, chairs=[])
    assert set(AuditEvent.objects.values_list("action", flat=True)) == {
        "ladder_pause",
        "secret_reveal",
    }
