"""Who plays, and what that means for uploads."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from moonladder.players import selectors, services
from moonladder.players.models import Ground, Player

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def boxed(settings: Settings) -> None:
    """A site whose settings leave it to the players what keeps bots apart."""
    settings.SANDBOX = ""


def arrive(name: str, ground: Ground) -> Player:
    missing = [] if ground == Ground.FULL else ["bwrap: it is missing; install it"]
    return services.player_arrive(
        name=name, ground=ground, backend="bwrap", missing=missing, processes=2
    )


def test_uploads_are_taken_while_nobody_has_said_otherwise() -> None:
    assert selectors.why_no_uploads() == ""
    services.player_expect(name="player@here")
    assert selectors.why_no_uploads() == ""


def test_uploads_are_refused_with_what_to_install_where_only_the_house_plays() -> None:
    arrive("player@here", Ground.HOUSE)
    assert selectors.only_house_plays()
    said = selectors.why_no_uploads()
    assert "takes no uploads" in said
    assert "apt-get install bubblewrap" in said
    assert "bwrap: it is missing" in said


@pytest.mark.parametrize("ground", [Ground.FULL, Ground.DEGRADED])
def test_one_player_with_boxes_is_enough_for_uploads(ground: Ground) -> None:
    arrive("player@one", Ground.HOUSE)
    arrive("player@two", ground)
    assert not selectors.only_house_plays()
    assert selectors.why_no_uploads() == ""


def test_a_process_without_boxes_takes_no_uploads_whoever_plays(settings: Settings) -> None:
    arrive("player@here", Ground.FULL)
    settings.SANDBOX = "process"
    assert "leave MOONLADDER_SANDBOX empty" in selectors.why_no_uploads()


def test_a_bot_may_be_written_in_what_all_who_build_it_know() -> None:
    assert selectors.languages() == []
    for name, languages in (("one", ("Python", "C", "Go")), ("two", ("Python", "Go"))):
        services.player_arrive(
            name=name,
            ground=Ground.FULL,
            backend="bwrap",
            missing=(),
            languages=languages,
            processes=1,
        )
    arrive("three", Ground.HOUSE)
    assert selectors.languages() == ["Python", "Go"]


def test_a_player_that_comes_back_replaces_itself() -> None:
    arrive("player@here", Ground.HOUSE)
    arrive("player@here", Ground.FULL)
    assert Player.objects.get().ground == Ground.FULL
    services.player_leave(name="player@here")
    assert not Player.objects.exists()


def test_who_is_silent_for_long_is_no_longer_missed() -> None:
    for name in ("player@gone", "player@quiet", "player@here"):
        arrive(name, Ground.FULL)
    long_ago = timezone.now() - services.MISSED - timedelta(minutes=1)
    Player.objects.exclude(name="player@quiet").update(seen_at=long_ago)
    services.players_seen(names=["player@here"])
    assert {str(player) for player in selectors.players()} == {"player@here", "player@quiet"}
