"""Swap tests: the same seats and seeds with another version, and nobody's rating moves."""

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings
from pytest_django.fixtures import DjangoAssertNumQueries

from matches import organising, planning, settlement, swaps, tasks
from matches.models import Match, MatchStatus, Seat, Swap, SwapBlock
from matches.swap_reports import SwapReport, swap_report, swap_stamp
from matches.swaps import swap_choices, swap_request
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.quotas import DAY, QuotaReached
from moonladder.ladders import services
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, LadderState
from moonladder.ladders.selectors import seeds_check
from moonladder.ladders.services import Refused
from tests.matches import arena


@pytest.fixture
def played(quartet: Ladder) -> Ladder:
    """A ladder on which everybody has some blocks, and ada has a second version."""
    arena.play_rounds(quartet, 8, arena.decide_block)
    arena.take_over(Bot.objects.get(name="ada"), "last")
    return quartet


@pytest.fixture
def ada(played: Ladder) -> User:
    """Who asks."""
    return User.objects.get(username="ada")


def version(number: int) -> Version:
    """A version of ada's bot."""
    return Version.objects.select_related("bot__owner").get(bot__name="ada", number=number)


def ask(user: User, ladder: Ladder, blocks: int = 3) -> Swap:
    """Have the second version compared with the first."""
    return swap_request(
        user=user, ladder=ladder, version=version(2), against=version(1), blocks=blocks
    )


def refusal(user: User, ladder: Ladder, blocks: int = 3) -> str:
    """Why that is refused."""
    with pytest.raises(Refused) as refused:
        ask(user, ladder, blocks)
    return str(refused.value)


def play(swap: Swap) -> SwapReport:
    """Play all of it, with results of chance, and read the report."""
    for each in swap.blocks.select_related("block"):
        arena.decide_block(each.block)
    return swap_report(swap)


def latest(ladder: Ladder, most: int) -> list[Block]:
    """The latest ranked blocks that the first version has played."""
    blocks = Block.objects.filter(ladder=ladder, kind=BlockKind.RANKED, places__version=version(1))
    return list(blocks.order_by("-number")[:most])


def seating(block: Block) -> list[list[int]]:
    """Who sits where in each rotation."""
    return [
        list(match.table.order_by("number").values_list("version", flat=True))
        for match in block.matches.order_by("part")
    ]


# ── asking ────────────────────────────────────────────────────────────────────────────────────


def test_the_latest_blocks_are_played_again_with_one_version_another(
    ada: User, played: Ladder
) -> None:
    swap = ask(ada, played)
    rows = list(swap.blocks.order_by("-original__number").select_related("block", "original"))
    assert [row.original for row in rows] == latest(played, 3)
    now = {version(1).pk: version(2).pk}
    for row in rows:
        assert row.block.seed == row.original.seed
        then = seating(row.original)
        assert seating(row.block) == [[now.get(one, one) for one in table] for table in then]
        assert len(then) == played.seats


def test_no_rating_is_at_stake(ada: User, played: Ladder) -> None:
    before = list(Entry.objects.order_by("pk").values_list("elo", "matches", "rank", "stint"))
    play(ask(ada, played))
    assert settlement.ladder_settle(ladder_id=played.pk) == 0
    after = list(Entry.objects.order_by("pk").values_list("elo", "matches", "rank", "stint"))
    assert after == before
    assert not Seat.objects.filter(match__kind=BlockKind.BATCH, stint__isnull=False).exists()


def test_seeds_can_still_be_checked(ada: User, played: Ladder) -> None:
    dealt = seeds_check(played).checked
    ask(ada, played)
    assert seeds_check(played) == (True, dealt, ())
    assert all(Block.objects.filter(kind=BlockKind.BATCH).values_list("is_seed_chosen", flat=True))


def test_asking_twice_is_asking_once(ada: User, played: Ladder) -> None:
    assert ask(ada, played) == ask(ada, played)
    assert Block.objects.filter(kind=BlockKind.BATCH).count() == 3


