"""The pages of bots: who may see what, how a bot fares, and what its owner does with it."""

import re
from html import unescape

import pytest
from django.contrib.auth.models import User
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from benchmarks.filled import fill
from matches import selectors as matches
from matches.models import Match, Seat
from moonladder.audit.models import AuditEvent
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders import selectors, services
from moonladder.ladders.models import Covariance, Entry, Ladder, LadderState
from moonladder.web import paging
from tests.matches import arena
from tests.platform.web.reading import as_, text, words
from tests.services.browsing import barriers, look, overflow

PAGE = "/bots/ada/ada/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with results; ada's second version plays, a third was refused."""
    ladder = arena.foursome(blocks=6)
    bot = Bot.objects.get(name="ada")
    arena.take_over(bot, "last")
    refused = arena.upload(bot, "last")
    Version.objects.filter(pk=refused.pk).update(status=VersionStatus.REJECTED)
    return ladder


@pytest.fixture
def ada(ladder: Ladder) -> User:
    """Whose bot it is."""
    return User.objects.get(username="ada")


@pytest.fixture
def organiser() -> User:
    return User.objects.create(username="olga", is_staff=True)


@pytest.fixture
def unborn(ladder: Ladder) -> Bot:
    """A bot of which nothing was accepted yet."""
    return arena.make_bot(ladder, "unborn", owner="eve")


def page_of(user: User | None = None, address: str = PAGE) -> str:
    """A page as it is sent to somebody."""
    return text(as_(user), address)


def entry() -> Entry:
    return Entry.objects.select_related("ladder", "bot__owner", "stint").get(
        bot__name="ada", ladder__slug="quick"
    )


# ── the list ──────────────────────────────────────────────────────────────────────────────────


def listed(query: str = "", user: User | None = None) -> list[str]:
    """The bots in the list."""
    return re.findall(
        r'<th scope="row"><a [^>]*href="/bots/([^"]+)/"', page_of(user, f"/bots/{query}")
    )


def test_the_list_tells_what_plays_and_where_the_newest_first(ladder: Ladder) -> None:
    assert listed() == ["dan/dan", "cleo/cleo", "bob/bob", "ada/ada"]
    place = entry()
    assert f"ada/ ada house Shamans Python v2 Quick : place {place.rank}, rated" in words(
        page_of(address="/bots/")
    )


def test_the_list_can_be_narrowed(ladder: Ladder) -> None:
    other = arena.make_ladder("moon", game="shamanix", seats=2, options={})
    arena.seat(other, "climber", owner="bob")
    assert listed("?owner=bob") == ["bob/climber", "bob/bob"]
    assert listed("?game=shamanix") == ["bob/climber"]
    assert listed("?game=shamans&owner=bob") == ["bob/bob"]
    assert "No bot is like that." in words(page_of(address="/bots/?owner=nobody"))


def test_an_empty_list_says_how_to_begin() -> None:
    assert "Nobody has brought a bot yet." in words(page_of(address="/bots/"))


def test_a_bot_of_which_nothing_was_accepted_is_there_for_its_owner_and_organisers(
    unborn: Bot, ada: User, organiser: User
) -> None:
    for user, is_there in ((None, False), (ada, False), (unborn.owner, True), (organiser, True)):
        assert ("eve/unborn" in listed(user=user)) == is_there
        assert as_(user).get("/bots/eve/unborn/").status_code == (200 if is_there else 404)


def test_a_long_list_comes_in_pages() -> None:
    fill(bots=paging.ROWS + 5)
    first = page_of(address="/bots/")
    older = re.findall(r'rel="next" href="([^"]+)"', first)
    assert len(listed()) == paging.ROWS
    assert len(listed(older[0].removeprefix("/bots/"))) == 5


@pytest.mark.parametrize("query", ["?before=x", "?owner=%2F", "?game=odd"])
def test_whatever_stands_in_the_address_the_list_answers(ladder: Ladder, query: str) -> None:
    assert as_(None).get(f"/bots/{query}").status_code == 200


def test_no_owner_has_a_name_with_a_nul(ladder: Ladder) -> None:
    assert as_(None).get("/bots/?owner=%00").status_code == 404


def test_names_cannot_become_markup(ladder: Ladder) -> None:
    """Names are letters and digits today; the page does not rely on it."""
    User.objects.filter(username="bob").update(username="<b>bob")
    text = page_of(address="/bots/")
    assert "<b>bob" not in text
    assert "&lt;b&gt;bob" in text


