"""Entries leave a ladder and come back: their matches, their rating, their place."""

import pytest
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied

from matches import fitting, organising, planning, recomputation, settlement
from matches.models import Match, MatchStatus
from moonladder.audit.models import AuditEvent
from moonladder.ladders import services
from moonladder.ladders.models import Entry, Ladder, LadderState
from moonladder.ladders.selectors import ladder_standings
from tests.matches import arena


@pytest.fixture
def leader(quartet: Ladder) -> Entry:
    """Who is first on a ladder that has played."""
    arena.play_rounds(quartet, 4, arena.decide_block)
    return Entry.objects.get(ladder=quartet, rank=1)


def ranks(ladder: Ladder) -> list[int | None]:
    """The ranks in the standings, from above."""
    return [entry.rank for entry in ladder_standings(ladder=ladder)]


def test_who_withdraws_leaves_the_standings_and_keeps_the_rating(leader: Entry) -> None:
    before = leader.elo, leader.matches
    assert services.entry_withdraw(entry=leader, actor=leader.bot.owner)
    assert leader not in ladder_standings(ladder=leader.ladder)
    assert ranks(leader.ladder) == [2, 3, 4]
    fitting.ladder_fit(ladder_id=leader.ladder_id)
    assert ranks(leader.ladder) == [1, 2, 3], "the others move up"
    leader.refresh_from_db()
    assert (leader.elo, leader.matches) == before
    assert leader.rank is None


def test_a_fit_is_due_when_somebody_has_left(leader: Entry) -> None:
    ladder = leader.ladder
    assert not fitting.ladder_fit_if_due(ladder_id=ladder.pk)
    services.entry_withdraw(entry=leader, actor=leader.bot.owner)
    assert not fitting.ladder_fit_if_due(ladder_id=ladder.pk), "not at once, fits are dear"
    Ladder.objects.update(fitted_at=ladder.created_at - fitting.FIT_AFTER)
    assert fitting.ladder_fit_if_due(ladder_id=ladder.pk)
    assert ranks(ladder) == [1, 2, 3]
    assert recomputation.ladder_recompute(ladder_id=ladder.pk) == []


def test_a_ladder_without_results_needs_no_fit_when_somebody_leaves(quartet: Ladder) -> None:
    entry = Entry.objects.all()[0]
    services.entry_withdraw(entry=entry, actor=entry.bot.owner)
    assert not fitting.ladder_fit_if_due(ladder_id=quartet.pk)


def test_who_returns_is_where_they_were(leader: Entry) -> None:
    owner, rating = leader.bot.owner, leader.elo
    services.entry_withdraw(entry=leader, actor=owner)
    fitting.ladder_fit(ladder_id=leader.ladder_id)
    assert services.entry_return(entry=leader, actor=owner)
    fitting.ladder_fit(ladder_id=leader.ladder_id)
    leader.refresh_from_db()
    assert (leader.rank, leader.elo) == (1, rating)


def test_doing_it_twice_does_nothing_more(leader: Entry) -> None:
    owner = leader.bot.owner
    assert not services.entry_return(entry=leader, actor=owner)
    assert services.entry_withdraw(entry=leader, actor=owner)
    changes = Ladder.objects.get(pk=leader.ladder_id).roster_changes
    assert not services.entry_withdraw(entry=leader, actor=owner)
    assert Ladder.objects.get(pk=leader.ladder_id).roster_changes == changes


def test_what_is_planned_is_played_and_counts(leader: Entry) -> None:
    """Nobody leaves a table because of who else sits there, or because of the first matches."""
    ladder = leader.ladder
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    entry = Entry.objects.filter(stints__places__block=block)[0]
    services.entry_withdraw(entry=entry, actor=entry.bot.owner)
    arena.decide_block(block)
    settlement.ladder_settle(ladder_id=ladder.pk)
    matches = Match.objects.filter(block=block)
    assert {match.status for match in matches} == {MatchStatus.FINISHED}
    assert not matches.filter(settled_at=None).exists()
    fitting.ladder_fit(ladder_id=ladder.pk)
    assert recomputation.ladder_recompute(ladder_id=ladder.pk) == []
    for _ in range(3):
        block = planning.ranked_plan(ladder=ladder)
        assert block is not None
        assert not block.places.filter(stint__entry=entry).exists()


def test_entering_again_is_returning(leader: Entry) -> None:
    services.entry_withdraw(entry=leader, actor=leader.bot.owner)
    assert services.bot_enter(ladder=leader.ladder, bot=leader.bot) == leader
    leader.refresh_from_db()
    assert leader.is_active


def test_only_owners_and_organisers_withdraw_and_these_say_why(leader: Entry) -> None:
    with pytest.raises(PermissionDenied):
        services.entry_withdraw(entry=leader, actor=arena.make_user("stranger"))
    organiser = User.objects.create(username="organiser", is_staff=True)
    assert services.entry_withdraw(entry=leader, actor=organiser, reason="its owner asked")
    event = AuditEvent.objects.get()
    assert (event.action, event.reason) == ("entry_withdraw", "its owner asked")


def test_nobody_leaves_a_closed_ladder(leader: Entry) -> None:
    Ladder.objects.update(state=LadderState.CLOSED)
    with pytest.raises(services.Refused, match="standings stay"):
        services.entry_withdraw(entry=leader, actor=leader.bot.owner)


def test_a_disabled_bot_leaves_the_standings_too(leader: Entry) -> None:
    actor = arena.make_user("organiser")
    organising.bot_disable(bot=leader.bot, actor=actor, reason="it mines coins")
    assert leader not in ladder_standings(ladder=leader.ladder)
    fitting.ladder_fit(ladder_id=leader.ladder_id)
    assert ranks(leader.ladder) == [1, 2, 3]
    organising.bot_enable(bot=leader.bot, actor=actor, reason="it stopped")
    fitting.ladder_fit(ladder_id=leader.ladder_id)
    assert ranks(leader.ladder) == [1, 2, 3, 4]
