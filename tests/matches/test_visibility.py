"""Who may see what: the predicates, and the selectors that must say the same."""

import pytest
from django.contrib.auth.models import AnonymousUser, User

from matches import planning, selectors, visibility
from matches.models import Match
from moonladder.bots import services
from moonladder.bots import visibility as of_bots
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.names import Unknown
from moonladder.bots.selectors import (
    bot_named,
    bots_visible_to,
    stages_of,
    version_named,
    versions_visible_to,
)
from moonladder.bots.visibility import Visitor
from moonladder.ladders.models import BlockKind, Ladder
from tests.matches import arena


@pytest.fixture
def site(quartet: Ladder) -> Ladder:
    """Four bots that have played, one of them with a rejected upload, and one under trial."""
    arena.play_rounds(quartet, 1, arena.decide_block)
    planning.ranked_plan(ladder=quartet)
    rejected = arena.upload(Bot.objects.get(name="ada"), "crasher")
    Version.objects.filter(pk=rejected.pk).update(status=VersionStatus.REJECTED)
    tried = arena.upload(arena.make_bot(quartet, "eve"))
    assert services.version_prepare(version_id=tried.pk)
    tried.refresh_from_db()
    assert planning.trial_plan(version=tried) is not None
    return quartet


@pytest.fixture
def visitors(site: Ladder) -> dict[str, Visitor]:
    """Everybody who may come by."""
    organiser = User.objects.create(username="organiser", is_staff=True)
    owners = {name: arena.make_user(name) for name in ("ada", "eve", "stranger")}
    return {"nobody": AnonymousUser(), "organiser": organiser, **owners}


def test_selectors_show_what_the_predicates_allow(visitors: dict[str, Visitor]) -> None:
    for user in visitors.values():
        matches = {match for match in Match.objects.all() if may_see(user, match)}
        assert set(selectors.matches_visible_to(user)) == matches
        bots = {bot for bot in Bot.objects.all() if of_bots.may_see_bot(user, bot)}
        assert set(bots_visible_to(user)) == bots
        versions = {v for v in Version.objects.all() if of_bots.may_see_version(user, v)}
        assert set(versions_visible_to(user)) == versions


def may_see(user: Visitor, match: Match) -> bool:
    """The predicate, asked about a row."""
    return visibility.may_see_match(user, match, match.table.select_related("version__bot"))


def test_trials_are_seen_by_whoever_owns_the_bot_and_by_organisers(
    visitors: dict[str, Visitor],
) -> None:
    trials = {
        name: selectors.matches_visible_to(user).filter(kind=BlockKind.TRIAL).count()
        for name, user in visitors.items()
    }
    assert trials == {"nobody": 0, "stranger": 0, "ada": 0, "eve": 2, "organiser": 2}
    for user in visitors.values():
        assert selectors.matches_visible_to(user).exclude(kind=BlockKind.TRIAL).count() == 6


def test_a_bot_without_an_accepted_version_is_its_owners_secret(
    visitors: dict[str, Visitor],
) -> None:
    assert {name for name, user in visitors.items() if sees_eve(user)} == {"eve", "organiser"}


def sees_eve(user: Visitor) -> bool:
    """Whether the bot under trial is there for somebody."""
    try:
        return bot_named("eve/eve", user).name == "eve"
    except Unknown:
        return False


def test_rejected_versions_and_stage_logs_are_for_the_owner(visitors: dict[str, Visitor]) -> None:
    rejected = Version.objects.get(status=VersionStatus.REJECTED)
    accepted = Version.objects.get(bot__name="ada", status=VersionStatus.READY)
    for name, user in visitors.items():
        inside = name in {"ada", "organiser"}
        assert (rejected in versions_visible_to(user)) == inside
        assert stages_of(accepted, user).exists() == inside
        assert accepted in versions_visible_to(user)


def test_a_seat_is_looked_into_by_its_owner_alone(visitors: dict[str, Visitor]) -> None:
    seats = list(Match.objects.all()[0].table.select_related("version__bot__owner"))
    for seat in seats:
        assert visibility.seats_inside(seat.version.bot.owner, seats) == {seat.number}
    assert visibility.seats_inside(visitors["organiser"], seats) == {0, 1, 2}
    assert visibility.seats_inside(visitors["stranger"], seats) == frozenset()
    assert not visibility.may_read_trouble(visitors["nobody"], seats)


def test_an_organiser_who_was_dismissed_sees_what_everybody_sees(site: Ladder) -> None:
    dismissed = User.objects.create(username="dismissed", is_staff=True, is_active=False)
    assert not selectors.matches_visible_to(dismissed).filter(kind=BlockKind.TRIAL).exists()


def test_things_are_found_by_the_names_people_use(site: Ladder) -> None:
    nobody = AnonymousUser()
    ada = bot_named("ada/ada", nobody)
    assert version_named("ada/ada", nobody) == version_named("ada/ada/v1", nobody) == ada.current
    assert selectors.match_named("quick/2", nobody).number == 2


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("ada", "Write OWNER/NAME"),
        ("ada/", "Write OWNER/NAME"),
        ("ada/ada/3", "Write OWNER/NAME"),
        ("ada/bob", "There is no bot ada/bob"),
        ("ada/ada/v2", "There is no version ada/ada/v2"),
        ("ada/ada/v7", "There is no version ada/ada/v7"),
    ],
)
def test_a_name_of_nothing_is_said_to_be_one(site: Ladder, name: str, said: str) -> None:
    with pytest.raises(Unknown, match=said):
        version_named(name, AnonymousUser())


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("quick", "Write LADDER/NUMBER"),
        ("quick/-1", "Write LADDER/NUMBER"),
        ("quick/99", "There is no match quick/99"),
        ("slow/1", "There is no match slow/1"),
    ],
)
def test_a_match_of_no_such_name_is_said_to_be_none(site: Ladder, name: str, said: str) -> None:
    with pytest.raises(Unknown, match=said):
        selectors.match_named(name, AnonymousUser())


def test_a_trial_is_not_found_by_its_number_either(visitors: dict[str, Visitor]) -> None:
    trial = Match.objects.filter(kind=BlockKind.TRIAL)[0]
    assert selectors.match_named(f"quick/{trial.number}", visitors["eve"]) == trial
    with pytest.raises(Unknown):
        selectors.match_named(f"quick/{trial.number}", visitors["stranger"])


def test_live_matches_leave_trials_to_their_owners(visitors: dict[str, Visitor]) -> None:
    for kind in (BlockKind.TRIAL, BlockKind.RANKED):
        waiting = Match.objects.filter(kind=kind, status="waiting").order_by("number")
        assert arena.services.match_claim(match_id=waiting[0].pk, worker="w") is not None
    live = {name: selectors.live_matches(user).count() for name, user in visitors.items()}
    assert live == {"nobody": 1, "stranger": 1, "ada": 1, "eve": 2, "organiser": 2}
