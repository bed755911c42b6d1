"""What pages and the API read over and over: live, history, grid, and whether there is news."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser
from pytest_django.fixtures import DjangoAssertNumQueries

from matches import organising, planning, selectors, services
from matches.models import Match, MatchStatus
from moonladder.ladders import services as ladders
from moonladder.ladders.models import Entry, Ladder
from moonladder.ladders.selectors import ladder_standings
from tests.matches import arena

NOBODY = AnonymousUser()


def test_a_ladder_on_which_nothing_happens_does_not_move(quartet: Ladder) -> None:
    planning.ranked_plan(ladder=quartet)
    first = selectors.ladder_activity(ladder=quartet)
    assert first.has_moved
    assert selectors.ladder_activity(ladder=quartet, after=first.cursor) == (first.cursor, False)


def test_everything_that_can_be_seen_moves_the_cursor(quartet: Ladder) -> None:
    actor = arena.make_user("organiser")
    bot = Entry.objects.order_by("pk")[0].bot
    new = arena.make_bot(arena.make_ladder("other"), "eve")

    def claim() -> None:
        match = Match.objects.filter(status=MatchStatus.WAITING).order_by("number")[0]
        assert services.match_claim(match_id=match.pk, worker="w") is not None

    def give_back() -> None:
        match = Match.objects.get(status=MatchStatus.RUNNING)
        assert services.match_release(match_id=match.pk, claim=match.claim, trouble="no box")

    def void() -> None:
        match = Match.objects.filter(status=MatchStatus.WAITING).order_by("-number")[0]
        organising.match_void(match=match, actor=actor, reason="a test")

    def requeue() -> None:
        match = Match.objects.get(status=MatchStatus.VOID)
        organising.match_requeue(match=match, actor=actor, reason="a test")

    def exclude() -> None:
        match = Match.objects.exclude(settled_at=None).order_by("number")[0]
        organising.match_exclude(match=match, actor=actor, reason="a test")

    steps: list[Callable[[], object]] = [
        lambda: planning.ranked_plan(ladder=quartet),
        claim,
        give_back,
        void,
        requeue,
        lambda: arena.decide(Match.objects.filter(status="waiting").order_by("number")[0].pk),
        lambda: arena.play_rounds(quartet, 1, arena.decide_block),
        exclude,
        lambda: ladders.bot_enter(ladder=quartet, bot=new),
        lambda: arena.bring_in(arena.upload(bot, "last")),
        lambda: organising.bot_disable(bot=bot, actor=actor, reason="a test"),
        lambda: organising.bot_enable(bot=bot, actor=actor, reason="a test"),
        lambda: ladders.ladder_pause(ladder=quartet, actor=actor, reason="a test"),
    ]
    cursors = [selectors.ladder_activity(ladder=quartet).cursor]
    for number, step in enumerate(steps):
        step()
        activity = selectors.ladder_activity(ladder=quartet, after=cursors[-1])
        assert activity.has_moved, f"step {number} was not noticed"
        cursors.append(activity.cursor)


def test_another_ladders_news_are_not_this_ones(quartet: Ladder) -> None:
    before = selectors.ladder_activity(ladder=quartet).cursor
    arena.seat(arena.make_ladder("other"), "eve")
    assert not selectors.ladder_activity(ladder=quartet, after=before).has_moved


def test_following_a_ladder_costs_one_query(
    quartet: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for _ in range(2):
        arena.play_rounds(quartet, 2, arena.decide_block)
        planning.ranked_plan(ladder=quartet)
        with django_assert_num_queries(1):
            selectors.ladder_activity(ladder=quartet)


def test_a_rating_history_leads_to_the_rating_of_now(quartet: Ladder) -> None:
    arena.play_rounds(quartet, 4, arena.decide_block)
    entry = Entry.objects.order_by("-matches", "pk")[0]
    points = selectors.rating_history(entry=entry)
    assert len(points) == entry.matches
    assert [p.step for p in points] == sorted(p.step for p in points)
    assert points[-1].elo == entry.elo
    assert all(point.played_at for point in points)


def test_a_long_history_is_thinned_and_keeps_its_end(quartet: Ladder) -> None:
    arena.play_rounds(quartet, 4, arena.decide_block)
    entry = Entry.objects.order_by("-matches", "pk")[0]
    points = selectors.rating_history(entry=entry, most=4)
    assert len(points) <= 4
    assert points[-1].elo == entry.elo
    whole = selectors.rating_history(entry=entry)
    assert set(points) < set(whole)


def test_the_grid_holds_what_each_scored_against_each(
    quartet: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    assert selectors.head_to_head(ladder=quartet).duels == {}
    arena.play_rounds(quartet, 4, arena.decide_block)
    with django_assert_num_queries(2):
        grid = selectors.head_to_head(ladder=quartet)
    assert grid.entries == list(ladder_standings(ladder=quartet))
    for (one, other), duel in grid.duels.items():
        back = grid.duels[other, one]
        assert duel.matches == back.matches
        assert duel.score + back.score == pytest.approx(1)
    assert len(selectors.head_to_head(ladder=quartet, most=2).entries) == 2


@pytest.mark.parametrize("which", ["live", "queued", "finished"])
def test_lists_of_matches_cost_the_same_however_long_they_are(
    quartet: Ladder, which: str, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    def names() -> int:
        lists = {
            "live": selectors.live_matches(NOBODY),
            "queued": selectors.queued_matches(ladder=quartet, user=NOBODY),
            "finished": selectors.finished_matches(ladder=quartet, user=NOBODY),
        }
        seats = [(seat, match.block.seed) for match in lists[which] for seat in match.table.all()]
        return len({f"{s.version.bot.owner}/{s.version.bot}/{s.version}" for s, _ in seats})

    for _ in range(2):
        arena.play_rounds(quartet, 1, arena.decide_block)
        planning.ranked_plan(ladder=quartet)
        match = Match.objects.filter(status=MatchStatus.WAITING).order_by("number")[0]
        services.match_claim(match_id=match.pk, worker="w")
        with django_assert_num_queries(5):
            assert names() >= 3
