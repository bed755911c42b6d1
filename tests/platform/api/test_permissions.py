"""Who may do what: every method of every address, asked by everybody there is."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.test.client import MULTIPART_CONTENT
from django.urls import URLPattern
from pytest_django import Settings

from moonladder.accounts.models import Token
from moonladder.api.urls import urlpatterns
from tests.platform.api.world import KINDS, World, make_world, visitors

JSON = "application/json"
ALL = (200, 200, 200, 200)
KNOWN = (401, 200, 200, 200)
BOT = "bots/ada/lunatic/"
READY, REJECTED = f"{BOT}versions/1/", f"{BOT}versions/2/"
LADDER = "ladders/shamans/"
REASON = {"reason": "asked to"}

MATRIX: dict[tuple[str, str], list[tuple[str, Any, tuple[int, int, int, int]]]] = {
    # Of each method of each address, by name: what is asked for, what is sent, and what
    # anonymous, somebody else, the owner and an organiser are answered.
    ("games", "get"): [("games/", None, ALL)],
    ("game", "get"): [("games/shamans/", None, ALL)],
    ("ladders", "get"): [("ladders/", None, ALL)],
    ("ladder", "get"): [(LADDER, None, ALL)],
    ("standings", "get"): [(f"{LADDER}standings/", None, ALL)],
    ("history", "get"): [(f"{LADDER}history/?bot=ada/lunatic", None, ALL)],
    ("head-to-head", "get"): [(f"{LADDER}head-to-head/", None, ALL)],
    ("seeds", "get"): [(f"{LADDER}seeds/", None, ALL)],
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
    ("versions", "get"): [(f"{BOT}versions/", None, ALL)],
    ("versions", "post"): [(f"{BOT}versions/", "file", (401, 403, 201, 403))],
    ("version", "get"): [(READY, None, ALL), (REJECTED, None, (404, 404, 200, 200))],
    ("activate", "post"): [
        (f"{READY}activate/", {}, (401, 403, 200, 200)),
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
    ("account", "get"): [("account/", None, KNOWN)],
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


def test_no_address_is_left_out_of_the_matrix() -> None:
    known = {operation for operation in operations() if operation[0] != "nothing"}
    assert known == MATRIX.keys()


@pytest.mark.django_db
def test_everybody_is_answered_as_the_matrix_says(settings: Settings) -> None:
    world = make_world()
    browsers = visitors()
    settings.SANDBOX = ""  # uploads are taken
    wrong = []
    for (name, method), rows in MATRIX.items():
        for address, body, expected in rows:
            asked = f"/api/v1/{address.format(**names(world))}"
            found = tuple(answered(browsers[kind], method, asked, body) for kind in KINDS)
            if found != expected:
                wrong.append(f"{name} {method} {asked}: {found}, not {expected}")
    assert wrong == []


def names(world: World) -> dict[str, object]:
    """What addresses name."""
    seat = world.played.table.get(version__bot__owner__username="ada")
    return {
        "played": f"shamans/{world.played.number}",
        "trial": f"shamans/{world.trial.number}",
        "seat": seat.number,
        "token": Token.objects.get(owner__username="ada").pk,
    }


def answered(browser: Client, method: str, address: str, body: Any) -> int:
    """The status of an answer; what it changed is taken back."""
    data, kind = body, JSON
    if body == "file":
        data, kind = {"file": SimpleUploadedFile("bot.py", b"print()")}, MULTIPART_CONTENT
    with transaction.atomic():
        if method in ("get", "delete"):
            status = getattr(browser, method)(address).status_code
        else:
            status = getattr(browser, method)(address, data, content_type=kind).status_code
        transaction.set_rollback(True)
    return status
