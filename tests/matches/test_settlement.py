"""Ratings: settled in match order, once, summing to zero; fitted, ranked, and built anew."""

from itertools import permutations
from typing import Any

import pytest
from django.db.models import Sum

from matches import fitting, organising, planning, recomputation, selectors, settlement
from matches.models import Match, Meeting, RatingChange, Seat, Tally
from moonladder.audit.models import AuditEvent
from moonladder.audit.services import ReasonMissing
from moonladder.ladders import certainty, elo
from moonladder.ladders import selectors as ladders
from moonladder.ladders.models import Entry, Ladder, Stint
from moonladder.ladders.services import Refused
from tests.matches import arena


@pytest.fixture
def played(quartet: Ladder) -> Ladder:
    """The quartet after six blocks."""
    arena.play_rounds(quartet, 6, arena.decide_block)
    quartet.refresh_from_db()
    return quartet


def elos(ladder: Ladder) -> dict[str, float]:
    """The live ratings by name."""
    entries = Entry.objects.filter(ladder=ladder).select_related("bot")
    return {entry.bot.name: entry.elo for entry in entries}


def test_results_wait_for_every_earlier_match(quartet: Ladder) -> None:
    first, second = planning.ranked_plan(ladder=quartet), planning.ranked_plan(ladder=quartet)
    assert first is not None
    assert second is not None
    arena.decide_block(second)
    assert settlement.ladder_settle(ladder_id=quartet.pk) == 0
    arena.decide_block(first)
    assert settlement.ladder_settle(ladder_id=quartet.pk) == 6
    order = RatingChange.objects.order_by("step").values_list("match__number", flat=True)
    assert list(order.distinct()) == [1, 2, 3, 4, 5, 6]


def test_a_void_match_holds_nobody_up(quartet: Ladder) -> None:
    first, second = planning.ranked_plan(ladder=quartet), planning.ranked_plan(ladder=quartet)
    assert first is not None
    assert second is not None
    arena.decide_block(second)
    actor = arena.make_user("organiser")
    for match in first.matches.all():
        organising.match_void(match=match, actor=actor, reason="the table was wrong")
    assert settlement.ladder_settle(ladder_id=quartet.pk) == 3


def test_settling_again_changes_nothing(played: Ladder) -> None:
    before = elos(played)
    assert settlement.ladder_settle(ladder_id=played.pk) == 0
    assert elos(played) == before
    assert RatingChange.objects.count() == 3 * 18


def test_every_change_says_why_and_all_of_them_sum_to_zero(played: Ladder) -> None:
    for change in RatingChange.objects.all():
        owed = change.k * (change.scored - change.expected)
        assert change.after - change.before == pytest.approx(owed, abs=1e-5)
    assert sum(elos(played).values()) == elo.START * 4
    for seat in Seat.objects.all():
        change = RatingChange.objects.get(match=seat.match_id, entry__stints=seat.stint_id)
        assert (seat.elo_before, seat.elo_after) == (change.before, change.after)


def test_standings_are_ranked_by_the_fit_within_intervals(played: Ladder) -> None:
    standings = list(ladders.ladder_standings(ladder=played))
    assert [entry.rank for entry in standings] == [1, 2, 3, 4]
    ratings = [entry.stint.rating for entry in standings if entry.stint]
    assert ratings == sorted(ratings, reverse=True)
    for entry in standings:
        assert entry.rank is not None
        assert entry.best_rank is not None
        assert entry.worst_rank is not None
        assert entry.best_rank <= entry.rank <= entry.worst_rank
    assert sum(Stint.objects.values_list("blocks", flat=True)) == 6 * 3


def test_results_are_counted_by_seat_role_and_opponent(played: Ladder) -> None:
    for aspect in ("seat", "role", "faction"):
        sums = Tally.objects.filter(aspect=aspect).aggregate(n=Sum("matches"), score=Sum("score"))
        assert sums == {"n": 54, "score": 27}
    assert Meeting.objects.aggregate(n=Sum("matches"))["n"] == 108
    entry = Entry.objects.filter(matches__gt=0)[0]
    by_seat = [each for each in selectors.entry_aspects(entry=entry) if each.aspect == "seat"]
    assert sum(each.matches for each in by_seat) == entry.matches
    assert all(0 <= each.usual <= 1 for each in by_seat)
    assert sum(m.matches for m in selectors.entry_meetings(entry=entry)) == 2 * entry.matches


