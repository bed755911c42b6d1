"""What an answer costs does not grow with the site: as many queries, however much there is."""

import pytest
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from matches.challenges import challenge_create
from matches.models import Match, Reproduction, ReproductionStatus, Seat
from matches.planning import ranked_plan
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.selectors import version_named
from moonladder.bots.services import bot_create
from moonladder.ladders.models import Block, Ladder
from moonladder.ladders.services import bot_enter
from moonladder.players.models import Ground
from moonladder.players.services import player_arrive
from tests.matches import arena
from tests.platform.api.conftest import client_of, secret_of
from tests.platform.api.routes import routes
from tests.platform.api.world import World, make_world


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["ada", "olga"])
def test_answers_cost_as_many_queries_however_much_there_is(name: str) -> None:
    world = make_world()
    user = User.objects.get_or_create(username=name, defaults={"is_staff": True})[0]
    program = client_of(user)
    few = costs(program, world)
    assert len(few) > 40
    grow(world)
    assert costs(program, world) == few


def costs(program: Client, world: World) -> dict[str, int]:
    """By address how many queries its answer takes, of those that this user is given."""
    found = {}
    for route in routes(world):
        if route.method == "get" and program.get(route.address).status_code == 200:
            with CaptureQueriesContext(connection) as queries:
                program.get(route.address)
            found[route.address] = len(queries)
    return found


def grow(world: World) -> None:
    """More of everything: ladders, bots, matches of every status, what ada has and asked for."""
    ada = User.objects.get(username="ada")
    arena.crowd(world.ladder, 20)
    for number in range(3):
        arena.make_ladder(f"ladder-{number}")
        arena.seat(world.ladder, f"bot-of-{number}", owner=f"owner-{number}")
        bot_enter(ladder=arena.make_ladder(f"more-{number}"), bot=lunatic(ada))
        bot_create(owner=ada, name=f"bot-{number}", game="shamans")
        secret_of(ada)
        upload(ada, number + 10)
        ask_for_more(world.ladder, ada)
        player_arrive(
            name=f"player-{number}@here", ground=Ground.FULL, backend="", missing=(), processes=2
        )
    play(world)


def lunatic(owner: User) -> Bot:
    return Bot.objects.get(owner=owner, name="lunatic")


def upload(owner: User, number: int) -> None:
    """A version that waits to be unpacked."""
    Version.objects.create(bot=lunatic(owner), number=number, status=VersionStatus.RECEIVED)


def ask_for_more(ladder: Ladder, user: User) -> None:
    """A challenge that waits."""
    names = ("ada/lunatic", "bob/lunatic", "cleo/lunatic")
    versions = [version_named(name, user) for name in names]
    challenge_create(user=user, ladder=ladder, versions=versions)


def play(world: World) -> None:
    """Matches that are over, put bots out and were played again; others that wait."""
    for _ in range(6):
        block = ranked_plan(ladder=world.ladder)
        assert block is not None
        arena.decide_block(block)
    for number, seat in enumerate(Seat.objects.filter(version__bot__owner__username="ada")):
        Seat.objects.filter(pk=seat.pk).update(fault=f"crash:exit {number % 3 + 1}")
    for match in (world.played, *Match.objects.filter(status="finished")[:5]):
        Reproduction.objects.create(
            match=match, status=ReproductionStatus.IDENTICAL, done_at=timezone.now()
        )
    for _ in range(3):
        assert ranked_plan(ladder=world.ladder) is not None
    assert Block.objects.count() > 10