# ── one bot ───────────────────────────────────────────────────────────────────────────────────


def test_a_bot_shows_its_place_with_interval_and_live_rating(ladder: Ladder) -> None:
    place = entry()
    assert place.stint is not None
    text = words(page_of())
    assert f"Quick {place.rank}" in text
    assert f"{place.elo:.0f} {place.matches}" in text
    assert "written in Python. It plays with v2 ." in text
    before = place.stints.get(version__number=1)
    assert f"{before.rating:.0f} {before.low:.0f} to {before.high:.0f}" in text


def test_a_bot_shows_how_it_does_with_each_seat_and_role(ladder: Ladder) -> None:
    text = words(page_of())
    for result in matches.entry_aspects(entry=entry()):
        share = f"{result.score:.0%}".replace("%", " %")
        assert f"{result.value.replace('_', ' ').capitalize()} {share}" in text


def test_opponents_come_with_the_likelihood_that_it_is_better(ladder: Ladder) -> None:
    text = words(page_of())
    for met in matches.entry_meetings(entry=entry()):
        better = selectors.superiority(one=entry(), other=met.other)
        name = met.other.bot.name
        score = f"{met.score / met.matches:.0%} {better:.0%}".replace("%", " %")
        assert f"{name}/ {name} {score} {met.matches}" in text


