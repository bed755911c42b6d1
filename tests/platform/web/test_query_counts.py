"""No page asks more of the database when there are more bots, matches and versions."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from benchmarks.filled import fill
from matches.models import Seat, Swap
from moonladder.bots.models import Version, VersionStatus
from moonladder.ladders.models import Ladder
from tests.matches import arena, shelf
from tests.platform.web.pages import HIDDEN, NO_PAGE, Known, address, named, pages

SIZES = ((16, 8), (64, 32))
"""Bots and blocks: before, and of another ladder beside it."""


def world(slug: str, bots: int, blocks: int) -> Known:
    """A ladder with results, and what there is to look at on it."""
    ladder = fill(bots=bots, blocks=blocks, slug=slug)
    match = shelf.shelve(ladder, shelf.chatty("shamans", 4))[0]
    version: Version = match.table.select_related("version__bot__owner")[0].version
    swap = add_versions(ladder, version, bots // 16)
    return {
        "slug": slug,
        "number": match.number,
        "owner": version.bot.owner.username,
        "name": version.bot.name,
        "version.number": version.number,
        "game": "shamans",
        "page": "ratings",
        "swap.pk": swap.pk,
        "owner's": version.bot.owner,
        "organiser's": arena.make_user("olga"),
    }


def add_versions(ladder: Ladder, version: Version, count: int) -> Swap:
    """More versions of a bot, and as many things that put the first one out."""
    more = Version.objects.bulk_create(
        Version(bot=version.bot, number=number, status=VersionStatus.REJECTED)
        for number in range(2, count + 2)
    )
    for number, seat in enumerate(Seat.objects.filter(version=version)[:count]):
        Seat.objects.filter(pk=seat.pk).update(fault=f"crash:exit {number}", stderr="a log")
    return Swap.objects.create(ladder=ladder, version=more[0], against=version)


def queries(client: Client, path: str, *, is_there: bool) -> int:
    """How many it takes to show a page that nobody has asked for since anything changed."""
    caches["pages"].clear()
    with CaptureQueriesContext(connection) as asked:
        status = client.get(path).status_code
    assert status in ((200, 302) if is_there else (302, 404)), path
    return len(asked)


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Known]]:
    """A small world and a larger one, made once for all pages."""
    with django_db_blocker.unblock(), transaction.atomic():
        User.objects.create(username="olga", is_staff=True)
        yield [world(slug, *size) for size, slug in zip(SIZES, ("small", "large"), strict=True)]
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", pages())
@pytest.mark.parametrize("reader", ["anybody", "owner", "organiser"])
def test_a_page_takes_as_many_queries_on_a_larger_site(
    worlds: list[Known], db: None, client: Client, name: str, reader: str
) -> None:
    is_there = reader in HIDDEN.get(name, (reader,))
    counts = []
    for known in worlds:
        if reader != "anybody":
            client.force_login(known[f"{reader}'s"])
        path = address(name, known)
        queries(client, path, is_there=is_there)  # what is read once by each process
        counts.append(queries(client, path, is_there=is_there))
    assert counts[0] == counts[1]


def test_what_is_no_page_is_an_address_all_the_same() -> None:
    assert set(NO_PAGE) <= set(named())