def test_asking_for_more_adds_what_is_missing(ada: User, played: Ladder) -> None:
    swap = ask(ada, played, 2)
    assert ask(ada, played, 4) == swap
    found = swap.blocks.order_by("-original__number").values_list("original", flat=True)
    assert list(found) == [block.pk for block in latest(played, 4)]


def test_the_database_takes_no_block_twice(ada: User, played: Ladder) -> None:
    swap = ask(ada, played, 2)
    one, two = swap.blocks.all()
    with pytest.raises(IntegrityError), transaction.atomic():
        SwapBlock.objects.filter(pk=two.pk).update(original=one.original)
    with pytest.raises(IntegrityError), transaction.atomic():
        Swap.objects.create(ladder=played, version=version(2), against=version(1))
    with pytest.raises(IntegrityError), transaction.atomic():
        Swap.objects.create(ladder=played, version=version(2), against=version(2))


def test_fewer_blocks_are_played_where_there_are_no_more(ada: User, played: Ladder) -> None:
    there = len(latest(played, 99))
    assert ask(ada, played, swaps.MOST).blocks.count() == there < swaps.MOST


@pytest.mark.parametrize("blocks", [0, swaps.MOST + 1])
def test_a_test_has_so_many_blocks_and_no_more(ada: User, played: Ladder, blocks: int) -> None:
    assert "1 to 25 blocks" in refusal(ada, played, blocks)


def test_only_owners_and_organisers_ask(ada: User, played: Ladder) -> None:
    assert "ada is not yours" in refusal(User.objects.get(username="bob"), played)
    assert ask(User.objects.create(username="organiser", is_staff=True), played)


def test_a_version_is_compared_with_another_one_of_its_bot(ada: User, played: Ladder) -> None:
    for against in (version(2), Version.objects.get(bot__name="bob")):
        with pytest.raises(Refused, match="Name another version of ada"):
            swap_request(user=ada, ladder=played, version=version(2), against=against)


def test_what_may_not_play_is_not_compared(ada: User, played: Ladder) -> None:
    bot = Bot.objects.get(name="ada")
    Version.objects.filter(pk=version(2).pk).update(status=VersionStatus.REJECTED)
    assert "is rejected" in refusal(ada, played)
    Version.objects.filter(pk=version(2).pk).update(status=VersionStatus.READY)
    organising.bot_disable(bot=bot, actor=ada, reason="a test")
    assert "was disabled" in refusal(ada, played)


def test_a_bot_that_is_disabled_in_that_moment_is_not_compared(ada: User, played: Ladder) -> None:
    now, then = version(2), version(1)
    organising.bot_disable(bot=Bot.objects.get(name="ada"), actor=ada, reason="a test")
    with pytest.raises(Refused, match="was disabled"):
        swap_request(user=ada, ladder=played, version=now, against=then)


@pytest.mark.parametrize("state", [LadderState.PAUSED, LadderState.CLOSED])
def test_only_an_open_ladder_plays_swap_tests(ada: User, played: Ladder, state: str) -> None:
    Ladder.objects.update(state=state)
    assert f"is {state}" in refusal(ada, played)
    assert swap_choices(version(2)) == []


def test_blocks_whose_matches_do_not_count_are_left_alone(ada: User, played: Ladder) -> None:
    void, out, *rest = latest(played, 99)
    Match.objects.filter(block=void, part=0).update(
        status=MatchStatus.VOID, trouble="a test", settled_at=None
    )
    organising.match_exclude(match=out.matches.all()[0], actor=ada, reason="a test")
    originals = ask(ada, played, swaps.MOST).blocks.values_list("original", flat=True)
    assert set(originals) == {block.pk for block in rest}


