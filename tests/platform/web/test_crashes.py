"""The crash inbox: there for the owner and organisers, with all that helps against each cause."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client

from engine.advice import ADVICE, advice
from matches.models import Match, Seat
from moonladder.bots.models import Bot
from moonladder.web.crashes import LAST_LINES
from tests.matches import arena
from tests.platform.web.reading import as_, text, words

INBOX = "/bots/ada/ada/crashes/"

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """The owner of a bot that has played, and was put out of nothing."""
    arena.foursome(blocks=4)
    return User.objects.get(username="ada")


def put_out(fault: str, number: int = 0, **facts: object) -> Match:
    """Say that ada's bot was put out of that one of its matches."""
    seats = Seat.objects.filter(version__bot__name="ada", match__status="finished").order_by("pk")
    seat = seats.select_related("match__ladder")[number]
    Seat.objects.filter(pk=seat.pk).update(fault=fault, **facts)
    return seat.match


def page_of(user: User) -> str:
    """The inbox as it is sent to somebody."""
    return text(as_(user), INBOX)


def test_the_inbox_is_there_for_the_owner_and_organisers(ada: User) -> None:
    put_out("timeout:cpu", fault_detail="the very reason", stderr="the very log")
    for user in (ada, User.objects.create(username="olga", is_staff=True)):
        text = words(page_of(user))
        assert "the very reason" in text
        assert "the very log" in text
    stranger = Client()
    assert stranger.get(INBOX).status_code == 404
    stranger.force_login(User.objects.get(username="bob"))
    assert stranger.get(INBOX).status_code == 404
    assert stranger.get("/bots/ada/nobody/crashes/").status_code == 404


def test_nobody_keeps_a_copy(ada: User) -> None:
    client = Client()
    client.force_login(ada)
    assert client.get(INBOX).headers["Cache-Control"] == "private, no-store"


def test_an_empty_inbox_says_what_will_be_here(ada: User) -> None:
    assert "Nothing has put it out of a match." in words(page_of(ada))


def test_causes_are_grouped_with_how_often_and_in_which_version(ada: User) -> None:
    for number in range(3):
        put_out("timeout:cpu", number)
    put_out("crash:exit 3", 3)
    text = words(page_of(ada))
    assert "timeout:cpu 3 times , last" in text
    assert "crash:exit 3 1 time , last" in text
    assert "not since" not in text


@pytest.mark.parametrize("fault", [*ADVICE, "crash:exit 0", "crash:SIGSEGV", "crash:exit 3"])
def test_every_cause_comes_with_what_to_change(ada: User, fault: str) -> None:
    put_out(fault)
    assert f"What to change: {advice(fault).replace('`', '')}" in re.sub(
        r" (?=[.,:;'])", "", words(page_of(ada).replace("<code>", "").replace("</code>", ""))
    )


def test_what_has_not_happened_to_the_version_that_plays_is_marked(ada: User) -> None:
    put_out("timeout:cpu")
    arena.take_over(Bot.objects.get(name="ada"), "last")
    assert "not since: v2 plays now" in words(page_of(ada))


def test_the_shortest_match_is_named_with_the_commands_to_see_it(ada: User) -> None:
    put_out("timeout:cpu", 0)
    match = put_out("timeout:cpu", 1)
    Match.objects.filter(pk=match.pk).update(decisions=1)
    seat = Seat.objects.get(match=match, version__bot__name="ada")
    page = page_of(ada)
    assert f'href="/matches/quick/{match.number}/"' in page
    assert f"1 decision, seat {seat.number}, v1" in words(page)
    file = f"quick-{match.number}.json"
    record = f"http://testserver/matches/quick/{match.number}/record.json"
    assert f"curl -fsS -o {file} {record}" in page
    assert f"moonladder rerun {file} --seat {seat.number} --bot ./mybot" in page


def test_the_record_of_a_trial_is_fetched_with_a_token(ada: User) -> None:
    match = put_out("timeout:cpu")
    Match.objects.filter(pk=match.pk).update(kind="trial", settled_at=None)
    page = page_of(ada)
    assert f"moonladder download quick/{match.number} --site http://testserver\n" in page
    assert "curl" not in page


def test_of_a_long_log_the_end_is_shown(ada: User) -> None:
    lines = [f"line {number}" for number in range(LAST_LINES + 1)]
    put_out("timeout:cpu", stderr="\n".join(lines))
    page = page_of(ada)
    assert "\n".join(lines[1:]) in page
    assert "line 0\n" not in page
    assert "The last lines;" in page


def test_a_log_that_is_gone_is_said_to_be(ada: User) -> None:
    put_out("timeout:cpu")
    assert "or the log is no longer kept" in words(page_of(ada))


def test_what_a_bot_wrote_cannot_become_markup(ada: User) -> None:
    put_out("timeout:cpu", fault_detail="<b>detail", stderr="<script>log")
    page = page_of(ada)
    assert "<b>detail" not in page
    assert "<script>log" not in page
    assert "&lt;script&gt;log" in page


def test_the_page_of_the_bot_leads_its_owner_here(ada: User) -> None:
    put_out("timeout:cpu")
    client = Client()
    client.force_login(ada)
    page = client.get("/bots/ada/ada/").content.decode()
    assert "1 thing put it out of matches; the last was timeout:cpu" in words(page)
    assert f'href="{INBOX}"' in page
    assert INBOX not in Client().get("/bots/ada/ada/").content.decode()
