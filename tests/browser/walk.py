"""A walk over every page of the site: where each is, in which states, and as whom to look at it."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.urls import reverse

from matches.models import Match
from tests.browser.heyday import Heyday
from tests.browser.show import Stop, Who
from tests.platform.web import pages

ANYBODY, OWNER, ORGANISER = Who


class Look(NamedTuple):
    """One way to see a page: what is special about it, who sees it, where it is."""

    what: str = ""
    who: Who = ANYBODY
    given: Mapping[str, Any] = {}
    """What the parameters of the address stand for."""
    query: str = ""
    status: int = 200


ERRORS = {"400": 400, "403": 403, "403-csrf": 403, "404": 404, "500": 500}
"""Pages about what went wrong, by the name of an address that answers with it (stumbling.py)."""

SHAMANS = {"slug": "shamans"}
TIDEPOOL = {"owner": "ada", "name": "tidepool"}


def looks(site: Heyday) -> dict[str, list[Look]]:
    """Every page by the name of its address, with the states in which it is to be seen."""
    ladder = [Look(given=SHAMANS)]
    return {
        "home": [Look(), Look("logged in", ORGANISER)],
        "signup": [Look()],
        "login": [Look()],
        "account": [Look(who=OWNER)],
        "password": [Look(who=OWNER)],
        "docs": [Look()],
        "doc": [Look(name, given={"page": name}) for name in ("writing-a-bot", "ratings")],
        "reference": [Look()],
        "games": [Look()],
        "game": [Look(game, given={"game": game}) for game in ("shamans", "shamanix")],
        "bots": [Look()],
        "bot": [
            Look(given=TIDEPOOL),
            Look("mine", OWNER, TIDEPOOL),
            Look("disabled", given={"owner": "finn", "name": "stoat"}),
        ],
        "bot-crashes": [Look(who=OWNER, given=TIDEPOOL)],
        "version": [
            Look(given={**TIDEPOOL, "number": 2}),
            Look("mine", OWNER, {**TIDEPOOL, "number": 2}),
            Look("rejected", OWNER, {**TIDEPOOL, "number": 3}),
            Look("failed", ORGANISER, {"owner": "dan", "name": "thorn", "number": 2}),
            Look("on its way", OWNER, {"owner": "ada", "name": "tempo", "number": 2}),
        ],
        "upload": [
            Look("which", OWNER),
            Look("new bot", OWNER, query="game=shamans"),
            Look("next version", OWNER, query="bot=ada/tidepool"),
        ],
        "ladders": [Look()],
        "ladder": [
            *ladder,
            Look("mine", OWNER, SHAMANS),
            Look("empty", given={"slug": "autumn"}),
            Look("closed", given={"slug": "spring"}),
        ],
        "ladder-history": ladder,
        "ladder-grid": ladder,
        "ladder-roles": ladder,
        "ladder-seeds": [*ladder, Look("closed", given={"slug": "spring"})],
        "ladder-matches": [*ladder, Look("none", given=SHAMANS, query="bot=nobody/nothing")],
        "matches": [Look()],
        "match": [
            Look(what, OWNER if what == "waiting" else ANYBODY, address_of(match))
            for what, match in site.matches.items()
        ],
        "match-reproduce": [Look(given=address_of(site.matches["shamanix"]))],
        "replay": [Look()],
        "queue": [Look()],
        "challenges": [Look(who=OWNER)],
        "challenge-new": [Look("where", OWNER), Look(who=OWNER, query="ladder=shamans")],
        "swaps": [Look(who=OWNER)],
        "swap-new": [Look("which", OWNER), Look(who=OWNER, query="version=ada/tidepool/v2")],
        "swap": [Look(who=OWNER, given={"pk": site.swap.pk})],
        "organise": [Look(who=ORGANISER)],
        "organise-log": [Look(who=ORGANISER)],
        **{name: [Look(status=status)] for name, status in ERRORS.items()},
    }


def stops(site: Heyday) -> Iterator[Stop]:
    """All of the walk."""
    for page, ways in looks(site).items():
        for what, who, given, query, status in ways:
            path = reverse(page, kwargs=dict(given))
            yield Stop(page, what, who, f"{path}?{query}" if query else path, status)


def address_of(match: Match) -> dict[str, object]:
    """What the parameters in the address of a match stand for."""
    return {"slug": match.ladder.slug, "number": match.number}


def all_pages() -> list[str]:
    """The names of all pages, those about errors last."""
    return [*pages.pages(), *ERRORS]
