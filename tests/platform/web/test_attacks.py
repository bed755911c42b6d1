"""What strangers, authors and organisers send that means no good: an answer, never a failure."""

import random
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests.platform.web.pages import Known, address, named
from tests.platform.web.test_query_counts import world

REQUESTS = 60
"""So many for each seed, half of a second's work."""

METHODS = ("GET", "GET", "GET", "POST", "POST", "POST", "HEAD", "OPTIONS", "PUT", "TRACE")
HOSTILE = (
    *("", "%00", "a%00b", "%ff", "%ed%a0%80", "%e2%80%a8", "%0d%0aX:%20y", "%1b%5b31m", "%%", "+"),
    *("0", "-1", "1e400", "NaN", "%d9%a3", "2147483648", "9223372036854775808", "9" * 18, "9" * 19),
    *("9" * 5000, "a" * 5000, "..", "..%2f..%2fetc%2fpasswd", "<script>", "%27%22--", "None"),
    *("1-1", "999999999-999999999", "https://elsewhere.example/", "house/none/v999999999"),
)
"""Values as they stand in an address: for the database, for Python's numbers, for browsers."""

SENSIBLE = ("1", "small", "shamans", "ranked", "finished", "small/1", "read", "a sentence", "olga")
ASKED = (
    *("after", "before", "bot", "owner", "game", "ladder", "status", "kind", "next", "version"),
    *("seat", "against", "seed", "action", "actor", "text"),
)
FILLED = (
    *("username", "name", "email", "password", "again", "old_password", "new_password1"),
    *("new_password2", "token-name", "token-scopes", "seat_0", "seat_1", "seats", "blocks"),
    *("ladders", "file", "reason", *ASKED),
)

MULTIPART = "multipart/form-data; boundary=x"
BODIES = (
    (b"", "application/x-www-form-urlencoded"),
    (b"\xff\xfe\0", "application/x-www-form-urlencoded; charset=nonsense"),
    (b"name=a&" * 2000, "application/x-www-form-urlencoded"),
    (b"name=%ff%00;a==&&=", "application/x-www-form-urlencoded"),
    (b'{"name": "\\ud800"}', "application/json"),
    (b"name=a", "text/plain"),
    (b"", "multipart/form-data"),
    (b"", MULTIPART),
    (b"--x", MULTIPART),
    (b"--x\r\n\r\n--x--", MULTIPART),
    (
        b'--x\r\nContent-Disposition: form-data; name="file"; filename=""\r\n\r\na\r\n--x--',
        MULTIPART,
    ),
    (b'--x\r\nContent-Disposition: form-data; name="\0"; filename="a\0\n"\r\n\r\n--x--', MULTIPART),
    (b'--x\r\nContent-Disposition: form-data; filename="a.py"\r\n\r\na\r\n--x--', MULTIPART),
    (b"--x\r\nContent-Disposition: " + b"a" * 20_000 + b"\r\n\r\na\r\n--x--", MULTIPART),
    (b"--x\r\nContent-Transfer-Encoding: base64\r\n" * 3 + b"\r\n!!!\r\n--x--", MULTIPART),
    (b"--x\r\nContent-Disposition: form-data; name=a\r\n\r\n\r\n" * 1100 + b"--x--", MULTIPART),
    (b"a=b", f"multipart/form-data; boundary={'x' * 300}"),
    (b"a=b", "multipart/form-data; boundary=\xff"),
)
HEADERS: tuple[dict[str, str], ...] = (
    {},
    {"If-None-Match": '"'},
    {"If-None-Match": "*", "HX-Request": "true"},
    {"Accept-Encoding": "gzip;q=x, \xff", "Accept-Language": ",;q=" * 500},
    {"Cookie": 'sessionid="\\000aaaaaaaaaaaaaaaa"; csrftoken="\\000"; messages="\\000"'},
    {"Cookie": "sessionid=" + "a" * 32 + "; messages=" + ":" * 200},
    {"X-Forwarded-For": "\xff, ::", "User-Agent": "\xff" * 300, "Referer": "\xff"},
)


@pytest.fixture(scope="module")
def known(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Known]:
    """A site with something at every address."""
    with django_db_blocker.unblock(), transaction.atomic():
        User.objects.create(username="olga", is_staff=True)
        yield {**world("small", 16, 8), "audience": "all", "token-revoke.pk": 1}
        transaction.set_rollback(True)


def visitor(known: Known, kind: str) -> Client:
    """A browser of theirs."""
    browser = Client()
    if kind != "anybody":
        browser.force_login(known[f"{kind}'s"])
    return browser


def address_of(known: Known, name: str, chance: random.Random) -> str:
    """A page, mostly with something wrong in its address or behind its `?`."""
    parts = address(name, known).split("/")
    if chance.random() < 0.3:
        parts[chance.randrange(len(parts))] = chance.choice(HOSTILE)
    asked = "&".join(f"{key}={value}" for key, value in values(ASKED, chance))
    return f"/{'/'.join(parts).lstrip('/')}?{asked}"


def values(names: tuple[str, ...], chance: random.Random) -> list[tuple[str, str]]:
    """Some of these, hostile or sensible, and now and then one of them twice."""
    return [
        (chance.choice(names), chance.choice(chance.choice((HOSTILE, SENSIBLE))))
        for _ in range(chance.randrange(6))
    ]


def body(chance: random.Random) -> tuple[bytes, str]:
    """A form, or what pretends to be one."""
    if chance.random() < 0.4:
        return chance.choice(BODIES)
    form = "&".join(f"{key}={value}" for key, value in values(FILLED * 2, chance))
    return form.encode(), "application/x-www-form-urlencoded"


def ask(browser: Client, chance: random.Random, path: str) -> int:
    """The status of the answer; what was changed is taken back."""
    method, (content, kind) = chance.choice(METHODS), body(chance)
    sent: dict[str, Any] = {"data": content, "content_type": kind} if method != "GET" else {}
    with transaction.atomic():
        answer = browser.generic(method, path, headers=chance.choice(HEADERS), **sent)
        transaction.set_rollback(True)
    return answer.status_code


@pytest.mark.parametrize("kind", ["anybody", "owner", "organiser"])
@pytest.mark.parametrize("seed", range(6))
def test_whatever_is_sent_is_answered(known: Known, db: None, kind: str, seed: int) -> None:
    chance = random.Random(f"{kind} {seed}")
    names = sorted(named())
    for number in range(REQUESTS):
        path = address_of(known, names[(seed * REQUESTS + number) % len(names)], chance)
        assert ask(visitor(known, kind), chance, path) < 500, path
