"""Challenges on pages: asked for by typed names, refused in place, listed with their results."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries, Settings
from pytest_django.live_server_helper import LiveServer

from matches.challenges import challenge_create
from matches.models import Challenge, Match
from moonladder.bots.models import Bot
from moonladder.ladders.models import Block, Ladder, LadderState
from tests.matches import arena
from tests.platform.web.reading import as_, text
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db
NEW = "/challenges/new/?ladder=quick"
TABLE = {"seat_0": "ada/ada", "seat_1": "bob/bob/v1", "seat_2": "ada/ada", "seed": ""}


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with four bots on it."""
    return arena.foursome()


@pytest.fixture
def ada(ladder: Ladder) -> User:
    """Who asks."""
    return User.objects.get(username="ada")


def test_a_challenge_is_asked_for_and_leads_to_its_match(ada: User) -> None:
    client = as_(ada)
    assert 'href="?ladder=quick"' in text(client, "/challenges/new/")
    answer = client.post(NEW, TABLE | {"seed": "7"}, follow=True)
    match = Match.objects.select_related("block").get()
    assert answer.redirect_chain == [(f"/matches/quick/{match.number}/", 302)]
    assert match.block.seed == 7
    names = match.table.values_list("version__bot__name", flat=True)
    assert list(names) == ["ada", "bob", "ada"]
    assert f'href="/matches/quick/{match.number}/"' in text(client, "/challenges/")


def test_without_a_seed_the_ladder_deals_one(ada: User) -> None:
    as_(ada).post(NEW, TABLE)
    assert not Block.objects.get().is_seed_chosen


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"seat_1": "nobody/nothing"}, "There is no bot nobody/nothing."),
        ({"seat_1": "bob/bob/v9"}, "There is no version bob/bob/v9."),
        ({"seat_1": "b<b>o"}, "Write OWNER/NAME, such as ada/greedy"),
        ({"seat_1": ""}, "This field is required"),
        ({"seat_0": "cleo/cleo", "seat_2": "dan/dan"}, "None of these bots is yours"),
        ({"seed": "-1"}, "greater than or equal to 0"),
        ({"seed": str(2**53)}, "less than or equal to"),
        ({"seed": "lucky"}, "Enter a whole number"),
    ],
)
def test_what_is_wrong_is_said_in_place_and_nothing_typed_is_lost(
    ada: User, wrong: dict[str, str], said: str
) -> None:
    page = as_(ada).post(NEW, TABLE | wrong).content.decode()
    assert said in page
    assert "b<b>o" not in page
    for typed in (TABLE | wrong).values():
        assert not typed or "<" in typed or f'value="{typed}"' in page
    assert not Challenge.objects.exists()


def test_strangers_log_in_first_and_come_back(ada: User) -> None:
    address = Client().get(f"{NEW}&seed=7")["Location"]
    assert parse_qs(urlsplit(address).query)["next"] == [f"{NEW}&seed=7"]
    assert Client().post(NEW, TABLE).status_code == 302
    assert Client().get("/challenges/")["Location"].startswith("/login/")
    assert not Challenge.objects.exists()


def test_nobody_reads_anothers_list(ada: User) -> None:
    as_(ada).post(NEW, TABLE)
    page = text(as_(User.objects.get(username="bob")), "/challenges/")
    assert "You have not asked for any match yet" in page


def test_a_match_leads_to_a_challenge_with_its_seed_and_table(ada: User, ladder: Ladder) -> None:
    played = arena.play_rounds(ladder, 1)[0]
    seed = played.block.seed
    shown = text(Client(), f"/matches/quick/{played.number}/")
    names = [
        f"{seat.version.bot.owner.username}/{seat.version.bot.name}/v1"
        for seat in played.table.all()
    ]
    query = f"ladder=quick&amp;seed={seed}" + "".join(f"&amp;seat={name}" for name in names)
    assert f'href="/challenges/new/?{query}"' in shown
    page = text(as_(ada), f"/challenges/new/?{query.replace('&amp;', '&')}")
    for given in (str(seed), *names):
        assert f'value="{given}"' in page


def test_the_form_begins_with_ones_own_bot_and_whom_one_wants_to_meet(ada: User) -> None:
    page = text(as_(ada), f"{NEW}&against=dan/dan")
    seats = [
        page.index(f'name="seat_{number}" value="{name}"')
        for number, name in enumerate(("ada/ada/v1", "dan/dan"))
    ]
    assert seats == sorted(seats)


def test_a_ladder_that_is_not_open_says_so(ada: User) -> None:
    Ladder.objects.update(state=LadderState.PAUSED)
    client = as_(ada)
    assert "only an open ladder plays challenges" in text(client, NEW)
    assert "No ladder is open" in text(client, "/challenges/new/")
    client.post(NEW, TABLE)
    assert not Challenge.objects.exists()
    assert client.get("/challenges/new/?ladder=none").status_code == 404


def test_who_has_asked_for_enough_is_told_when_there_is_room(ada: User, settings: Settings) -> None:
    settings.CHALLENGES_PER_DAY = 1
    client = as_(ada)
    client.post(NEW, TABLE)
    assert "there is room again" in client.post(NEW, TABLE).content.decode()
    assert "You have asked for all 1 challenges" in text(client, "/challenges/")
    assert Challenge.objects.count() == 1


def test_the_list_costs_the_same_however_long(
    ada: User, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    client, version = as_(ada), Bot.objects.get(name="ada").current
    assert version is not None
    for _ in range(2):
        challenge_create(user=ada, ladder=ladder, versions=[version] * 3)
        with django_assert_num_queries(9):
            text(client, "/challenges/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_keep_nobody_out(
    broker: str, live_server: LiveServer, page: Page, ada: User, scheme: str
) -> None:
    client = as_(ada)
    cookie = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    look(page, size="phone", scheme=scheme)
    page.goto(f"{live_server.url}{NEW}")
    assert (overflow(page), barriers(page)) == (0, [])
    page.get_by_role("button", name="Play", exact=True).press("Enter")
    expect(page).to_have_url(f"{live_server.url}/matches/quick/1/")
    page.goto(f"{live_server.url}/challenges/")
    assert (overflow(page), barriers(page)) == (0, [])
    arena.decide_block(Block.objects.get())
    expect(page.locator(".matches .number").first).to_be_visible()
