"""Pages of organisers: there for them alone, and what needs them stands on one page."""

import json

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page
from pytest_django import DjangoAssertNumQueries
from pytest_django.live_server_helper import LiveServer

from matches import concerns, organising, planning
from matches.models import Match, MatchStatus, Reproduction, ReproductionStatus
from moonladder.audit.models import AuditEvent
from moonladder.audit.services import audit_record
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders import services
from moonladder.ladders.models import Ladder
from tests.matches import arena
from tests.platform.web.reading import text
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db
PAGES = ("/organise/", "/organise/log/")


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with four bots and a block of matches."""
    ladder = arena.foursome()
    planning.ranked_plan(ladder=ladder)
    return ladder


@pytest.fixture
def organiser() -> User:
    """Who helps to run the site."""
    return User.objects.create_superuser("organiser")


@pytest.fixture
def logged_in(organiser: User) -> Client:
    """The browser of an organiser."""
    client = Client()
    client.force_login(organiser)
    return client


def trouble(ladder: Ladder, organiser: User) -> None:
    """Have something of everything go wrong."""
    void, alarming, *_ = Match.objects.filter(ladder=ladder, status=MatchStatus.WAITING)
    organising.match_void(match=void, actor=organiser, reason="the <b>host</b> burned")
    arena.decide(alarming.pk)
    audit_record(actor=None, action="alarm", subject=alarming, reason="otherwise at decision 7")
    Reproduction.objects.create(
        match=alarming,
        status=ReproductionStatus.DIVERGED,
        difference={"sentence": "at decision 7"},
        done_at=timezone.now(),
    )
    bot = Bot.objects.get(name="dan")
    organising.bot_disable(bot=bot, actor=organiser, reason="it mines coins")
    Version.objects.filter(bot__name="cleo").update(status=VersionStatus.FAILED)


@pytest.mark.parametrize("address", PAGES)
def test_the_pages_are_there_for_organisers_alone(
    address: str, logged_in: Client, ladder: Ladder
) -> None:
    assert logged_in.get(address).status_code == 200
    assert Client().get(address)["Location"] == f"/login/?next={address}"
    owner = Client()
    owner.force_login(User.objects.get(username="ada"))
    assert owner.get(address).status_code == 404
    assert "/organise/" not in text(owner, "/ladders/")
    assert 'href="/organise/"' in text(logged_in, "/ladders/")
    assert logged_in.post(address).status_code == 405


def test_nothing_that_needs_anybody_is_said_in_one_sentence(
    logged_in: Client, ladder: Ladder
) -> None:
    page = text(logged_in, "/organise/")
    assert "Nothing needs you" in page
    assert "Void matches" not in page


def test_what_needs_an_organiser_leads_to_where_to_act(
    logged_in: Client, organiser: User, ladder: Ladder
) -> None:
    trouble(ladder, organiser)
    page = text(logged_in, "/organise/")
    assert "Nothing needs you" not in page
    for said in ("otherwise at decision 7", "it mines coins", "came out otherwise at decision 7"):
        assert said in page
    assert "the &lt;b&gt;host&lt;/b&gt; burned" in page
    void = Match.objects.filter(status=MatchStatus.VOID)[0]
    rows = {
        "matches_match": void.pk,
        "bots_bot": Bot.objects.get(name="dan").pk,
        "bots_version": Version.objects.get(bot__name="cleo").pk,
        "ladders_ladder": ladder.pk,
    }
    for kind, pk in rows.items():
        address = f"/admin/{kind.replace('_', '/')}/?id__exact={pk}"
        assert f'href="{address}"' in page
        assert text(logged_in, address).count('class="action-select"') == 1


def test_red_parts_are_named(logged_in: Client) -> None:
    """Nothing but the database runs beside this test."""
    page = text(logged_in, "/organise/")
    assert "4 parts red" in page
    assert "cannot be asked while the broker is down" in page


def test_what_was_void_long_ago_needs_nobody(
    logged_in: Client, organiser: User, ladder: Ladder
) -> None:
    trouble(ladder, organiser)
    old = timezone.now() - 2 * concerns.RECENT
    Match.objects.update(finished_at=old)
    AuditEvent.objects.update(at=old)
    Reproduction.objects.update(done_at=old)
    found = concerns.concerns()
    assert (found.void.total, found.alarms.total, found.diverged.total) == (0, 0, 0)
    assert (found.disabled.total, found.failed.total) == (1, 1)


def test_the_page_costs_the_same_however_much_went_wrong(
    logged_in: Client,
    organiser: User,
    ladder: Ladder,
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    for _ in range(3):
        planning.ranked_plan(ladder=ladder)
    trouble(ladder, organiser)
    with django_assert_max_num_queries(24):
        text(logged_in, "/organise/")
    for match in Match.objects.filter(status=MatchStatus.WAITING):
        organising.match_void(match=match, actor=organiser, reason="all burned")
        audit_record(actor=None, action="alarm", subject=match, reason="again")
    with django_assert_max_num_queries(24):
        page = text(logged_in, "/organise/")
    assert "more</a>" in page


# ── the log ───────────────────────────────────────────────────────────────────────────────────


def test_the_log_tells_who_did_what_to_what_and_why(
    logged_in: Client, organiser: User, ladder: Ladder
) -> None:
    assert "No organiser has done anything yet" in text(logged_in, "/organise/log/")
    services.ladder_pause(ladder=ladder, actor=organiser, reason="<i>a</i> storm")
    page = text(logged_in, "/organise/log/")
    assert "Ladder pause" in page
    assert "&lt;i&gt;a&lt;/i&gt; storm" in page
    assert f'href="/admin/ladders/ladder/{ladder.pk}/change/"' in page


def test_the_log_is_filtered_by_act_person_and_words(
    logged_in: Client, organiser: User, ladder: Ladder
) -> None:
    other = User.objects.create_superuser("other")
    services.ladder_pause(ladder=ladder, actor=organiser, reason="a storm")
    services.ladder_resume(ladder=ladder, actor=other, reason="the sun")
    for query in ("action=ladder_pause", "actor=organiser", "text=STORM"):
        page = text(logged_in, f"/organise/log/?{query}")
        assert "a storm" in page
        assert "the sun" not in page
    assert "Nothing that was done is like that" in text(logged_in, "/organise/log/?text=hail")
    assert logged_in.get("/organise/log/?actor=%00&before=x").status_code == 200


def test_a_long_log_is_read_page_by_page(
    logged_in: Client, ladder: Ladder, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        audit_record(actor=None, action="alarm", subject=ladder, reason=f"number {number}.")
    with django_assert_max_num_queries(5):
        page = text(logged_in, "/organise/log/?action=alarm")
    assert "number 29." in page
    assert "number 4." not in page
    oldest = AuditEvent.objects.order_by("pk")[5].pk
    assert f"action=alarm&amp;before={oldest}" in page
    assert "number 4." in text(logged_in, f"/organise/log/?action=alarm&before={oldest}")


def test_standings_before_and_after_are_there_to_be_opened(
    logged_in: Client, organiser: User, ladder: Ladder
) -> None:
    match = arena.play_rounds(ladder, 1, arena.decide_block)[0]
    match.refresh_from_db()
    for undecided in Match.objects.filter(status=MatchStatus.WAITING):
        arena.decide(undecided.pk)
    arena.settlement.ladder_settle(ladder_id=ladder.pk)
    organising.match_exclude(match=match, actor=organiser, reason="a doubt")
    facts = AuditEvent.objects.get().facts
    assert json.dumps(facts["before"][0]["bot"]).strip('"') in text(logged_in, "/organise/log/")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_pages_keep_nobody_out(
    broker: str,
    live_server: LiveServer,
    page: Page,
    logged_in: Client,
    organiser: User,
    ladder: Ladder,
    scheme: str,
) -> None:
    trouble(ladder, organiser)
    cookie = logged_in.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    look(page, size="phone", scheme=scheme)
    for address in PAGES:
        page.goto(f"{live_server.url}{address}")
        assert (overflow(page), barriers(page)) == (0, [])
