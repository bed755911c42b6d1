"""The pages of swap tests: who may ask, what is refused in place, what everybody reads."""

import pytest
from django.contrib.auth.models import User
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries, Settings
from pytest_django.live_server_helper import LiveServer

from matches import organising
from matches.models import Match, Swap
from matches.swaps import swap_request
from moonladder.bots.models import Bot, Version
from moonladder.ladders.models import Block, Ladder
from moonladder.web.swaps import swap_box
from tests.matches import arena
from tests.platform.web.reading import as_, text
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db
NEW = "/swaps/new/"
ASKED = {"version": "ada/ada/v2", "seats": "quick/v1", "blocks": "2"}


@pytest.fixture
def ladder() -> Ladder:
    """A ladder on which everybody has some blocks, and ada has a second version."""
    ladder = arena.foursome(blocks=6)
    arena.take_over(Bot.objects.get(name="ada"), "last")
    return ladder


@pytest.fixture
def ada(ladder: Ladder) -> User:
    """Whose version is new."""
    return User.objects.get(username="ada")


def version(number: int) -> Version:
    return Version.objects.select_related("bot__owner").get(bot__name="ada", number=number)


def asked(user: User, ladder: Ladder, blocks: int = 2) -> Swap:
    return swap_request(
        user=user, ladder=ladder, version=version(2), against=version(1), blocks=blocks
    )


def play(swap: Swap) -> None:
    for block in Block.objects.filter(swap_block__swap=swap):
        arena.decide_block(block)


def test_an_author_asks_and_is_led_to_the_report(ada: User) -> None:
    client = as_(ada)
    assert 'value="ada/ada/v2"' in text(client, NEW)
    form = text(client, f"{NEW}?version=ada/ada/v2")
    assert "v1 on Quick" in form
    answer = client.post(NEW, ASKED, follow=True)
    swap = Swap.objects.get()
    assert answer.redirect_chain == [(f"/swaps/{swap.pk}/", 302)]
    assert "6 of 6 matches still to be played" in answer.content.decode()


def test_asking_twice_leads_to_the_same_report(ada: User) -> None:
    client = as_(ada)
    assert client.post(NEW, ASKED)["Location"] == client.post(NEW, ASKED)["Location"]
    assert Swap.objects.get().blocks.count() == 2


def test_only_owners_and_organisers_are_shown_the_form(ada: User) -> None:
    address = f"{NEW}?version=ada/ada/v2"
    assert Client().get(address)["Location"].startswith("/login/?next=/swaps/new/")
    other = as_(User.objects.get(username="bob"))
    assert other.get(address).status_code == 404
    assert other.post(NEW, ASKED).status_code == 404
    assert Client().post(NEW, ASKED).status_code == 302
    assert not Swap.objects.exists()
    organiser = User.objects.create(username="organiser", is_staff=True)
    assert "v1 on Quick" in text(as_(organiser), address)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"blocks": "0"}, "greater than or equal to 1"),
        ({"blocks": "26"}, "less than or equal to 25"),
        ({"blocks": "many"}, "Enter a whole number"),
        ({"seats": "quick/v7"}, "not one of the available choices"),
        ({"seats": ""}, "This field is required"),
    ],
)
def test_what_is_wrong_is_said_in_place_and_nothing_is_played(
    ada: User, wrong: dict[str, str], said: str
) -> None:
    page = as_(ada).post(NEW, ASKED | wrong).content.decode()
    assert said in page
    assert f'value="{wrong.get("blocks", "2")}"' in page
    assert not Swap.objects.exists()


def test_a_refusal_stands_above_what_was_filled_in(ada: User, settings: Settings) -> None:
    settings.SWAP_BLOCKS_PER_DAY = 1
    page = as_(ada).post(NEW, ASKED).content.decode()
    assert "1 are left: ask for fewer" in page
    assert 'value="2"' in page


def test_versions_that_are_not_there_are_not_found(ada: User, ladder: Ladder) -> None:
    client = as_(ada)
    for name in ("ada/ada/v9", "nobody/nothing/v1", "<script>", ""):
        assert client.get(NEW, {"version": name}).status_code == 404
    assert Client().get("/swaps/1/").status_code == 404
    assert Client().get(f"/swaps/{'9' * 30}/").status_code == 404


def test_without_a_forerunner_the_page_says_what_it_takes(ada: User) -> None:
    assert "There is nothing to compare it with" in text(as_(ada), f"{NEW}?version=ada/ada/v1")


def test_a_stranger_reads_what_came_of_it(ada: User, ladder: Ladder) -> None:
    swap = asked(ada, ladder)
    assert "there is nothing to compare" in text(Client(), f"/swaps/{swap.pk}/")
    play(swap)
    page = text(Client(), f"/swaps/{swap.pk}/")
    assert "v2 scores" in page
    for match in Match.objects.filter(block__in=Block.objects.filter(swap_block__swap=swap)):
        assert f'href="/matches/quick/{match.number}/"' in page
    for match in Match.objects.filter(block__swap_blocks__swap=swap):
        assert f'href="/matches/quick/{match.number}/"' in page
    assert "Add blocks" not in page
    assert "Add blocks" in text(as_(ada), f"/swaps/{swap.pk}/")
    assert f'href="/swaps/{swap.pk}/"' in text(Client(), "/swaps/")


def test_what_counts_no_longer_is_left_out_and_said(ada: User, ladder: Ladder) -> None:
    swap = asked(ada, ladder)
    play(swap)
    match = Match.objects.filter(block__swap_blocks__swap=swap)[0]
    organising.match_exclude(match=match, actor=ada, reason="a test")
    page = text(Client(), f"/swaps/{swap.pk}/")
    assert "1 of 2 compared; 1 left out" in page
    assert "does not count" in page


def test_the_match_leads_back_to_the_test(ada: User, ladder: Ladder) -> None:
    swap = asked(ada, ladder)
    match = Match.objects.filter(block__swap_block__swap=swap)[0]
    assert f'href="/swaps/{swap.pk}/"' in text(Client(), f"/matches/quick/{match.number}/")


def test_pages_cost_the_same_however_much_there_is(
    ada: User, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    for blocks in (1, 4):
        swap = asked(ada, ladder, blocks)
        with django_assert_num_queries(6):
            text(Client(), f"/swaps/{swap.pk}/")
        with django_assert_num_queries(1):
            text(Client(), "/swaps/")


def test_a_versions_page_can_show_its_tests_and_the_way_to_a_new_one(
    ada: User, ladder: Ladder
) -> None:
    assert swap_box(version(2), ada)["may_ask"]
    assert not swap_box(version(2), User.objects.get(username="bob"))["may_ask"]
    swap = asked(ada, ladder)
    assert list(swap_box(version(2), ada)["tests"]) == [swap]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_report_moves_while_it_is_open_and_keeps_nobody_out(
    broker: str, live_server: LiveServer, page: Page, ada: User, ladder: Ladder, scheme: str
) -> None:
    swap = asked(ada, ladder)
    look(page, size="phone", scheme=scheme)
    page.goto(f"{live_server.url}/swaps/{swap.pk}/")
    page.evaluate("window.opened = true")
    play(swap)
    expect(page.get_by_role("status")).to_contain_text("v2 scores")
    assert page.evaluate("window.opened")
    assert overflow(page) == 0
    assert barriers(page) == []