def test_the_likelihoods_of_many_take_one_question(
    ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    one = Entry.objects.select_related("stint").get(bot__name="bob")
    others = list(Entry.objects.select_related("stint").exclude(pk=one.pk))
    assert Covariance.objects.exists()
    with django_assert_num_queries(1):
        found = selectors.superiorities(one=one, others=others)
    assert set(found) == {other.pk for other in others}
    for other in others:
        back = selectors.superiority(one=other, other=one)
        assert found[other.pk] + back == pytest.approx(1)


def test_of_a_bot_on_two_ladders_one_is_told_in_full(ladder: Ladder) -> None:
    services.bot_enter(ladder=arena.make_ladder("calm"), bot=Bot.objects.get(name="ada"))
    assert "On Quick" in words(page_of())
    other = words(page_of(address=f"{PAGE}?ladder=calm"))
    assert "On Calm" in other
    assert "No result of it counts there yet." in other
    assert as_(None).get(f"{PAGE}?ladder=nowhere").status_code == 404


def test_a_bot_on_no_ladder_and_without_versions_says_so(ada: User) -> None:
    bots.bot_create(owner=ada, name="idle", game="shamans")
    text = words(page_of(ada, "/bots/ada/idle/"))
    for sentence in (
        "No version of it was accepted yet",
        "It is on no ladder. Enter it",
        "It has played no match yet.",
        "Nothing has been uploaded yet. Upload the first version",
    ):
        assert sentence in text


def test_strangers_see_the_versions_that_were_accepted(ada: User, organiser: User) -> None:
    for user, numbers in ((None, [2, 1]), (organiser, [3, 2, 1]), (ada, [3, 2, 1])):
        found = page_of(user).partition('id="versions"')[2].partition("</table>")[0]
        assert [int(n) for n in re.findall(rf'href="{PAGE}v(\d+)/"', found)] == numbers
        assert ("rejected" in found) == (len(numbers) == 3)


def test_what_plays_and_what_repeats_itself_is_marked(ladder: Ladder) -> None:
    Version.objects.filter(bot__name="ada", number=1).update(deterministic=False)
    text = words(page_of())
    assert "plays deterministic" in text
    assert "not deterministic" in text


def test_why_a_bot_was_disabled_is_for_its_owner_to_read(ada: User, organiser: User) -> None:
    bot = Bot.objects.get(name="ada")
    bots.bot_disable(bot=bot, actor=organiser, reason="it <b>loops")
    for user in (None, User.objects.get(username="bob")):
        text = words(page_of(user))
        assert "An organiser took it out of play" in text
        assert "it <b>loops" not in text
        assert "Challenge it" not in text
    for user in (ada, organiser):
        assert "The reason: it <b>loops" in words(page_of(user))
        assert "<b>loops" not in page_of(user)


def test_the_matches_link_leads_to_its_matches_alone(ladder: Ladder) -> None:
    (address,) = re.findall(r'href="(/matches/\?bot=[^"]+)"', page_of(address="/bots/bob/bob/"))
    found = re.findall(r'href="/matches/quick/(\d+)/"', page_of(address=address))
    own = Match.objects.filter(table__version__bot__name="bob").order_by("-number")
    assert [int(number) for number in found] == [match.number for match in own]
    assert 0 < len(found) < Match.objects.count()


def test_a_trial_is_among_the_latest_matches_for_its_owner_alone(ada: User) -> None:
    last = Match.objects.filter(table__version__bot__name="ada").order_by("-pk")[0]
    Match.objects.filter(pk=last.pk).update(kind="trial", settled_at=None)
    address = f"/matches/quick/{last.number}/"
    assert address in page_of(ada)
    assert address not in page_of()


def test_whoever_reads_may_challenge_it(ada: User) -> None:
    bob = User.objects.get(username="bob")
    (address,) = re.findall(r'href="(/challenges/new/[^"]+)"', page_of(bob))
    form = page_of(bob, unescape(address))
    assert re.findall(r'name="seat_\d" value="([^"]+)"', form)[:2] == ["bob/bob/v1", "ada/ada"]
    (own,) = re.findall(r'href="(/challenges/new/[^"]+)"', page_of(ada))
    assert 'name="seat_0" value="ada/ada"' in page_of(ada, unescape(own))


def test_nobody_is_challenged_on_a_ladder_that_is_paused(ladder: Ladder) -> None:
    Ladder.objects.update(state=LadderState.PAUSED)
    assert "/challenges/new/" not in page_of()


def test_on_a_phone_every_cell_says_what_it_is(ada: User) -> None:
    tables = re.findall(r'<table class="as-cards.*?</table>', page_of(ada), re.DOTALL)
    assert len(tables) >= 5
    cells = [cell for table in tables for cell in re.findall(r"<td([^>]*)>", table)]
    assert [cell for cell in cells if "data-label" not in cell and "picture" not in cell] == []


def test_an_open_page_is_sent_again_only_when_something_is_new(ladder: Ladder) -> None:
    client = as_(None)
    tag = client.get(PAGE).headers["ETag"]
    again = {"HX-Request": "true", "If-None-Match": tag}
    assert client.get(PAGE, headers=again).status_code == 304
    arena.play_rounds(ladder, 1, arena.decide_block)
    assert client.get(PAGE, headers=again).status_code == 200


def test_what_is_kept_for_everybody_has_nothing_of_the_owner_in_it(ada: User) -> None:
    assert "Look after it" in page_of(ada)
    for _ in range(2):
        page = page_of()
        assert "Look after it" not in page
        assert "csrfmiddlewaretoken" not in page
        assert "Crash inbox" not in page


# ── what is done with it ──────────────────────────────────────────────────────────────────────


def send(user: User | None, act: str, **said: str) -> str:
    """Send one of the forms; what the page then says."""
    answer = as_(user).post(f"{PAGE}{act}/", said, follow=True)
    assert answer.redirect_chain == [(f"{PAGE}#look-after", 302)]
    return words(answer.content.decode())


def test_an_owner_lets_an_older_version_play(ada: User) -> None:
    assert '<option value="1">v1, uploaded' in page_of(ada)
    assert "v1 plays from now on." in send(ada, "activate", version="1")
    assert Bot.objects.get(name="ada").current == Version.objects.get(bot__name="ada", number=1)
    assert "v1 plays already." in send(ada, "activate", version="1")
    assert AuditEvent.objects.count() == 0


def test_what_was_refused_cannot_play(ada: User) -> None:
    assert '<option value="3">' not in page_of(ada)
    assert "only a version that is ready can play" in send(ada, "activate", version="3")


def test_an_owner_withdraws_and_returns(ada: User) -> None:
    assert "leaves Quick" in send(ada, "withdraw", ladder="quick")
    assert not entry().is_active
    assert "has left Quick already" in send(ada, "withdraw", ladder="quick")
    assert "withdrawn" in words(page_of())
    assert "is back on Quick" in send(ada, "return", ladder="quick")
    assert entry().is_active


def test_an_owner_enters_another_ladder_of_the_game(ada: User) -> None:
    arena.make_ladder("calm")
    arena.make_ladder("moon", game="shamanix", seats=2, options={})
    closed = arena.make_ladder("closed")
    Ladder.objects.filter(pk=closed.pk).update(state=LadderState.CLOSED)
    offered = page_of(ada).partition("Enter on a ladder")[2]
    assert re.findall(r'<option value="(\w+)"', offered) == ["calm"]
    assert "is entered on Calm" in send(ada, "enter", ladder="calm")
    assert Entry.objects.filter(bot__name="ada", ladder__slug="calm").exists()
    assert "is a ladder of shamanix" in send(ada, "enter", ladder="moon")
    assert "is closed" in send(ada, "enter", ladder="closed")


ACTS = {
    "activate": {"version": "1"},
    "withdraw": {"ladder": "quick"},
    "return": {"ladder": "quick"},
    "enter": {"ladder": "quick"},
}


@pytest.mark.parametrize("act", ACTS)
def test_strangers_do_nothing_with_it(ada: User, act: str) -> None:
    address, said = f"{PAGE}{act}/", ACTS[act]
    assert as_(User.objects.get(username="bob")).post(address, said).status_code == 403
    assert as_(None).post(address, said).headers["Location"] == f"/login/?next={PAGE}"
    assert as_(ada).get(address).status_code == 405
    assert entry().is_active
    assert Bot.objects.get(name="ada").current == Version.objects.get(bot__name="ada", number=2)


@pytest.mark.parametrize("act", ["activate", "withdraw"])
def test_organisers_act_with_a_reason_that_is_kept(ada: User, organiser: User, act: str) -> None:
    assert "Act as an organiser" in page_of(organiser)
    assert "Give a reason" in send(organiser, act, **ACTS[act])
    assert AuditEvent.objects.count() == 0
    send(organiser, act, reason="its owner asked", **ACTS[act])
    event = AuditEvent.objects.get()
    assert (event.actor, event.reason) == (organiser, "its owner asked")


def test_nobody_enters_what_belongs_to_somebody_else(ada: User, organiser: User) -> None:
    arena.make_ladder("calm")
    assert "Enter on a ladder" not in page_of(organiser)
    assert as_(organiser).post(f"{PAGE}enter/", {"ladder": "calm"}).status_code == 403


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("activate", {"version": "9"}),
        ("activate", {"version": "x"}),
        ("activate", {}),
        ("withdraw", {"ladder": "nowhere"}),
        ("return", {"ladder": "calm"}),
        ("enter", {}),
    ],
)
def test_what_is_not_there_is_not_found(ada: User, act: str, said: dict[str, str]) -> None:
    arena.make_ladder("calm")
    assert as_(ada).post(f"{PAGE}{act}/", said).status_code == 404


