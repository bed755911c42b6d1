"""What somebody sends who means no good, or whose program is broken: a sentence, no failure."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.db.models.signals import pre_save
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from moonladder.accounts.models import Token
from moonladder.bots.models import Bot, Version
from moonladder.ladders.models import Ladder
from tests.platform.api.conftest import client_of

V1 = "/api/v1"
BODIES = {
    "nothing": b"",
    "null": b"null",
    "a list": b"[]",
    "a number": b"1",
    "not a number": b'{"name": NaN, "game": "shamans"}',
    "infinity": b'{"name": Infinity, "game": "shamans"}',
    "a number with thousands of digits": b'{"name": ' + b"9" * 5000 + b"}",
    "very deep lists": b"[" * 30_000 + b"]" * 30_000,
    "very deep objects": b'{"a":' * 9_000 + b"1" + b"}" * 9_000,
    "one name twice": b'{"name": "one", "name": "two", "game": "shamans"}',
    "broken UTF-8": b'{"name": "\xff", "game": "shamans"}',
    "UTF-16": '{"name": "a", "game": "shamans"}'.encode("utf-16"),
    "half a character": b'{"name": "\\ud800", "game": "shamans"}',
    "half a character for a game": b'{"name": "a", "game": "\\ud800"}',
    "half a character for a field": b'{"name": "a", "game": "shamans", "\\ud800": 1}',
    "half a character in a list": b'[{"a": ["\\udfff"]}]',
    "NUL": b'{"name": "a\\u0000", "game": "shamans"}',
    "NUL for a field": b'{"name": "a", "game": "shamans", "\\u0000": 1}',
    "a list for a name": b'{"name": ["a"], "game": "shamans"}',
    "an object for a game": b'{"name": "a", "game": {"a": 1}}',
    "more than was asked": b'{"name": "a", "game": "shamans", "is_house": true}',
}


@pytest.mark.parametrize("what", BODIES)
def test_a_body_that_says_nothing_sensible_changes_nothing(ada: User, what: str) -> None:
    before = Bot.objects.count()
    address = f"{V1}/bots/"
    answer = client_of(ada).post(address, BODIES[what], content_type="application/json")
    assert answer.status_code == 400
    assert answer["Content-Type"] == "application/problem+json"
    assert answer.json()["detail"]
    assert Bot.objects.count() == before


def test_a_name_that_is_there_twice_is_named(ada: User) -> None:
    body = BODIES["one name twice"]
    answer = client_of(ada).post(f"{V1}/bots/", body, content_type="application/json")
    assert "'name' is there twice, send it once" in answer.json()["detail"]


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_other_kinds_of_bodies_are_not_guessed_at(ada: User, kind: str) -> None:
    answer = client_of(ada).post(f"{V1}/bots/", b"name=a", content_type=kind)
    assert answer.status_code == 415
    assert "The schema says what is read." in answer.json()["detail"]


@pytest.mark.parametrize("path", ["games/shamans%0a/", "%0a", "matches/shamans/1/%0d%0aX: y"])
def test_addresses_with_line_breaks_are_none(client: Client, ladder: Ladder, path: str) -> None:
    answer = client.get(f"{V1}/{path}")
    assert answer.status_code == 404
    assert answer["Content-Type"] == "application/problem+json"


@pytest.mark.parametrize("method", ["options", "put", "trace"])
def test_methods_that_nothing_answers_are_refused(
    client: Client, ladder: Ladder, method: str
) -> None:
    assert getattr(client, method)(f"{V1}/ladders/").status_code == 405


def test_a_head_is_answered_like_its_get_without_a_body(client: Client, ladder: Ladder) -> None:
    got, head = client.get(f"{V1}/ladders/"), client.head(f"{V1}/ladders/")
    assert (head.status_code, head.content) == (200, b"")
    assert head["ETag"] == got["ETag"]


def test_a_session_writes_nothing_without_the_page_it_came_from(ada: User) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(ada)
    said = {"name": "a", "game": "shamans"}
    refused = browser.post(f"{V1}/bots/", said, content_type="application/json")
    assert refused.status_code == 403
    assert "X-CSRFToken" in refused.json()["detail"]
    browser.get("/login/")
    token = browser.cookies["csrftoken"].value if "csrftoken" in browser.cookies else "a" * 32
    browser.cookies["csrftoken"] = token
    made = browser.post(
        f"{V1}/bots/", said, content_type="application/json", headers={"X-CSRFToken": token}
    )
    assert made.status_code == 201


def test_who_was_shut_out_is_nobody_by_token_and_by_session(ada: User) -> None:
    program, browser = client_of(ada), Client()
    browser.force_login(ada)
    User.objects.filter(pk=ada.pk).update(is_active=False)
    assert program.get(f"{V1}/account/").status_code == 401
    assert browser.get(f"{V1}/account/").status_code == 401


def test_a_token_whose_time_is_over_opens_nothing(ada: User) -> None:
    program = client_of(ada)
    Token.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert program.get(f"{V1}/account/").status_code == 401


def test_one_token_revokes_no_other(ada: User) -> None:
    program = client_of(ada)
    other = Token.objects.get(pk=Token.objects.create(owner=ada, name="x", digest="d").pk)
    assert program.delete(f"{V1}/account/tokens/{other.pk}/").status_code == 403
    assert Token.objects.filter(pk=other.pk).exists()


def test_a_token_that_may_only_read_starts_nothing(ada: User) -> None:
    program = client_of(ada, "read")
    answers = [
        program.post(f"{V1}/challenges/", {}, content_type="application/json"),
        program.post(f"{V1}/matches/shamans/1/reproductions/"),
        program.post(f"{V1}/bots/ada/ada-bot/versions/"),
    ]
    assert [answer.status_code for answer in answers] == [403, 403, 403]


def test_an_upload_that_is_too_long_is_refused_unread(ada: User, settings: Settings) -> None:
    settings.SANDBOX = ""  # uploads are taken
    before = Version.objects.count()
    answer = client_of(ada).generic(
        "POST",
        f"{V1}/bots/ada/ada-bot/versions/",
        b"--x\r\n",
        content_type="multipart/form-data; boundary=x",
        CONTENT_LENGTH=str(100 * 2**20),
    )
    assert answer.status_code == 413
    assert Version.objects.count() == before


@pytest.mark.parametrize("length", [str(2**40), "0" * 12 + str(2**40)])
def test_a_body_is_as_long_as_it_says_however_that_is_written(ada: User, length: str) -> None:
    answer = client_of(ada).generic(
        "POST", f"{V1}/challenges/", b"{}", "application/json", CONTENT_LENGTH=length
    )
    assert answer.status_code == 413


def test_what_is_anothers_is_neither_challenged_for_nor_changed(ada: User) -> None:
    program = client_of(ada)
    asked = [
        program.post(f"{V1}/bots/bob/bob-bot/versions/"),
        program.patch(
            f"{V1}/ladders/shamans/entries/bob/bob-bot/",
            {"is_active": False},
            content_type="application/json",
        ),
        program.post(f"{V1}/bots/bob/bob-bot/versions/1/activate/"),
    ]
    assert [answer.status_code for answer in asked] == [403, 403, 403]


def test_of_two_who_name_a_bot_in_the_same_moment_one_is_refused(ada: User) -> None:
    def first(sender: type[Bot], instance: Bot, **_: object) -> None:
        pre_save.disconnect(first, sender=Bot)
        Bot.objects.create(owner=instance.owner, name=instance.name, game=instance.game)

    pre_save.connect(first, sender=Bot)
    said = {"name": "new", "game": "shamans"}
    answer = client_of(ada).post(f"{V1}/bots/", said, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["errors"] == {"name": ["You have a bot 'new' already."]}