def test_what_is_new_among_the_results_fails_nothing_that_is_kept(played: Ladder) -> None:
    entry = Entry.objects.filter(matches__gt=0)[0]
    before = selectors.entry_aspects(entry=entry)
    Tally.objects.create(entry=entry, aspect="role", value="newcomer", matches=1, score=1.0)
    assert selectors.entry_aspects(entry=entry) == before


def test_who_is_ranked_higher_is_more_likely_the_better_one(played: Ladder) -> None:
    first, *_, last = ladders.ladder_standings(ladder=played)
    assert ladders.superiority(one=first, other=last) > 0.5
    both = [ladders.superiority(one=a, other=b) for a, b in ((first, last), (last, first))]
    assert sum(both) == pytest.approx(1.0)


@pytest.mark.parametrize("whole", [certainty.WHOLE, 3])
def test_pages_compare_two_without_a_fit(
    quartet: Ladder,
    whole: int,
    monkeypatch: pytest.MonkeyPatch,
    django_assert_max_num_queries: Any,
) -> None:
    """Also among very many, of whom a fit knows only how sure each one is."""
    monkeypatch.setattr(certainty, "WHOLE", whole)
    arena.play_rounds(quartet, 6, arena.decide_block)
    fitted, _ = fitting.ladder_fitted(ladder_id=quartet.pk)
    for one, other in permutations(ladders.ladder_standings(ladder=quartet), 2):
        with django_assert_max_num_queries(1):
            stored = ladders.superiority(one=one, other=other)
        assert one.stint_id is not None
        assert other.stint_id is not None
        assert stored == pytest.approx(fitted.superiority(one.stint_id, other.stint_id), abs=1e-4)
    assert recomputation.ladder_recompute(ladder_id=quartet.pk) == []


def test_ratings_built_anew_are_the_same(played: Ladder) -> None:
    assert recomputation.ladder_recompute(ladder_id=played.pk) == []


def test_scores_that_no_float_can_hold_are_no_difference(db: None) -> None:
    ladder = arena.make_ladder("four", seats=4)
    for name in ("ada", "bob", "cleo", "dan", "eve"):
        arena.seat(ladder, name)
    for _ in range(5):
        arena.play_rounds(ladder, 1, arena.decide_block)
    assert recomputation.ladder_recompute(ladder_id=ladder.pk) == []


def test_ratings_built_anew_after_exclusions_are_the_same(played: Ladder) -> None:
    actor = arena.make_user("organiser")
    first, second, *_ = Match.objects.order_by("number")
    organising.match_exclude(match=first, actor=actor, reason="a bug of ours")
    organising.match_exclude(match=second, actor=actor, reason="the same bug")
    arena.play_rounds(played, 2, arena.decide_block)
    first.refresh_from_db()
    organising.match_restore(match=first, actor=actor, reason="it was no bug")
    assert recomputation.ladder_recompute(ladder_id=played.pk) == []


def test_what_was_tampered_with_is_found_and_repaired(played: Ladder) -> None:
    right = elos(played)
    change = RatingChange.objects.order_by("pk")[3]
    RatingChange.objects.filter(pk=change.pk).update(after=change.after + 100)
    Entry.objects.filter(pk=change.entry_id).update(elo=2000, rank=9)
    Tally.objects.update(score=0)
    differences = recomputation.ladder_recompute(ladder_id=played.pk)
    assert any("rating change" in line and "after" in line for line in differences)
    assert any("elo is 2000.0" in line for line in differences)
    assert any("rank is 9" in line for line in differences)
    recomputation.ladder_recompute(ladder_id=played.pk, repair=True)
    assert recomputation.ladder_recompute(ladder_id=played.pk) == []
    assert elos(played) == right


