"""Ladders: standings, history, tables, seeds, matches, for readers without and with scripts."""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from benchmarks.filled import fill
from matches.models import Match, MatchStatus
from moonladder.ladders import selectors, services
from moonladder.ladders.models import Entry, Ladder, LadderState
from moonladder.web import charts
from tests.matches.arena import decide_block, make_ladder, make_user, play_rounds, seat
from tests.services.browsing import barriers, look, overflow, requests_of, strangers

TABS = ("", "history/", "grid/", "roles/", "seeds/", "matches/")


@pytest.fixture
def full(db: None) -> Ladder:
    """A ladder with results."""
    return fill(bots=12, blocks=10)


def rows(text: str) -> list[str]:
    """The lines of the standings, as words."""
    body = text.partition("<tbody>")[2].partition("</tbody>")[0]
    return [re.sub(r"<[^>]+>", " ", row) for row in body.split("</tr>")[:-1]]


@pytest.mark.parametrize("tab", TABS)
def test_every_tab_of_a_ladder_can_be_read(client: Client, full: Ladder, tab: str) -> None:
    response = client.get(f"/ladders/full/{tab}")
    assert response.status_code == 200
    assert "bot-" in response.content.decode() or tab == "seeds/"


@pytest.mark.parametrize("tab", TABS)
def test_a_ladder_without_results_says_what_will_be_here(
    client: Client, db: None, tab: str
) -> None:
    make_ladder("new")
    response = client.get(f"/ladders/new/{tab}")
    assert response.status_code == 200
    assert 'class="empty"' in response.content.decode()


def test_the_standings_show_rank_interval_and_live_rating(client: Client, full: Ladder) -> None:
    best = Entry.objects.select_related("stint", "bot__owner").get(ladder=full, rank=1)
    assert best.stint is not None
    line = rows(client.get("/ladders/full/").content.decode())[0]
    assert f"{best.bot.owner}/" in line
    assert f"{best.stint.low:.0f} to {best.stint.high:.0f}" in line
    assert f"{best.elo:.0f}" in line


def test_long_standings_come_in_pages(client: Client, db: None) -> None:
    ladder = fill(bots=230)
    Entry.objects.filter(ladder=ladder, rank__gt=215).update(rank=None)
    seen: list[str] = []
    address = "?"
    while address:
        text = client.get(f"/ladders/full/{address}").content.decode()
        seen += re.findall(r"full-[0-9]+(?=/</span>)", text)
        address = "".join(re.findall(r'rel="next" href="([^"]+)"', text))
    assert seen == [f"full-{number}" for number in range(1, 231)]


def test_a_place_that_is_none_is_not_found(client: Client, full: Ladder) -> None:
    assert client.get("/ladders/full/?after=x").status_code == 404


def test_withdrawn_and_disabled_bots_are_marked(client: Client, full: Ladder) -> None:
    first, second = Entry.objects.filter(ladder=full).order_by("rank")[:2]
    Entry.objects.filter(pk=first.pk).update(is_active=False)
    second.bot.disabled_at = timezone.now()
    second.bot.save()
    services.roster_change(bot=second.bot)
    lines = rows(client.get("/ladders/full/").content.decode())
    assert "withdrawn" in lines[0]
    assert "disabled" in lines[1]


def test_what_people_call_their_bots_cannot_become_markup(client: Client, db: None) -> None:
    """Names are letters and digits today; the page does not rely on it."""
    fill(bots=4)
    user = make_user("plain")
    user.username = "<b>bold</b>"
    user.save()
    Entry.objects.filter(rank=1).first().bot.__class__.objects.filter(  # type: ignore[union-attr]
        entries__rank=1
    ).update(owner=user)
    text = client.get("/ladders/full/").content.decode()
    assert "<b>bold" not in text
    assert "&lt;b&gt;bold" in text


@pytest.mark.parametrize("bots", [10, 90])
def test_the_number_of_queries_does_not_depend_on_the_number_of_bots(
    client: Client, db: None, bots: int, django_assert_num_queries: Iterator[None]
) -> None:
    fill(bots=bots, blocks=20)
    with django_assert_num_queries(11):  # type: ignore[operator]
        client.get("/ladders/full/")
    with django_assert_num_queries(1):  # type: ignore[operator]
        client.get("/ladders/full/")


