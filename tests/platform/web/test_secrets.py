"""What is somebody's own stands on no page of anybody else's, in no header either."""

import gzip
from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache, caches
from django.test import Client
from pytest_django import Settings

from matches import organising
from matches.models import Match, Swap
from moonladder.accounts.models import Token
from moonladder.bots.models import Bot
from tests.platform.api.test_secrets import AT_THE_TABLE, everybody, secrets_of_accounts, words_of
from tests.platform.api.world import OWNERS, World, make_world
from tests.platform.web.pages import Known, address, named

AUDIENCES = ("all", "public", "seat-0", "seat-1", "seat-2")
DISABLED = b"reason-for-bob-alone"
"""Why the bot of bob is out of play."""


@pytest.fixture
def world(db: None, settings: Settings) -> World:
    settings.SANDBOX = ""  # uploads are taken
    cache.clear()
    caches["pages"].clear()
    world = make_world()
    for owner in OWNERS:
        User.objects.filter(username=owner).update(email=f"{owner}@secret.example")
    bob, olga = Bot.objects.get(owner__username="bob", name="lunatic"), User(username="root")
    olga.save()
    organising.bot_disable(bot=bob, actor=olga, reason=DISABLED.decode())
    return world


def everything(world: World) -> Iterator[str]:
    """Every address that something can be read at, of everybody's bots and matches."""
    # In the other matches that were played the same words are those of other owners' seats.
    others = Match.objects.filter(status="finished").exclude(pk=world.played.pk)
    for owner in OWNERS:
        for version in (1, 2):
            for match in Match.objects.exclude(pk__in=others):
                for audience in AUDIENCES:
                    number = {"version.number": version, "version-source.number": version}
                    known = {"owner": owner, "number": match.number, "audience": audience}
                    yield from addresses({**known, **number})


def addresses(known: Known) -> Iterator[str]:
    facts = {"slug": "shamans", "game": "shamans", "name": "lunatic", "page": "ratings"}
    keys = {"swap.pk": Swap.objects.get().pk, "token-revoke.pk": Token.objects.all()[0].pk}
    return (address(name, {**facts, **keys, **known}) for name in named())


def told(browser: Client, path: str) -> bytes:
    """All that an answer says, in its headers too."""
    answer = browser.get(path)
    content = b"".join(answer) if answer.streaming else answer.content
    packed = answer.headers.get("Content-Encoding") == "gzip"
    return f"{answer.headers}".encode() + (gzip.decompress(content) if packed else content)


def hidden() -> list[bytes]:
    """What belongs to accounts, and is on nobody's page but their own."""
    return [*secrets_of_accounts(), DISABLED, *(f"{each}@secret".encode() for each in OWNERS)]


def test_nobody_reads_on_a_page_what_belongs_to_others(world: World) -> None:
    strange = [*AT_THE_TABLE, *words_of(world, *OWNERS), *hidden()]
    forbidden = {
        "anonymous": strange,
        "other": strange,
        "owner": [*words_of(world, "bob", "cleo"), DISABLED, b"bob@secret", b"cleo@secret"],
        "player": [*words_of(world, "ada", "cleo"), b"ada@secret", b"cleo@secret"],
    }
    paths = sorted(set(everything(world)))
    browsers = everybody()
    for kind, words in forbidden.items():
        said = [(path, told(browsers[kind], path)) for path in paths]
        assert [(path, word) for path, all_ in said for word in words if word in all_] == []
    own = b"".join(told(browsers["owner"], path) for path in paths)
    assert [word for word in words_of(world, "ada") if word not in own] == []