def test_bots_that_have_left_or_were_disabled_are_not_played_against(
    ada: User, played: Ladder
) -> None:
    bob, cleo = Bot.objects.get(name="bob"), Bot.objects.get(name="cleo")
    services.entry_withdraw(entry=bob.entries.get(), actor=bob.owner)
    seats = Seat.objects.filter(match__block__swap_block__isnull=False)
    ask(ada, played, 1)
    assert not seats.filter(version__bot=bob).exists()
    organising.bot_disable(bot=cleo, actor=ada, reason="a test")
    services.entry_withdraw(entry=bob.entries.get(), actor=bob.owner)
    assert swap_choices(version(2)) == []


def test_ones_own_bot_need_not_be_on_the_ladder_any_more(ada: User, played: Ladder) -> None:
    services.entry_withdraw(entry=Entry.objects.get(bot__name="ada"), actor=ada)
    assert ask(ada, played)


def test_without_any_block_there_is_nothing_to_play_again(quartet: Ladder) -> None:
    arena.take_over(Bot.objects.get(name="ada"), "last")
    ada = User.objects.get(username="ada")
    assert "v1 has no block on quick that could be played again" in refusal(ada, quartet)
    assert not Swap.objects.exists()


def test_only_so_many_blocks_are_taken_in_a_day(
    ada: User, played: Ladder, settings: Settings
) -> None:
    settings.SWAP_BLOCKS_PER_DAY = 3
    with pytest.raises(QuotaReached, match="3 are left: ask for fewer"):
        ask(ada, played, 4)
    assert not SwapBlock.objects.exists()
    ask(ada, played, 3)
    assert ask(ada, played, 3), "asking for what is there costs nothing"
    with pytest.raises(QuotaReached, match="asked for 3 blocks of swap tests"):
        ask(ada, played, 4)
    SwapBlock.objects.update(created_at=timezone.now() - DAY)
    assert ask(ada, played, 4).blocks.count() == 4


def test_it_is_known_what_a_version_can_be_compared_with(ada: User, played: Ladder) -> None:
    (choice,) = swap_choices(version(2))
    assert choice.stint.version == version(1)
    assert choice.blocks == len(latest(played, 99))
    assert swap_choices(version(1)) == [], "the second has played nothing yet"


# ── its turn ──────────────────────────────────────────────────────────────────────────────────


def test_one_block_at_a_time_takes_its_turn_among_the_ranked_ones(
    ada: User, played: Ladder
) -> None:
    """Or a ladder that always has something to play would never come to it."""
    swap = ask(ada, played)

    def priorities() -> list[int]:
        blocks = Block.objects.filter(swap_block__swap=swap).order_by("pk")
        return list(blocks.values_list("priority", flat=True))

    assert priorities() == [6, 9, 9]
    tasks.attend(played.pk)
    assert priorities() == [6, 9, 9]
    arena.decide_block(Block.objects.filter(swap_block__swap=swap).order_by("pk")[0])
    tasks.attend(played.pk)
    assert priorities() == [6, 6, 9]


def test_a_batch_that_is_over_takes_no_turn(ada: User, played: Ladder) -> None:
    play(ask(ada, played))
    assert planning.batch_turn(ladder_id=played.pk) is None


# ── the report ────────────────────────────────────────────────────────────────────────────────


def test_scores_are_compared_seat_by_seat(ada: User, played: Ladder) -> None:
    report = play(ask(ada, played))
    assert (report.matches, report.left, report.left_out) == (9, 0, 0)
    means = []
    for block in report.blocks:
        for pair in block.pairs:
            assert pair.then.number == pair.now.number
            assert (pair.then.version, pair.now.version) == (version(1), version(2))
        differences = [pair.now.score - pair.then.score for pair in block.pairs]  # type: ignore[operator]
        means.append(sum(differences) / 3)
    assert report.estimate is not None
    assert report.estimate.mean == pytest.approx(sum(means) / 3)
    assert report.estimate.blocks == 3