def test_a_match_that_was_not_counted_is_found(played: Ladder) -> None:
    last = Match.objects.order_by("-number")[0]
    RatingChange.objects.filter(match=last).delete()
    differences = recomputation.ladder_recompute(ladder_id=played.pk)
    assert f"match {last.number} did not move the ratings 1 times" in differences


def test_an_excluded_match_counts_for_nobody_until_it_is_put_back(played: Ladder) -> None:
    actor, before = arena.make_user("organiser"), elos(played)
    fitted = list(Stint.objects.order_by("pk").values_list("rating", "low", "blocks"))
    match = Match.objects.order_by("number")[2]
    given = {change.entry.bot.name: change for change in match.changes.select_related("entry__bot")}
    organising.match_exclude(match=match, actor=actor, reason="a bug of ours")
    taken = elos(played)
    for name, change in given.items():
        assert taken[name] == before[name] - (change.after - change.before)
    assert sum(taken.values()) == elo.START * 4
    assert len(fitting.settled_log(ladder_id=played.pk)) == 17
    match.refresh_from_db()
    organising.match_restore(match=match, actor=actor, reason="it was no bug")
    assert elos(played) == before
    assert list(Stint.objects.order_by("pk").values_list("rating", "low", "blocks")) == fitted
    assert RatingChange.objects.filter(match=match).count() == 9, "nothing is ever deleted"


def test_an_exclusion_keeps_the_standings_before_and_after(played: Ladder) -> None:
    actor, match = arena.make_user("organiser"), Match.objects.order_by("number")[0]
    organising.match_exclude(match=match, actor=actor, reason="a bug of ours")
    event = AuditEvent.objects.get()
    assert (event.actor, event.action, event.subject) == (
        actor,
        "match_exclude",
        f"match {match.pk}",
    )
    assert len(event.facts["before"]) == len(event.facts["after"]) == 4
    assert event.facts["before"] != event.facts["after"]


def test_acts_that_make_no_sense_are_refused(played: Ladder) -> None:
    actor, match = arena.make_user("organiser"), Match.objects.order_by("number")[0]
    with pytest.raises(ReasonMissing):
        organising.match_exclude(match=match, actor=actor, reason=" ")
    match.refresh_from_db()
    assert not match.is_excluded
    with pytest.raises(Refused, match="not excluded"):
        organising.match_restore(match=match, actor=actor, reason="why not")
    with pytest.raises(Refused, match="only what is not decided"):
        organising.match_void(match=match, actor=actor, reason="why not")
    with pytest.raises(Refused, match="only a void match"):
        organising.match_requeue(match=match, actor=actor, reason="why not")


def test_a_void_match_that_is_requeued_is_played_and_settled(quartet: Ladder) -> None:
    actor, block = arena.make_user("organiser"), planning.ranked_plan(ladder=quartet)
    assert block is not None
    match = block.matches.get(part=0)
    organising.match_void(match=match, actor=actor, reason="too early")
    arena.play_rounds(quartet, 1, arena.decide_block)
    arena.decide_block(block)
    match.refresh_from_db()
    organising.match_requeue(match=match, actor=actor, reason="now it is time")
    arena.decide_block(block)
    settlement.ladder_settle(ladder_id=quartet.pk)
    match.refresh_from_db()
    assert match.settled_at is not None
    assert recomputation.ladder_recompute(ladder_id=quartet.pk) == []


def test_a_disabled_bot_plays_nothing_that_was_still_to_be_played(quartet: Ladder) -> None:
    actor, block = arena.make_user("organiser"), planning.ranked_plan(ladder=quartet)
    assert block is not None
    bot = block.places.all()[0].version.bot
    assert organising.bot_disable(bot=bot, actor=actor, reason="it mines coins") == 3
    bot.refresh_from_db()
    assert bot.disabled_reason == "it mines coins"
    assert all("was disabled" in match.trouble for match in block.matches.all())
    assert not any("coins" in match.trouble for match in block.matches.all())  # others sit there
    assert arena.decide_block(block)[0].status == "void"
