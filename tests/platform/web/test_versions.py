"""The page of a version: what its owner follows, what strangers are told, and who may act on it."""

import re
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Page, expect
from pytest_django import DjangoAssertNumQueries, Settings
from pytest_django.live_server_helper import LiveServer

from matches import fitting, planning, services, settlement, trials
from matches.models import Match, MatchStatus
from matches.organising import bot_disable
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, StageName, Version, VersionStatus
from moonladder.ladders.models import Entry, Ladder
from moonladder.ladders.services import bot_enter, entry_withdraw
from tests.matches import arena
from tests.services.browsing import barriers, look, overflow

pytestmark = pytest.mark.django_db
V1, V2 = "/bots/ada/ada/v1/", "/bots/ada/ada/v2/"


@pytest.fixture
def ladder() -> Ladder:
    """A ladder with just enough bots for a table."""
    ladder = arena.make_ladder()
    for name in ("ada", "bob", "cleo"):
        arena.seat(ladder, name)
    return ladder


@pytest.fixture
def bot(ladder: Ladder) -> Bot:
    """The bot whose versions are looked at."""
    return Bot.objects.select_related("owner").get(name="ada")


def as_(name: str) -> Client:
    """A browser in which somebody is logged in; or nobody."""
    client = Client()
    if name:
        user, _ = User.objects.get_or_create(username=name)
        client.force_login(user)
    return client


@pytest.fixture
def organiser(db: None) -> Client:
    """The browser of an organiser."""
    User.objects.create(username="organiser", is_staff=True)
    return as_("organiser")


def text(client: Client, address: str) -> str:
    """A page that is there, its words apart by single spaces."""
    answer = client.get(address)
    assert answer.status_code == 200
    return re.sub(r"\s+", " ", answer.content.decode())


def steps(page: str) -> list[str]:
    """How each step of an upload stands."""
    return re.findall(r'<li id="step-\d" class="(\w*)"><h3>', page)


def upload(bot: Bot, content: bytes, name: str = "bot.py") -> Version:
    """Take an upload all the way."""
    return arena.bring_in(bots.version_submit(bot=bot, name=name, content=content))


# ── on its way ────────────────────────────────────────────────────────────────────────────────


def test_the_owner_follows_an_upload_step_by_step(bot: Bot) -> None:
    client, version = as_("ada"), arena.upload(bot, "last")
    page = text(client, V2)
    assert steps(page) == ["passed", "now", "", "", ""]
    assert "It waits to be unpacked, and is next." in page
    assert "bytes named &#x27;bot.py&#x27;" in page

    assert bots.version_prepare(version_id=version.pk)
    assert steps(text(client, V2)) == ["passed", "passed", "passed", "now", ""]

    trial = planning.trial_plan(version=version)
    assert trial is not None
    first, second = Match.objects.filter(block=trial).order_by("part")
    page = text(client, V2)
    assert "It waits to be tried, and is next" in page
    assert f'href="/matches/quick/{first.number}/"' in page

    services.match_claim(match_id=first.pk, worker="somebody")
    assert "Its trial is being played" in text(client, V2)
    Match.objects.filter(pk=first.pk).update(status=MatchStatus.WAITING, claim="")
    arena.play_block(trial)
    trials.trial_conclude(block=trial)
    page = text(client, V2)
    assert steps(page) == ["passed"] * 5
    assert "Accepted. It plays." in page
    assert "On Quick." in page
    assert f"/matches/quick/{second.number}/" in page


def test_who_waits_is_told_for_how_long(bot: Bot) -> None:
    arena.play_rounds(Ladder.objects.get(), 1, arena.decide_block)
    Match.objects.update(started_at=timezone.now() - timedelta(seconds=60))
    for _ in range(2):
        waiting = bots.version_submit(bot=bot, name="bot.py", content=b"1")
        planning.trial_plan(version=waiting)
    page = text(as_("ada"), f"/bots/ada/ada/v{waiting.number}/")
    assert re.search(r"to be unpacked: 3 matches and uploads are begun before it, in about", page)


def test_a_page_that_is_still_true_is_not_sent_again(bot: Bot) -> None:
    client, version = as_("ada"), arena.upload(bot)
    known = client.get(V2)["ETag"]
    asked = {"HX-Request": "true", "If-None-Match": known}
    assert client.get(V2, headers=asked).status_code == 304
    work = bots.version_claim(version_id=version.pk)
    assert "It is being unpacked." in client.get(V2, headers=asked).content.decode()
    assert work is not None


