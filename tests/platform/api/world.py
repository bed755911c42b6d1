"""A site with something in every corner, and words planted that only some may read."""

from typing import NamedTuple

from django.contrib.auth.models import User
from django.test import Client

from matches import planning, services
from matches.challenges import challenge_create
from matches.models import Match, Reproduction, ReproductionStatus, Seat
from matches.replay import Difference
from matches.reproductions import reproduction_request
from matches.swaps import swap_request
from moonladder.accounts.services import token_create
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Stage, Version, VersionStatus
from moonladder.bots.selectors import version_named
from moonladder.ladders.models import Ladder
from moonladder.players.models import Ground
from moonladder.players.services import player_arrive
from tests.matches import arena

OWNERS = ("ada", "bob", "cleo")
KINDS = ("anonymous", "other", "owner", "organiser")
"""Who may ask, of what belongs to ada."""


class World(NamedTuple):
    """What is there; `words` are planted with ada and bob, for nobody else to read."""

    ladder: Ladder
    played: Match
    trial: Match
    words: dict[str, list[bytes]]


def make_world() -> World:
    """Three owners of bots that talk, a rejected upload each, a match of every status."""
    ladder = arena.make_ladder("shamans")
    for owner in OWNERS:
        arena.seat(ladder, "lunatic", "chatty", owner=owner)
    played = arena.play_rounds(ladder, 1)[0]
    words = {owner: plant(owner, played) for owner in OWNERS}
    play_again(played)
    challenge(ladder)
    compare(ladder)
    player_arrive(name="player@here", ground=Ground.FULL, backend="bwrap", missing=(), processes=2)
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    void, running, _ = Match.objects.filter(block=block).order_by("number")
    Match.objects.filter(pk=void.pk).update(status="void", trouble="trouble-at-the-table")
    assert services.match_claim(match_id=running.pk, worker="nobody") is not None
    return World(ladder, played, plan_trial(), words)


def plant(owner: str, played: Match) -> list[bytes]:
    """Put private words wherever an owner may have some; return those the API tells the owner."""
    user = User.objects.get(username=owner)
    bot = Bot.objects.get(owner=user, name="lunatic")
    source = f"# source-of-{owner}\n".encode() + arena.source("chatty")
    rejected = bots.version_submit(bot=bot, name=f"upload-of-{owner}.py", content=source)
    Version.objects.filter(pk=rejected.pk).update(status=VersionStatus.REJECTED)
    Stage.objects.filter(version=rejected).update(log=f"stage-log-of-{owner}")
    seat = Seat.objects.get(match=played, version__bot=bot)
    put_out = {"fault": "timeout:cpu", "fault_detail": f"fault-detail-of-{owner}"}
    Seat.objects.filter(pk=seat.pk).update(**put_out)
    token_create(owner=user, name=f"token-of-{owner}", scopes=("read",))
    said = [f"{what}-of-seat-{seat.number}" for what in ("note", "log")]
    told = ["source", "upload", "stage-log", "fault-detail", "token"]
    return [word.encode() for word in (*said, *(f"{what}-of-{owner}" for what in told))]


def play_again(played: Match) -> None:
    """Ask for a match once more, which waits; before, that failed and then came out otherwise."""
    Reproduction.objects.create(
        match=played, status=ReproductionStatus.FAILED, trouble="trouble-with-the-box"
    )
    Reproduction.objects.create(
        match=played,
        status=ReproductionStatus.DIVERGED,
        difference=Difference(0, 1, 2, {"choice": 0}, {"choice": 1}, "in turn 1")._asdict(),
    )
    reproduction_request(played, User.objects.get(username="ada"))


def challenge(ladder: Ladder) -> None:
    """Let ada ask for a match that waits."""
    versions = [
        version_named(f"{owner}/lunatic", User.objects.get(username="ada")) for owner in OWNERS
    ]
    challenge_create(
        user=User.objects.get(username="ada"), ladder=ladder, versions=versions, seed=7
    )


def compare(ladder: Ladder) -> None:
    """Let ada have a third version, and ask how it does in the seats of the first."""
    ada = User.objects.get(username="ada")
    version = arena.take_over(Bot.objects.get(owner=ada, name="lunatic"), "chatty")
    first = version_named("ada/lunatic/v1", ada)
    swap_request(user=ada, ladder=ladder, version=version, against=first, blocks=1)


def plan_trial() -> Match:
    """A trial that waits, of an upload of ada's."""
    bot = Bot.objects.get(owner__username="ada", name="lunatic")
    version = bots.version_submit(bot=bot, name="bot.py", content=arena.source("first"))
    assert bots.version_prepare(version_id=version.pk)
    block = planning.trial_plan(version=Version.objects.select_related("bot").get(pk=version.pk))
    assert block is not None
    return block.matches.order_by("number")[0]


def visitors() -> dict[str, Client]:
    """A browser for each kind, logged in where there is somebody to log in."""
    found = {kind: Client() for kind in KINDS}
    organiser = User.objects.create(username="olga", is_staff=True)
    found["other"].force_login(arena.make_user("eve"))
    found["owner"].force_login(User.objects.get(username="ada"))
    found["organiser"].force_login(organiser)
    return found
