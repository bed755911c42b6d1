"""What pages and the API cost beyond the cheapest answer Django can give, however large the site.

They are called as a web server does it: with every middleware, without a socket.
"""

import os
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from benchmarks.harness import Cases, race

FEW, MANY = (10, 250), (10_000, 250_000)
"""Bots and blocks of a small site and of a large one; a block has four matches."""

LINES = 10
"""Of the standings, in one answer of the API: as many as the small ladder has bots."""

Serve = Callable[..., Any]
Request = dict[str, Any]


@race("one page, without the network", floor="bare view")
def pages() -> Iterator[Cases]:
    """The standings are those of many bots, a hundred on the page: as they are kept, and made anew.

    They are made anew once for everybody whenever there are results.
    """
    serve = site()
    from benchmarks.filled import COPIED, fill

    fill(bots=MANY[0], blocks=COPIED, slug="many")
    yield {
        "bare view": partial(get, serve, request("/bare")),
        "readiness, one query": partial(get, serve, request("/readyz")),
        "front page": partial(get, serve, request("/")),
        "standings": partial(get, serve, request("/ladders/many/")),
        "standings made anew": partial(get_anew, serve, request("/ladders/many/")),
    }


@race("pages and API of a site that grows", floor="10 bots and 1,000 matches")
def growth() -> Iterator[Cases]:
    """The same address of a small ladder and of a large one beside it, in one database."""
    serve = site()
    from benchmarks.filled import fill

    fill(bots=FEW[0], blocks=FEW[1], slug="few")
    fill(bots=MANY[0], blocks=MANY[1], slug="many", tell=progress)
    sizes = {
        slug: f"{bots:,} bots and {4 * blocks:,} matches"
        for slug, (bots, blocks) in (("few", FEW), ("many", MANY))
    }
    yield {
        f"{name}, {size}": partial(get, serve, request(path.format(slug)))
        for name, path in {
            "standings page": "/ladders/{}/",
            "matches page": "/ladders/{}/matches/",
            "API standings": f"/api/v1/ladders/{{}}/standings/?limit={LINES}",
            "API matches": f"/api/v1/matches/?ladder={{}}&limit={LINES}",
        }.items()
        for slug, size in sizes.items()
    }


def site() -> Serve:
    """This process as a web server of an empty site."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    from django.conf import settings
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    settings.ROOT_URLCONF = "benchmarks.urls"
    settings.ALLOWED_HOSTS.append("testserver")
    django.setup()
    call_command("migrate", verbosity=0)
    return get_wsgi_application()


def request(path: str) -> Request:
    """What a web server hands over for that address."""
    from django.test import RequestFactory

    return RequestFactory().get(path).environ


def progress(blocks: int) -> None:
    """Tell how far the large ladder is: a million matches take a while to be written."""
    print(f"\r  {4 * blocks:>9,} matches written", end="", file=sys.stderr, flush=True)
    if blocks >= MANY[1]:
        print(file=sys.stderr)


def get_anew(serve: Serve, asked: Request) -> None:
    """Ask for a page of which nothing is kept."""
    from django.core.cache import caches

    caches["pages"].clear()
    get(serve, asked)


def get(serve: Serve, asked: Request) -> None:
    """Ask for a page and read it to its end."""
    answers: list[str] = []
    response = serve(dict(asked), lambda status, _: answers.append(status))
    size = sum(len(part) for part in response)
    response.close()
    if answers != ["200 OK"] or not size:
        raise RuntimeError(f"{asked['PATH_INFO']} answered {answers} with {size} bytes")