def test_the_same_program_scores_the_same(ada: User, played: Ladder) -> None:
    """Played for real, by programs whose every choice follows from what they are told."""
    for block in latest(played, 2):
        Match.objects.filter(block=block).update(
            status=MatchStatus.WAITING, settled_at=None, fingerprint=""
        )
        for match in block.matches.all():
            match.record.delete()
        arena.play_block(block)
    arena.take_over(Bot.objects.get(name="ada"), "first")
    swap = swap_request(user=ada, ladder=played, version=version(3), against=version(1), blocks=2)
    for each in swap.blocks.select_related("block"):
        arena.play_block(each.block)
    report = swap_report(swap)
    prints = [
        (pair.then.match.fingerprint, pair.now.match.fingerprint)
        for block in report.blocks
        for pair in block.pairs
    ]
    assert all(then == now for then, now in prints)
    assert "v3 scores the same as v1" in report.sentence


def test_before_a_block_is_over_nothing_is_said(ada: User, played: Ladder) -> None:
    report = swap_report(ask(ada, played))
    assert report.estimate is None
    assert report.left == 9
    assert "there is nothing to compare" in report.sentence


def test_half_a_block_does_not_count(ada: User, played: Ladder) -> None:
    swap = ask(ada, played)
    one, two, _ = swap.blocks.order_by("pk").select_related("block")
    arena.decide_block(one.block)
    arena.decide(two.block.matches.all()[0].pk)
    report = swap_report(swap)
    assert report.estimate is not None
    assert report.estimate.blocks == 1
    assert report.left == 5
    assert report.sentence.startswith("So far v2 scores")


def test_better_and_worse_are_said_in_words(ada: User, played: Ladder) -> None:
    swap = ask(ada, played, 5)
    play(swap)
    mine = Seat.objects.filter(match__block__swap_block__swap=swap, version=version(2))
    theirs = Seat.objects.filter(match__block__swap_blocks__swap=swap, version=version(1))
    theirs.update(score=0.5)
    mine.update(score=1.0)
    assert "v2 scores 0.50 more than v1 in the same seats (+0." in swap_report(swap).sentence
    assert swap_report(swap).sentence.endswith("very likely better.")
    mine.update(score=0.0)
    assert "v2 scores 0.50 less than v1" in swap_report(swap).sentence
    assert swap_report(swap).sentence.endswith("very likely worse.")


def test_where_it_did_worse_comes_first_what_was_lost_most(ada: User, played: Ladder) -> None:
    report = play(ask(ada, played, 5))
    lost = [pair.difference for pair in report.worse]
    assert lost == sorted(each for each in lost if each is not None and each < 0) != []


def test_a_block_with_a_void_match_is_left_out(ada: User, played: Ladder) -> None:
    swap = ask(ada, played)
    block = swap.blocks.all()[0].block
    organising.match_void(match=block.matches.all()[0], actor=ada, reason="a test")
    report = play(swap)
    assert report.left_out == 1
    assert report.estimate is not None
    assert report.estimate.blocks == 2


def test_a_result_that_is_taken_out_later_takes_its_block_along(ada: User, played: Ladder) -> None:
    swap = ask(ada, played)
    play(swap)
    match = swap.blocks.all()[0].original.matches.all()[0]
    before = swap_stamp(swap)
    organising.match_exclude(match=match, actor=ada, reason="a test")
    assert swap_report(swap).left_out == 1
    assert swap_stamp(swap) != before
    match.refresh_from_db()
    organising.match_restore(match=match, actor=ada, reason="a test")
    assert swap_report(swap).left_out == 0


def test_a_bot_that_is_disabled_meanwhile_ends_the_test(ada: User, played: Ladder) -> None:
    swap = ask(ada, played)
    organising.bot_disable(bot=version(2).bot, actor=ada, reason="a test")
    report = swap_report(swap)
    assert (report.left, report.left_out) == (0, 3)
    assert "Nothing came of this test" in report.sentence


def test_a_report_costs_the_same_however_large_the_test(
    ada: User, played: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for blocks in (1, 5):
        ask(ada, played, blocks)
        swap = Swap.objects.select_related("ladder", "version", "against").get()
        with django_assert_num_queries(3):
            report = swap_report(swap)
            assert report.matches == 3 * blocks
