"""Signing up, logging in and out: what is let through, and what is said to whom it is not."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from moonladder.accounts.models import Session
from moonladder.accounts.selectors import token_of_secret, tokens_of
from moonladder.accounts.services import sessions_forget_over, token_create
from tests.matches import arena

PASSWORD = "seven lanterns burn"
NEW = {"name": "ada", "email": "", "password": PASSWORD, "again": PASSWORD}
ELSEWHERE = ["https://elsewhere.example/", "//elsewhere.example/", "javascript:alert(1)", "/\\else"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def ada() -> User:
    """Somebody with a password."""
    return User.objects.create_user("ada", password=PASSWORD)


def test_who_signs_up_is_logged_in_and_sees_the_account(client: Client) -> None:
    page = client.post("/signup/", NEW, follow=True)
    assert page.redirect_chain == [("/account/", 302)]
    assert "Welcome, ada." in page.content.decode()
    assert User.objects.get(username="ada").check_password(PASSWORD)


@pytest.mark.parametrize(
    ("field", "given", "sentence"),
    [
        ("name", "admin", "The site keeps the name"),
        ("name", "Ada", "Use small letters from a to z"),
        ("email", "nowhere", "Enter a valid email address."),
        ("password", "short1", "Take at least 8 characters"),
        ("password", "password1", "Many people use this password"),
        ("password", "4711081542", "Digits alone are soon counted through"),
        ("again", "seven candles burn", "The two passwords differ: type the same twice."),
    ],
)
def test_what_cannot_be_taken_is_answered_with_what_to_do(
    client: Client, field: str, given: str, sentence: str
) -> None:
    form = NEW | {field: given} | ({"again": given} if field == "password" else {})
    page = client.post("/signup/", form)
    assert sentence in page.content.decode()
    assert PASSWORD not in page.content.decode()
    assert not User.objects.exists()


def test_a_password_that_says_the_name_is_refused(client: Client) -> None:
    form = {"name": "lovelace", "password": "lovelace-1", "again": "lovelace-1"}
    assert "too much like your username" in client.post("/signup/", form).content.decode()


@pytest.mark.parametrize("taken", ["ada", "ADA"])
def test_a_name_belongs_to_one_person_however_it_is_written(client: Client, taken: str) -> None:
    User.objects.create_user(taken)
    assert "Somebody has this name already" in client.post("/signup/", NEW).content.decode()
    assert User.objects.count() == 1


@pytest.mark.parametrize("page", ["/login/", "/signup/"])
@pytest.mark.parametrize("there", ELSEWHERE)
def test_nobody_is_led_to_another_site(client: Client, ada: User, page: str, there: str) -> None:
    form = NEW | {"username": "ada", "name": "bob", "next": there}
    assert client.post(page, form).headers["Location"] == "/account/"
    assert client.get(f"{page}?next={there}").headers["Location"] == "/account/"


@pytest.mark.parametrize("page", ["/login/", "/signup/"])
def test_one_goes_on_to_where_one_was(client: Client, ada: User, page: str) -> None:
    there = "/ladders/shamans/?x=1"
    assert f'value="{there}"' in client.get(page, {"next": there}).content.decode()
    form = NEW | {"username": "ada", "name": "bob", "next": there}
    assert client.post(page, form).headers["Location"] == there


def test_the_account_is_shown_to_its_owner_alone(client: Client, ada: User) -> None:
    assert client.get("/account/").headers["Location"] == "/login/?next=/account/"
    client.force_login(ada)
    page = client.get("/account/")
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "private, no-store"


def test_logging_out_takes_a_post(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert client.get("/logout/").status_code == 405
    assert client.post("/logout/").headers["Location"] == "/"
    assert client.get("/account/").status_code == 302


def test_a_changed_password_logs_other_browsers_out(client: Client, ada: User) -> None:
    other = Client()
    for browser in (client, other):
        browser.force_login(ada)
    form = {
        "old_password": PASSWORD,
        "new_password1": "eight bells",
        "new_password2": "eight bells",
    }
    page = client.post("/account/password/", form, follow=True)
    assert "Your password is changed." in page.content.decode()
    assert other.get("/account/").status_code == 302


def guess(client: Client, name: str = "ada", password: str = "wrong", **origin: str) -> int:
    """Try a password; the status of the answer."""
    form = {"username": name, "password": password}
    return int(client.post("/login/", form, headers={}, **origin).status_code)  # type: ignore[arg-type]


def test_who_guesses_too_often_waits_and_is_told_how_long(client: Client, ada: User) -> None:
    assert [guess(client) for _ in range(9)] == [200] * 9
    page = client.post("/login/", {"username": "ada", "password": "wrong"})
    assert page.status_code == 429
    assert 590 <= int(page.headers["Retry-After"]) <= 600
    assert "Try again in 10 minutes" in page.content.decode()
    assert guess(client, password=PASSWORD) == 429


def test_a_name_that_nobody_has_is_answered_alike(client: Client) -> None:
    assert [guess(client, "nobody-here") for _ in range(10)] == [200] * 9 + [429]


def test_guesses_from_elsewhere_lock_nobody_out_at_home(client: Client, ada: User) -> None:
    assert [guess(client, REMOTE_ADDR="10.0.0.66") for _ in range(10)][-1] == 429
    assert guess(client, password=PASSWORD, REMOTE_ADDR="10.0.0.7") == 302


def test_without_a_proxy_nobody_says_where_they_come_from(client: Client, ada: User) -> None:
    tries = [guess(client, HTTP_X_FORWARDED_FOR=f"10.0.0.{number}") for number in range(10)]
    assert tries[-1] == 429


def test_behind_a_proxy_what_it_added_counts(client: Client, ada: User, settings: Settings) -> None:
    settings.BEHIND_PROXY = True
    tries = [guess(client, HTTP_X_FORWARDED_FOR=f"10.0.0.{n}, 192.0.2.1") for n in range(10)]
    assert tries[-1] == 429
    assert guess(client, password=PASSWORD, HTTP_X_FORWARDED_FOR="192.0.2.2") == 302


@pytest.mark.parametrize("own", ["2001:db8:1:2::{:x}", "::ffff:192.0.2.1", "192.0.2.1"])
def test_a_household_is_one_guesser_however_many_addresses_it_has(
    client: Client, ada: User, own: str
) -> None:
    tries = [guess(client, REMOTE_ADDR=own.format(number)) for number in range(10)]
    assert tries[-1] == 429
    assert guess(client, password=PASSWORD, REMOTE_ADDR="2001:db8:1:3::1") == 302


def test_an_address_is_the_same_written_as_one_of_ipv6(client: Client, ada: User) -> None:
    tries = [guess(client, REMOTE_ADDR=f"{'::ffff:' * (n % 2)}192.0.2.1") for n in range(10)]
    assert tries[-1] == 429


def test_a_right_password_forgives_the_wrong_ones(client: Client, ada: User) -> None:
    tries = [guess(client, password=word) for word in (*["wrong"] * 9, PASSWORD)]
    client.post("/logout/")
    assert [*tries, guess(client)] == [200] * 9 + [302, 200]


def test_the_admins_login_is_guarded_too(client: Client, ada: User) -> None:
    form = {"username": "ada", "password": "wrong"}
    assert [client.post("/admin/login/", form).status_code for _ in range(10)][-1] == 429


@pytest.mark.parametrize("page", ["/login/", "/signup/", "/logout/", "/account/password/"])
def test_forms_of_other_sites_are_refused(ada: User, page: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    if page not in ("/login/", "/signup/"):
        browser.force_login(ada)
    assert browser.post(page, NEW).status_code == 403


def test_a_token_is_shown_once_and_used_from_then_on(client: Client, ada: User) -> None:
    client.force_login(ada)
    form = {"token-name": "the laptop", "token-scopes": ["read"]}
    page = client.post("/account/tokens/", form)
    secret = re.findall(r"ml_[\w-]{30,}", page.content.decode())[0]
    token = token_of_secret(secret)
    assert token is not None
    assert (token.owner, token.name, token.scopes) == (ada, "the laptop", ["read"])
    later = client.get("/account/").content.decode()
    assert token.prefix in later
    assert secret not in later


def test_a_token_without_scopes_is_refused_with_a_sentence(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = client.post("/account/tokens/", {"token-name": "nothing"})
    assert "This field is required." in page.content.decode()
    assert not tokens_of(ada)


def test_only_its_owner_revokes_a_token(client: Client, ada: User) -> None:
    made = token_create(owner=ada, name="the laptop", scopes=["read"])
    address = f"/account/tokens/{made.token.pk}/revoke/"
    client.force_login(User.objects.create_user("bob"))
    assert client.post(address).status_code == 404
    client.force_login(ada)
    assert "is revoked" in client.post(address, follow=True).content.decode()
    assert token_of_secret(made.secret) is None


def test_people_see_where_they_are_logged_in_and_end_it(client: Client, ada: User) -> None:
    phone = Client(headers={"User-Agent": "Mozilla/5.0 (iPhone) AppleWebKit Safari/605"})
    form = {"username": "ada", "password": PASSWORD}
    for browser in (phone, client):
        browser.post("/login/", form)
    page = client.get("/account/").content.decode()
    assert "Safari on an iPhone" in page
    assert str(phone.session.session_key) not in page
    page = client.post("/account/sessions/end/", follow=True).content.decode()
    assert "Logged out of 1 other browser." in page
    assert phone.get("/account/").status_code == 302


def test_sessions_that_are_over_are_forgotten(client: Client, ada: User) -> None:
    client.force_login(ada)
    assert sessions_forget_over() == 0
    Session.objects.update(expire_date=timezone.now())
    assert sessions_forget_over() == 1


def test_the_account_lists_its_bots_with_their_places(client: Client, ada: User) -> None:
    arena.seat(arena.make_ladder("quick"), "thinker", owner="ada")
    arena.make_bot(arena.make_ladder("slow"), "sleeper", owner="ada")
    client.force_login(ada)
    page = re.sub(r"\s+", " ", client.get("/account/").content.decode())
    assert "/bots/ada/thinker/" in page
    assert "Quick: not rated yet" in page
    assert '"/bots/ada/thinker/v1/">v1</a> ready' in page
    assert "Slow: not rated yet" in page


@pytest.mark.parametrize(
    "key", ['"\\000aaaaaaaaaaaaaaaa"', "a" * 9999, "'; drop table", "\xff" * 32]
)
def test_a_cookie_that_is_no_session_is_nobodys(client: Client, key: str) -> None:
    assert client.get("/account/", headers={"Cookie": f"sessionid={key}"}).status_code == 302