def test_what_is_entered_nowhere_waits_for_its_owner(bot: Bot) -> None:
    lonely = bots.bot_create(owner=bot.owner, name="lonely", game="shamans", is_house=True)
    version = arena.upload(lonely)
    bots.version_prepare(version_id=version.pk)
    page = text(as_("ada"), "/bots/ada/lonely/v1/")
    assert "its trial is played once the bot is on a ladder" in page
    assert 'href="/upload/?bot=ada/lonely"' in page


def test_a_site_where_only_the_house_plays_says_why_uploads_wait(bot: Bot) -> None:
    arena.upload(bot)
    page = text(as_("ada"), V2)
    assert "Uploads wait here." in page
    assert "install bubblewrap" in page
    assert "Nobody plays here" in page


# ── what went wrong ───────────────────────────────────────────────────────────────────────────


def test_what_is_rejected_says_first_what_to_mend(bot: Bot) -> None:
    client = as_("ada")
    syntax = text(client, f"/bots/ada/ada/v{upload(bot, b'def <b>(:').number}/")
    assert steps(syntax) == ["passed", "passed", "rejected", "", ""]
    assert "It was rejected when it was built" in syntax
    assert "SyntaxError" in syntax
    assert "def &lt;b&gt;(:" in syntax
    assert "<b>(" not in syntax
    assert syntax.index("SyntaxError") < syntax.index("How it is taken in")
    unpacked = text(client, f"/bots/ada/ada/v{upload(bot, b'no', 'bot.zip').number}/")
    assert "It was rejected when it was unpacked" in unpacked
    assert "is no zip or tar.gz archive" in unpacked
    assert "What played before plays on." in unpacked


def test_a_bot_that_fails_its_trial_is_told_what_to_change(bot: Bot) -> None:
    version = arena.bring_in(arena.upload(bot, "crasher"))
    page = text(as_("ada"), V2)
    assert steps(page) == ["passed", "passed", "passed", "rejected", ""]
    assert "<code>crash:exit 1</code> Something ended the bot: its log says what." in page
    assert "out of ideas" in page
    for play in Match.objects.filter(table__version=version, kind="trial"):
        assert f'href="/matches/quick/{play.number}/"' in page
    assert 'href="/upload/?bot=ada/ada"' in page


def fail(version: Version) -> None:
    """Have the site fail at it, once and for all."""
    Version.objects.filter(pk=version.pk).update(attempts=bots.MOST_ATTEMPTS - 1)
    work = bots.version_claim(version_id=version.pk)
    assert work is not None
    bots.version_release(work=work, stage=StageName.UNPACKED, log="the <disk> was full")


def test_what_the_site_failed_is_called_its_own_fault(bot: Bot, organiser: Client) -> None:
    version = arena.upload(bot)
    fail(version)
    page = text(as_("ada"), V2)
    assert "That was this site&#x27;s fault, not your bot&#x27;s" in page.replace("'", "&#x27;")
    assert "the &lt;disk&gt; was full" in page
    assert "Organisers see it on their list" in page
    assert f'href="{V2}"' in text(organiser, "/organise/")
    admin = User.objects.get(username="organiser")
    bots.version_retry(version=version, actor=admin, reason="there is room again")
    page = text(as_("ada"), V2)
    assert steps(page) == ["passed", "now", "", "", ""]
    assert "fault" not in page


def test_while_the_site_tries_again_its_owner_is_told(bot: Bot) -> None:
    version = arena.upload(bot)
    work = bots.version_claim(version_id=version.pk)
    assert work is not None
    assert "tries again" not in text(as_("ada"), V2)
    bots.version_release(work=work, stage=StageName.UNPACKED, log="no room")
    page = text(as_("ada"), V2)
    assert "The site has failed at this step once and tries again." in page
    assert "not your bot" in page


