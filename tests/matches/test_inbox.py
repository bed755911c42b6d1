"""The crash inbox: what put a bot out, how often, and where to look first."""

from collections.abc import Callable

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.utils import timezone
from pytest_django.fixtures import DjangoAssertNumQueries

from matches.inbox import crash_inbox
from matches.models import Match, Seat
from moonladder.bots.models import Bot, Version
from moonladder.ladders.models import Ladder
from tests.matches import arena


@pytest.fixture
def ada(quartet: Ladder) -> Bot:
    """A bot that has played some matches, and in none of them was put out."""
    arena.play_rounds(quartet, 4, arena.decide_block)
    return Bot.objects.get(name="ada")


Out = Callable[[str, int], Seat]


@pytest.fixture
def put_out(ada: Bot) -> Out:
    """Puts the bot out of one more of its matches, after so many decisions."""
    seats = iter(Seat.objects.filter(version__bot=ada, match__status="finished").order_by("pk"))

    def out(fault: str, decisions: int) -> Seat:
        seat = next(seats)
        Seat.objects.filter(pk=seat.pk).update(fault=fault)
        Match.objects.filter(pk=seat.match_id).update(
            decisions=decisions, finished_at=timezone.now()
        )
        return seat

    return out


def test_faults_are_grouped_by_cause_the_latest_first(ada: Bot, put_out: Out) -> None:
    put_out("crash:exit 1", 30)
    shortest = put_out("crash:exit 1", 7)
    last = put_out("crash:exit 1", 12)
    other = put_out("timeout:answer", 50)
    inbox = crash_inbox(bot=ada, user=ada.owner)
    assert [(crash.fault, crash.times) for crash in inbox] == [
        ("timeout:answer", 1),
        ("crash:exit 1", 3),
    ]
    assert [crash.shortest for crash in inbox] == [other, shortest]
    last.match.refresh_from_db()
    assert inbox[1].last_seen == last.match.finished_at


def test_the_inbox_names_the_latest_version_it_happened_to(ada: Bot, put_out: Out) -> None:
    put_out("crash:exit 1", 300)
    arena.bring_in(arena.upload(ada, "crasher"))
    (crash,) = crash_inbox(bot=ada, user=ada.owner)
    assert crash.last_version == Version.objects.filter(bot=ada).latest("number").number == 2
    assert crash.times == 3, "both plays of the trial are in it"
    assert crash.shortest.version.number == 2
    assert crash.shortest.match.decisions < 300


def test_only_the_owner_and_organisers_open_it(ada: Bot, put_out: Out) -> None:
    put_out("crash:exit 1", 30)
    assert crash_inbox(bot=ada, user=User.objects.create(username="organiser", is_staff=True))
    assert crash_inbox(bot=ada, user=arena.make_user("stranger")) == []
    assert crash_inbox(bot=ada, user=AnonymousUser()) == []


def test_it_costs_one_query_however_much_is_in_it(
    ada: Bot, put_out: Out, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    owner = ada.owner
    for fault in ("crash:exit 1", "timeout:answer"):
        put_out(fault, 9)
        with django_assert_num_queries(1):
            inbox = crash_inbox(bot=ada, user=owner)
            assert all(str(crash.shortest) and str(crash.shortest.version) for crash in inbox)
    assert len(inbox) == 2


def test_a_bot_without_faults_has_an_empty_inbox(ada: Bot) -> None:
    assert crash_inbox(bot=ada, user=ada.owner) == []