def test_matches_can_be_narrowed_down(client: Client, full: Ladder) -> None:
    match = Match.objects.filter(ladder=full).order_by("-number").first()
    assert match is not None
    bot = match.table.select_related("version__bot__owner")[0].version.bot
    text = client.get(f"/ladders/full/matches/?bot={bot.owner}/{bot.name}").content.decode()
    listed = text.count('<li class="match">')
    assert 0 < listed < full.matches_planned
    assert text.count(f"/bots/{bot.owner}/{bot.name}/") == listed
    none = client.get("/ladders/full/matches/?status=void").content.decode()
    assert "No match is like that" in none


def test_the_secret_stays_secret_until_the_ladder_is_closed(client: Client, full: Ladder) -> None:
    text = client.get("/ladders/full/seeds/").content.decode()
    assert full.commitment in text
    assert full.secret not in text
    Ladder.objects.update(state=LadderState.CLOSED, secret_revealed_at=timezone.now())
    assert full.secret in client.get("/ladders/full/seeds/").content.decode()


def test_the_seed_of_a_block_is_shown_once_it_is_over(client: Client, full: Ladder) -> None:
    block = full.blocks.order_by("-number")[0]
    assert str(block.seed) in client.get("/ladders/full/seeds/").content.decode()
    block.matches.filter(part=0).update(
        status=MatchStatus.WAITING, fingerprint="", finished_at=None, settled_at=None
    )
    assert str(block.seed) not in client.get("/ladders/full/seeds/").content.decode()


def test_owners_find_their_own_bots_on_a_ladder(client: Client, full: Ladder) -> None:
    entry = Entry.objects.filter(ladder=full, rank=7).select_related("bot__owner").get()
    client.force_login(entry.bot.owner)
    text = client.get("/ladders/full/").content.decode()
    assert "Your bots here" in text
    assert "rank 7" in text


def test_round_numbers_enclose_what_is_drawn() -> None:
    assert charts.steps(1503, 1547) == [1500, 1510, 1520, 1530, 1540, 1550]
    assert charts.steps(1500, 1500) == [1500, 1510]
    assert charts.steps(900, 2100) == [800, 1000, 1200, 1400, 1600, 1800, 2000, 2200]


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desk")])
def test_no_tab_keeps_anybody_out(
    live_server: LiveServer, page: Page, scheme: str, size: str
) -> None:
    fill(bots=40, blocks=20)
    look(page, scheme=scheme, size=size)
    asked = requests_of(page)
    for tab in TABS:
        page.goto(f"{live_server.url}/ladders/full/{tab}")
        assert overflow(page) == 0
        assert barriers(page) == []
    assert strangers(asked, live_server.url) == []


def test_new_results_appear_without_loading_the_page_again(
    broker: str, live_server: LiveServer, page: Page
) -> None:
    ladder = make_ladder()
    for name in ("ada", "ben", "cy"):
        seat(ladder, name)
    page.goto(f"{live_server.url}/ladders/quick/")
    expect(page.locator("tbody .rank").first).to_contain_text("not ranked yet")
    page.evaluate("window.opened = true")
    play_rounds(ladder, 2, decide_block)
    expect(page.locator("tbody .rank").first).to_contain_text("1")
    assert page.evaluate("window.opened")
    assert [line.rank for line in selectors.standings_page(ladder=ladder)] == [1, 2, 3]


def test_readers_check_the_seeds_in_their_own_browser(live_server: LiveServer, page: Page) -> None:
    ladder = fill(bots=8, blocks=6)
    Ladder.objects.update(state=LadderState.CLOSED, secret_revealed_at=timezone.now())
    check = page.get_by_role("button", name="Check the commitment")
    page.goto(f"{live_server.url}/ladders/full/seeds/")
    check.click()
    expect(page.get_by_text("Your browser agrees")).to_contain_text("all 6 seeds")
    ladder.blocks.filter(number=3).update(seed=7)
    page.reload()
    check.click()
    expect(page.get_by_text("do NOT follow from the secret: 3.")).to_be_visible()
