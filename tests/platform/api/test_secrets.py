"""What is somebody's own is told to nobody else, whatever is asked, and asked by whom."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import User
from django.test import Client
from pytest_django import Settings

from matches.models import Match
from moonladder.accounts.models import Token
from tests.platform.api.routes import Route, ask, routes
from tests.platform.api.world import OWNERS, World, make_world, visitors

AT_THE_TABLE = [b"trouble-at-the-table", b"trouble-with-the-box"]
"""For those who have a bot there, and for organisers."""


@pytest.fixture
def world(db: None, settings: Settings) -> World:
    settings.SANDBOX = ""  # uploads are taken
    return make_world()


def everything(world: World) -> Iterator[Route]:
    """All there is to ask, of everybody's bots and seats."""
    yield from routes(world)
    addresses = [f"matches/shamans/{number}/" for number in numbers()]
    for match in (
        f"matches/shamans/{world.played.number}",
        f"matches/shamans/{world.trial.number}",
    ):
        for seat in range(world.ladder.seats):
            addresses.append(f"{match}/log/?seat={seat}")
        for audience in ("all", "public", "seat-0", "seat-1", "seat-2"):
            addresses.append(f"{match}/frames/{audience}/")
    for owner in OWNERS:
        for version in (1, 2):
            for part in ("", "changes/", "source/", "wait/"):
                addresses.append(f"bots/{owner}/lunatic/versions/{version}/{part}")
        addresses += [
            f"bots/{owner}/lunatic/{part}/" for part in ("crashes", "versions", "entries")
        ]
    for address in addresses:
        yield Route("get", f"/api/v1/{address}", None, (0, 0, 0, 0))


def numbers() -> list[int]:
    return list(Match.objects.values_list("number", flat=True))


def told(browser: Client, route: Route) -> bytes:
    """All that an answer says, in its headers too."""
    answer = ask(browser, route)
    return f"{answer.headers}".encode() + answer.content


def secrets_of_accounts() -> list[bytes]:
    """What is nobody's to read."""
    digests = Token.objects.values_list("digest", flat=True)
    passwords = User.objects.exclude(password="").values_list("password", flat=True)
    return [word.encode() for word in (*digests, *passwords)]


def test_nobody_is_told_what_belongs_to_others_and_owners_are_told_what_is_theirs(
    world: World,
) -> None:
    said = {kind: answers(browser, world) for kind, browser in everybody().items()}
    for kind, forbidden in hidden(world).items():
        words = [*forbidden, *secrets_of_accounts()]
        leaks = [(at, word) for at, told in said[kind] for word in words if word in told]
        assert (kind, leaks) == (kind, [])
    own = b"".join(told for _, told in said["owner"])
    assert [word for word in (*words_of(world, "ada"), *AT_THE_TABLE) if word not in own] == []


def everybody() -> dict[str, Client]:
    """A browser for each kind of visitor, and for somebody else at the table."""
    bob = Client()
    bob.force_login(User.objects.get(username="bob"))
    return {**visitors(), "player": bob}


def hidden(world: World) -> dict[str, list[bytes]]:
    """What must not be told to whom."""
    strange = [*AT_THE_TABLE, *words_of(world, *OWNERS)]
    return {
        "anonymous": strange,
        "other": strange,
        "owner": words_of(world, "bob", "cleo"),
        "player": words_of(world, "ada", "cleo"),
        "organiser": [f"token-of-{owner}".encode() for owner in OWNERS],
    }


def answers(browser: Client, world: World) -> list[tuple[str, bytes]]:
    """All that somebody is told, by what was asked."""
    return [
        (f"{route.method} {route.address}", told(browser, route)) for route in everything(world)
    ]


def words_of(world: World, *owners: str) -> list[bytes]:
    return [word for owner in owners for word in world.words[owner]]


def test_no_tag_of_an_answer_tells_whether_somebody_guessed_what_went_wrong(world: World) -> None:
    match = Match.objects.get(ladder=world.ladder, status="void")
    tags = []
    for trouble in ("trouble-at-the-table", "worker player@here was lost"):
        Match.objects.filter(pk=match.pk).update(trouble=trouble)
        tags.append(Client().get(f"/api/v1/matches/shamans/{match.number}/")["ETag"])
    assert tags[0] == tags[1]
