"""No page asks more of the database when there are more bots, matches and versions."""

from collections.abc import Iterator

import pytest
from django.core.cache import caches
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from benchmarks.filled import fill
from moonladder.bots.models import Version
from tests.matches import shelf
from tests.platform.web.pages import NO_PAGE, Known, address, named, pages

SIZES = ((16, 8), (64, 32))
"""Bots and blocks: before, and of another ladder beside it."""


def world(slug: str, bots: int, blocks: int) -> Known:
    """A ladder with results, and what there is to look at on it."""
    ladder = fill(bots=bots, blocks=blocks, slug=slug)
    match = shelf.shelve(ladder, shelf.chatty("shamans", 4))[0]
    version: Version = match.table.select_related("version__bot__owner")[0].version
    return {
        "slug": slug,
        "number": match.number,
        "owner": version.bot.owner.username,
        "name": version.bot.name,
        "version.number": version.number,
        "version-source.number": version.number,
        "game": "shamans",
        "page": "ratings",
        "reader": version.bot.owner,
    }


def queries(client: Client, path: str) -> int:
    """How many it takes to show a page that nobody has asked for since anything changed."""
    caches["pages"].clear()
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code in (200, 302), path
    return len(asked)


@pytest.fixture(scope="module")
def worlds(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[list[Known]]:
    """A small world and a larger one, made once for all pages."""
    with django_db_blocker.unblock(), transaction.atomic():
        yield [world(slug, *size) for size, slug in zip(SIZES, ("small", "large"), strict=True)]
        transaction.set_rollback(True)


@pytest.mark.parametrize("name", pages())
@pytest.mark.parametrize("is_owner", [False, True], ids=["anybody", "owner"])
def test_a_page_takes_as_many_queries_on_a_larger_site(
    worlds: list[Known], db: None, client: Client, name: str, is_owner: bool
) -> None:
    counts = []
    for known in worlds:
        if is_owner:
            client.force_login(known["reader"])
        queries(client, address(name, known))  # what is read once by each process
        counts.append(queries(client, address(name, known)))
    assert counts[0] == counts[1]


def test_what_is_no_page_is_an_address_all_the_same() -> None:
    assert set(NO_PAGE) <= set(named())
