"""The queue page and what it shows of others' matches."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from matches import planning, services
from matches.models import Match
from moonladder.ladders.models import Ladder
from moonladder.players.services import player_expect
from tests.matches.arena import make_ladder, seat, upload
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    ladder = make_ladder()
    for name in ("ada", "ben", "cy"):
        seat(ladder, name)
    return ladder


def test_an_empty_queue_says_so(client: Client) -> None:
    text = client.get("/queue/").content.decode()
    assert "Nobody plays at the moment" in text
    assert "Nothing waits" in text


def test_what_is_played_and_what_waits_is_told_in_order(client: Client, ladder: Ladder) -> None:
    planning.ranked_plan(ladder=ladder)
    first = Match.objects.order_by("number")[0]
    services.match_claim(match_id=first.pk, worker="nobody")
    text = client.get("/queue/").content.decode()
    playing, _, waiting = text.partition("<h2>Waiting</h2>")
    assert "quick/1" in playing
    assert waiting.index("quick/2") < waiting.index("quick/3")
    assert "ada/" in waiting


@pytest.mark.parametrize("address", ["/queue/", "/ladders/quick/"])
def test_a_site_without_a_player_says_that_nobody_plays(
    client: Client, ladder: Ladder, address: str
) -> None:
    assert "this site has no player" in client.get(address).content.decode()
    player_expect(name="player@somewhere")
    planning.ranked_plan(ladder=ladder)
    assert "this site has no player" not in client.get(address).content.decode()


def test_trials_are_for_those_whose_bots_are_tried(client: Client, ladder: Ladder) -> None:
    entry = ladder.entries.select_related("bot__owner", "stint__version")[0]
    version = upload(entry.bot, "last")
    block = planning.trial_plan(version=version)
    assert block is not None
    assert "trial" not in client.get("/queue/").content.decode().partition("<h2>Waiting")[2]
    client.force_login(entry.bot.owner)
    assert "trial" in client.get("/queue/").content.decode().partition("<h2>Waiting")[2]


@pytest.mark.django_db(transaction=True)
def test_the_queue_moves_without_loading_the_page_again(
    broker: str, live_server: LiveServer, page: Page, ladder: Ladder
) -> None:
    look(page, size="phone")
    page.goto(f"{live_server.url}/queue/")
    page.evaluate("window.opened = true")
    planning.ranked_plan(ladder=ladder)
    expect(page.get_by_role("link", name="quick/2")).to_be_visible()
    assert page.evaluate("window.opened")
    assert overflow(page) == 0
    assert barriers(page) == []