# ── the account ───────────────────────────────────────────────────────────────────────────────


def test_the_account_counts_what_put_ones_bots_out(ada: User) -> None:
    assert "put it out of matches" not in page_of(ada, "/account/")
    one, two, three = Seat.objects.filter(version__bot__name="ada", match__status="finished")[:3]
    Seat.objects.filter(pk__in=(one.pk, two.pk)).update(fault="timeout:cpu")
    Seat.objects.filter(pk=three.pk).update(fault="crash:exit 1")
    page = page_of(ada, "/account/")
    assert "2 things put it out of matches" in words(page)
    assert f'href="{PAGE}crashes/"' in page
    bob = User.objects.get(username="bob")
    assert "put it out of matches" not in page_of(bob, "/account/")


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("scheme", "size"), [("light", "phone"), ("dark", "desk")])
def test_no_page_of_a_bot_keeps_anybody_out(
    live_server: LiveServer, page: Page, scheme: str, size: str
) -> None:
    ladder = fill(bots=20, blocks=30)
    bot = Entry.objects.select_related("bot__owner").get(ladder=ladder, rank=3).bot
    Seat.objects.filter(version__bot=bot).update(fault="timeout:cpu", stderr="a log\n" * 50)
    log_in(page, bot.owner, live_server)
    look(page, scheme=scheme, size=size)
    own = f"/bots/{bot.owner.username}/{bot.name}/"
    for address in ("/bots/", own, f"{own}crashes/"):
        page.goto(f"{live_server.url}{address}")
        assert overflow(page) == 0
        assert barriers(page) == []


def test_all_of_the_navigation_is_in_sight_on_a_phone(live_server: LiveServer, page: Page) -> None:
    look(page, size="phone")
    page.goto(f"{live_server.url}/bots/")
    bar = page.get_by_role("navigation", name="Main")
    assert bar.evaluate("bar => bar.scrollWidth - bar.clientWidth") == 0
    expect(bar.get_by_role("link", name="Bots")).to_have_attribute("aria-current", "true")


def log_in(page: Page, user: User, server: LiveServer) -> None:
    """Let the browser be somebody's."""
    session = as_(user).cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": session, "url": server.url}])
