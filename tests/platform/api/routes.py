"""Every address of the API, what to ask of it, and whom it answers: a new one must be in here."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import URLPattern

from matches.models import Swap
from moonladder.accounts.models import Token
from moonladder.api.urls import urlpatterns
from tests.platform.api.world import World

JSON = "application/json"
ALL = (200, 200, 200, 200)
KNOWN = (401, 200, 200, 200)
BOT = "bots/ada/lunatic/"
READY, REJECTED = f"{BOT}versions/1/", f"{BOT}versions/2/"
LADDER = "ladders/shamans/"
TABLE = ["ada/lunatic", "bob/lunatic", "cleo/lunatic/v1"]
HIDDEN = ["ada/lunatic/v2", "bob/lunatic", "cleo/lunatic"]
SWAP = {"ladder": "shamans", "version": "ada/lunatic/v3", "against": "ada/lunatic/v1"}
REASON = {"reason": "asked to"}

MATRIX: dict[tuple[str, str], list[tuple[str, Any, tuple[int, int, int, int]]]] = {
    # Of each method of each address, by name: what is asked for, what is sent, and what
    # anonymous, somebody else, the owner and an organiser are answered.
    ("games", "get"): [("games/", None, ALL)],
    ("game", "get"): [("games/shamans/", None, ALL)],
    ("rules", "get"): [("games/shamans/rules/", None, ALL)],
    ("protocol", "get"): [("protocol/ask/", None, ALL)],
    ("ladders", "get"): [("ladders/", None, ALL)],
    ("ladder", "get"): [(LADDER, None, ALL)],
    ("standings", "get"): [(f"{LADDER}standings/", None, ALL)],
    ("history", "get"): [(f"{LADDER}history/?bot=ada/lunatic", None, ALL)],
    ("head-to-head", "get"): [(f"{LADDER}head-to-head/", None, ALL)],
    ("seeds", "get"): [(f"{LADDER}seeds/", None, ALL)],
    ("commitment", "get"): [(f"{LADDER}commitment/", None, ALL)],
    ("aspects", "get"): [(f"{LADDER}aspects/", None, ALL)],
    ("compare", "get"): [(f"{LADDER}compare/?one=ada/lunatic&other=bob/lunatic", None, ALL)],
    ("ratings", "get"): [(f"{LADDER}entries/ada/lunatic/ratings/", None, ALL)],
    ("opponents", "get"): [(f"{LADDER}entries/ada/lunatic/opponents/", None, ALL)],
    ("activity", "get"): [(f"{LADDER}activity/", None, ALL)],
    ("entries", "post"): [(f"{LADDER}entries/", {"bot": "ada/lunatic"}, (401, 403, 201, 403))],
    ("entry", "get"): [(f"{LADDER}entries/ada/lunatic/", None, ALL)],
    ("entry", "patch"): [
        (f"{LADDER}entries/ada/lunatic/", {"is_active": False, **REASON}, (401, 403, 200, 200)),
        (f"{LADDER}entries/ada/lunatic/", {"is_active": False}, (401, 403, 200, 400)),
    ],
    ("bots", "get"): [("bots/", None, ALL)],
    ("bots", "post"): [("bots/", {"name": "new", "game": "shamans"}, (401, 201, 201, 201))],
    ("bot", "get"): [(BOT, None, ALL)],
    ("bot-entries", "get"): [(f"{BOT}entries/", None, ALL)],
    ("crashes", "get"): [(f"{BOT}crashes/", None, (401, 404, 200, 200))],
    ("versions", "get"): [(f"{BOT}versions/", None, ALL)],
    ("versions", "post"): [(f"{BOT}versions/", "file", (401, 403, 201, 403))],
    ("version", "get"): [(READY, None, ALL), (REJECTED, None, (404, 404, 200, 200))],
    ("version-changes", "get"): [
        (f"{READY}changes/", None, ALL),
        (f"{REJECTED}changes/", None, (404, 404, 200, 200)),
    ],
    ("version-wait", "get"): [
        (f"{READY}wait/", None, ALL),
        (f"{REJECTED}wait/", None, (404, 404, 200, 200)),
    ],
    ("activate", "post"): [
        (f"{READY}activate/", {}, (401, 403, 200, 400)),
        (f"{READY}activate/", REASON, (401, 403, 200, 200)),
        (f"{REJECTED}activate/", REASON, (401, 404, 409, 409)),
    ],
    ("source", "get"): [
        (f"{READY}source/", None, (401, 404, 200, 200)),
        (f"{REJECTED}source/", None, (401, 404, 200, 200)),
    ],
    ("matches", "get"): [("matches/", None, ALL)],
    ("match", "get"): [
        ("matches/{played}/", None, ALL),
        ("matches/{trial}/", None, (404, 404, 200, 200)),
    ],
    ("record", "get"): [
        ("matches/{played}/record/", None, ALL),
        ("matches/{trial}/record/", None, (404, 404, 404, 404)),
    ],
    ("frames", "get"): [("matches/{played}/frames/public/", None, ALL)],
    ("log", "get"): [("matches/{played}/log/?seat={seat}", None, (401, 404, 200, 200))],
    ("match-wait", "get"): [
        ("matches/{played}/wait/", None, ALL),
        ("matches/{trial}/wait/", None, (404, 404, 200, 200)),
    ],
    ("reproductions", "get"): [
        ("matches/{played}/reproductions/", None, ALL),
        ("matches/{trial}/reproductions/", None, (404, 404, 200, 200)),
    ],
    ("reproductions", "post"): [
        ("matches/{played}/reproductions/", None, (401, 202, 202, 202)),
        ("matches/{trial}/reproductions/", None, (401, 404, 409, 409)),
    ],
    ("challenges", "get"): [("challenges/", None, KNOWN)],
    ("challenges", "post"): [
        ("challenges/", {"ladder": "shamans", "bots": TABLE}, (401, 409, 201, 201)),
        ("challenges/", {"ladder": "shamans", "bots": HIDDEN}, (401, 404, 409, 409)),
    ],
    ("swaps", "get"): [("swaps/?bot=ada/lunatic", None, ALL)],
    ("swaps", "post"): [
        ("swaps/", SWAP, (401, 403, 201, 201)),
        ("swaps/", {**SWAP, "version": "ada/lunatic/v2"}, (401, 404, 409, 409)),
    ],
    ("swap", "get"): [("swaps/{swap}/", None, ALL), ("swaps/999999/", None, (404,) * 4)],
    ("swap-choices", "get"): [
        (f"{READY}swap-choices/", None, (401, 403, 200, 200)),
        (f"{REJECTED}swap-choices/", None, (401, 404, 200, 200)),
    ],
    ("queue", "get"): [("queue/", None, ALL)],
    ("players", "get"): [("players/", None, ALL)],
    ("account", "get"): [("account/", None, KNOWN)],
    ("quotas", "get"): [("account/quotas/", None, KNOWN)],
    ("tokens", "get"): [("account/tokens/", None, KNOWN)],
    ("tokens", "post"): [
        ("account/tokens/", {"name": "x", "scopes": ["read"]}, (401, 201, 201, 201)),
    ],
    ("schema", "get"): [("schema/", None, ALL)],
    ("token", "delete"): [("account/tokens/{token}/", None, (401, 404, 204, 404))],
}


def operations() -> Iterator[tuple[str, str]]:
    """Every method of every address."""
    for pattern in urlpatterns:
        assert isinstance(pattern, URLPattern)
        view = pattern.callback.view_class  # type: ignore[attr-defined]
        for method in ("get", "post", "put", "patch", "delete"):
            if method in view.http_method_names and hasattr(view, method):
                yield str(pattern.name), method


class Route(NamedTuple):
    """One thing to ask, and how the kinds of visitors are answered."""

    method: str
    address: str
    body: Any
    expected: tuple[int, int, int, int]


def routes(world: World) -> Iterator[Route]:
    """All of the matrix, in that world."""
    named = names(world)
    for (_, method), rows in MATRIX.items():
        for address, body, expected in rows:
            yield Route(method, f"/api/v1/{address.format(**named)}", body, expected)


def names(world: World) -> dict[str, object]:
    """What addresses name."""
    seat = world.played.table.get(version__bot__owner__username="ada")
    return {
        "played": f"shamans/{world.played.number}",
        "trial": f"shamans/{world.trial.number}",
        "seat": seat.number,
        "swap": Swap.objects.get().pk,
        "token": Token.objects.get(name="token-of-ada").pk,
    }


def ask(browser: Client, route: Route) -> HttpResponse:
    """An answer; what it changed is taken back."""
    data, kind = route.body, JSON
    if data == "file":
        data, kind = {"file": SimpleUploadedFile("bot.py", b"print()")}, MULTIPART_CONTENT
    send = getattr(browser, route.method)
    with transaction.atomic():
        if route.method in ("get", "delete"):
            answer = send(route.address)
        else:
            answer = send(route.address, data, content_type=kind)
        transaction.set_rollback(True)
    return answer
