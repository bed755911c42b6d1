"""What impatient hands and programs send several times in the same moment counts as it should."""

from collections.abc import Callable
from threading import Barrier, Thread
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import connections
from pytest_django import Settings

from matches.challenges import challenge_create
from matches.models import UNDONE, Challenge, Match, Reproduction, Swap, SwapBlock
from matches.reproductions import reproduction_request
from matches.swaps import swap_request
from matches.uploads import NewBot, upload_take
from moonladder.bots.models import Bot, Version
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders.models import Block, Ladder
from tests.matches import arena

HANDS = 6

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("broker")]


@pytest.fixture
def played() -> Ladder:
    """A ladder with results, on which ada has two versions."""
    ladder = arena.foursome(blocks=4)
    arena.take_over(Bot.objects.get(name="ada"), "last")
    return ladder


def at_once(*acts: Callable[[], Any]) -> list[Any]:
    """What each of these comes to, all begun in the same moment; refusals are among it."""
    start, found = Barrier(len(acts)), list[Any]()

    def run(act: Callable[[], Any]) -> None:
        start.wait(10)
        try:
            found.append(act())
        except Exception as refused:
            found.append(refused)
        finally:
            connections.close_all()

    threads = [Thread(target=run, args=(act,)) for act in acts]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    return found


def versions(*names: str) -> list[Version]:
    """What plays for these bots."""
    bots = {bot.name: bot for bot in Bot.objects.select_related("current__bot")}
    return [version for name in names if (version := bots[name].current)]


def test_challenges_sent_at_once_are_counted_one_by_one(played: Ladder, settings: Settings) -> None:
    settings.CHALLENGES_PER_DAY = 2
    ada, table = User.objects.get(username="ada"), versions("ada", "bob", "cleo")
    found = at_once(*[lambda: challenge_create(user=ada, ladder=played, versions=table)] * HANDS)
    assert sum(isinstance(each, QuotaReached) for each in found) == HANDS - 2
    assert Challenge.objects.count() == 2
    numbers = Block.objects.values_list("number", flat=True)
    assert sorted(numbers) == list(range(1, len(numbers) + 1))


def test_uploads_sent_at_once_are_counted_one_by_one(played: Ladder, settings: Settings) -> None:
    settings.SANDBOX, settings.UPLOADS_PER_DAY = "", 2
    bot = arena.make_bot(played, "new", owner="eve", is_house=False)
    found = at_once(
        *(
            lambda number=number: upload_take(
                bot=bot, ladders=[played], name="bot.py", content=b"# %d" % number
            )
            for number in range(HANDS)
        )
    )
    assert sum(isinstance(each, QuotaReached) for each in found) == HANDS - 2
    assert sorted(bot.versions.values_list("number", flat=True)) == [1, 2]


def test_a_form_sent_several_times_at_once_is_one_new_bot(
    played: Ladder, settings: Settings
) -> None:
    settings.SANDBOX = ""
    new = NewBot(arena.make_user("eve"), "new", "shamans")
    found = at_once(
        *[lambda: upload_take(bot=new, ladders=[played], name="a.py", content=b"#", once=True)]
        * HANDS
    )
    assert {type(each) for each in found} == {Version}
    assert Version.objects.filter(bot__name="new").count() == 1


def test_a_match_is_played_again_once_for_all_who_ask_at_once(played: Ladder) -> None:
    match = Match.objects.filter(status="finished")[0]
    Reproduction.objects.all().delete()
    users = [arena.make_user(f"reader{number}") for number in range(HANDS)]
    found = at_once(*(lambda user=user: reproduction_request(match, user) for user in users))
    assert {type(each) for each in found} == {Reproduction}
    assert Reproduction.objects.filter(match=match, status__in=UNDONE).count() == 1


def test_a_swap_test_asked_for_several_times_at_once_is_one(played: Ladder) -> None:
    ada = User.objects.get(username="ada")
    then, now = Version.objects.filter(bot__name="ada").order_by("number")
    found = at_once(
        *[lambda: swap_request(user=ada, ladder=played, version=now, against=then, blocks=2)]
        * HANDS
    )
    assert {type(each) for each in found} == {Swap}
    assert (Swap.objects.count(), SwapBlock.objects.count()) == (1, 2)