def test_a_trial_that_the_site_failed_is_told_with_its_trouble(bot: Bot) -> None:
    version = arena.upload(bot)
    bots.version_prepare(version_id=version.pk)
    trial = planning.trial_plan(version=version)
    assert trial is not None
    play = Match.objects.filter(block=trial)[0]
    job = services.match_claim(match_id=play.pk, worker="somebody")
    assert job is not None
    services.match_release(match_id=play.pk, claim=job.claim, trouble="the box broke")
    assert "tries again. That is not your bot's fault. the box broke" in text(as_("ada"), V2)
    Match.objects.filter(block=trial).update(status=MatchStatus.VOID, trouble="the box broke")
    trials.trial_conclude(block=trial)
    assert "The trial was not played: the box broke" in text(as_("ada"), V2)


def test_a_bot_that_repeats_itself_has_a_badge_and_another_reads_where_it_parted(bot: Bot) -> None:
    arena.bring_in(arena.upload(bot, "moody"))
    page = text(as_("ada"), V2)
    assert "not deterministic</span>" in page
    assert "Where its two plays part" in page
    assert re.search(r"at decision \d+: seat 0 \(ada/ada\), asked to", page)
    assert "Where its two plays part" not in text(as_(""), V2)
    assert "not deterministic</span>" in text(as_(""), V2)
    arena.bring_in(arena.upload(bot, "last"))
    assert '<span class="badge good">deterministic</span>' in text(as_(""), "/bots/ada/ada/v3/")


# ── how it plays ──────────────────────────────────────────────────────────────────────────────


def test_its_first_matches_and_its_place_are_told(bot: Bot, ladder: Ladder) -> None:
    arena.bring_in(arena.upload(bot, "last"))
    stranger = as_("")
    page = text(stranger, V2)
    assert "Not rated yet" in page
    assert "It has played no match yet." in page
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    matches = Match.objects.filter(block=block)
    page = text(stranger, V2)
    for match in matches:
        assert f'href="/matches/quick/{match.number}/"' in page
    assert "Now and next" in page
    arena.decide_block(block)
    settlement.ladder_settle(ladder_id=ladder.pk)
    fitting.ladder_fit(ladder_id=ladder.pk)
    page = text(stranger, V2)
    assert "Last results" in page
    assert re.search(r"place <b>\d</b>", page)
    assert "1 block counted" in page
    assert 'class="interval"' in page
    assert "All matches of ada" in page


def test_what_plays_no_more_says_so(bot: Bot) -> None:
    arena.take_over(bot, "last")
    page = text(as_("ada"), V1)
    assert "Accepted. Another version plays now." in page
    assert "played before" in page
    assert "plays now</span>" not in page
    assert "plays now</span>" in text(as_("ada"), V2)
    entry_withdraw(entry=Entry.objects.get(bot=bot), actor=bot.owner)
    assert "withdrawn</span>" in text(as_(""), V2)


def test_a_version_leads_to_a_challenge_with_it_or_against_it(bot: Bot) -> None:
    address = "/challenges/new/?ladder=quick&amp;{}=ada/ada/v1"
    assert f'href="{address.format("seat")}"' in text(as_("ada"), V1)
    assert f'href="{address.format("against")}"' in text(as_("bob"), V1)


def test_the_page_costs_the_same_however_much_there_is(
    bot: Bot, ladder: Ladder, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    arena.bring_in(arena.upload(bot, "last"))
    for number in range(3):
        bot_enter(ladder=arena.make_ladder(f"more-{number}"), bot=bot)
        arena.play_rounds(ladder, 3, arena.decide_block)
        planning.ranked_plan(ladder=ladder)
        for name, queries in (("", 13), ("bob", 15), ("ada", 18)):
            client = as_(name)
            with django_assert_num_queries(queries):
                known = client.get(V2)["ETag"]
            asked = {"HX-Request": "true", "If-None-Match": known}
            with django_assert_num_queries(queries - 5):
                assert client.get(V2, headers=asked).status_code == 304


# ── who is told what ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("status", [each for each in VersionStatus if each != VersionStatus.READY])
def test_what_was_not_accepted_is_there_for_its_owner_and_organisers_alone(
    bot: Bot, organiser: Client, status: VersionStatus
) -> None:
    Version.objects.filter(pk=arena.upload(bot).pk).update(status=status)
    for name in ("", "bob"):
        assert as_(name).get(V2).status_code == 404
    for client in (as_("ada"), organiser):
        assert client.get(V2).status_code == 200


def test_strangers_are_told_nothing_that_is_its_owners(bot: Bot, organiser: Client) -> None:
    version = bots.version_submit(
        bot=bot, name="secret-name.py", content=arena.source("chatty") + b"# secret-source"
    )
    version = arena.bring_in(version)
    assert arena.is_ready(version)
    bot_disable(bot=bot, actor=User.objects.get(username="organiser"), reason="secret-reason")
    log = version.stages.get(name="tried").log
    assert "log-of-seat-0" in log
    secrets = ["secret-name", "log-of-seat", "secret-reason", "secret-source", "Play 1", "/source/"]
    trial = Match.objects.filter(kind="trial")[0]
    secrets += [f"/matches/quick/{trial.number}/", "Received", "How it is taken in"]
    for name in ("", "bob"):
        page = text(as_(name), V2)
        assert [word for word in secrets if word in page] == []
        assert version.digest in page
    for client in (as_("ada"), organiser):
        page = text(client, V2)
        assert [word for word in secrets if word not in page] == ["secret-source"]


@pytest.mark.parametrize("address", ["/bots/ada/ada/v9/", "/bots/ada/none/v1/", "/bots/x/y/v0/"])
def test_what_is_not_there_is_not_found(bot: Bot, address: str) -> None:
    assert as_("ada").get(address).status_code == 404
    assert as_("ada").get(f"/bots/ada/ada/v{'9' * 40}/").status_code == 404


def test_the_source_is_for_its_owner_and_organisers(bot: Bot, organiser: Client) -> None:
    address = f"{V1}source/"
    assert as_("").get(address)["Location"] == f"/login/?next={address}"
    assert as_("bob").get(address).status_code == 404
    for client in (as_("ada"), organiser):
        answer = client.get(address)
        assert answer.content == arena.source("first")
        assert answer["Content-Disposition"] == 'attachment; filename="bot.py"'
        assert answer["Content-Type"] == "application/octet-stream"
        assert answer["X-Content-Type-Options"] == "nosniff"
        assert answer["Cache-Control"] == "private, no-store"
    arena.upload(bot)
    assert as_("bob").get(f"{V2}source/").status_code == 404
    assert as_("ada").get(f"{V2}source/").status_code == 200


# ── which one plays ───────────────────────────────────────────────────────────────────────────


@pytest.fixture
def newer(bot: Bot) -> Version:
    """A second version, which plays now."""
    return arena.take_over(bot, "last")


def current() -> int:
    """The number of the version that plays."""
    found = Bot.objects.select_related("current").get(name="ada").current
    assert found is not None
    return found.number


def test_an_owner_lets_an_older_version_play(newer: Version) -> None:
    client = as_("ada")
    assert "Let v1 play from now on" in text(client, V1)
    assert "Let v2 play" not in text(client, V2)
    client.post("/bots/ada/ada/activate/", {"version": "1"})
    assert current() == 1
    assert "plays now" in text(client, V1)
    assert "Let v1 play" not in text(client, V1)


def test_an_organiser_is_asked_why(newer: Version, organiser: Client) -> None:
    assert 'name="reason"' in text(organiser, V1)
    assert 'name="reason"' not in text(as_("ada"), V1)
    assert "Let v1 play" not in text(as_("bob"), V1)


# ── in a browser ──────────────────────────────────────────────────────────────────────────────


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("player", ["crasher", "moody"])
def test_the_page_moves_while_it_is_open_and_keeps_nobody_out(
    broker: str,
    live_server: LiveServer,
    page: Page,
    bot: Bot,
    settings: Settings,
    scheme: str,
    player: str,
) -> None:
    version = arena.upload(bot, player)
    cookie = as_("ada").cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    look(page, size="phone", scheme=scheme)
    page.goto(f"{live_server.url}{V2}")
    page.evaluate("window.opened = true")
    page.get_by_text("Log").first.click()
    assert (overflow(page), barriers(page)) == (0, [])
    arena.bring_in(version)
    words = {"crasher": "Rejected.", "moody": "Accepted. It plays."}
    expect(page.locator("[role=status]").first).to_contain_text(words[player])
    expect(page.get_by_text("bytes named")).to_be_visible()
    assert page.evaluate("window.opened")
    assert (overflow(page), barriers(page)) == (0, [])
