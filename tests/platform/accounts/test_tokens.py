"""Tokens: told once, kept as a hash, ended by their owner or by time."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from moonladder.accounts import selectors, services
from moonladder.accounts.models import Token


@pytest.fixture
def ada(db: None) -> User:
    """Somebody with an account."""
    return User.objects.create(username="ada")


def make(owner: User, *scopes: str, **more: object) -> services.NewToken:
    return services.token_create(owner=owner, name="laptop", scopes=scopes or ("read",), **more)  # type: ignore[arg-type]


def test_a_secret_finds_its_token_and_owner(ada: User) -> None:
    token, secret = make(ada, "submit", "read")
    found = selectors.token_of_secret(secret)
    assert found == token
    assert found is not None
    assert found.owner == ada
    assert found.scopes == ["read", "submit"]


def test_the_secret_is_not_kept(ada: User) -> None:
    token, secret = make(ada)
    kept = [str(value) for value in Token.objects.filter(pk=token.pk).values()[0].values()]
    assert secret.startswith(token.prefix)
    assert len(secret) > len(token.prefix) + 30
    assert not any(secret in value for value in kept)


def test_a_revoked_token_opens_nothing(ada: User) -> None:
    token, secret = make(ada)
    services.token_revoke(token=token)
    assert selectors.token_of_secret(secret) is None


def test_a_token_ends_when_it_was_to_end(ada: User) -> None:
    token, secret = make(ada, expires_at=timezone.now() + timedelta(hours=1))
    assert selectors.token_of_secret(secret) == token
    Token.objects.update(expires_at=timezone.now())
    assert selectors.token_of_secret(secret) is None


def test_tokens_of_closed_accounts_open_nothing(ada: User) -> None:
    _, secret = make(ada)
    User.objects.update(is_active=False)
    assert selectors.token_of_secret(secret) is None


def test_use_is_noted_at_most_once_a_minute(ada: User) -> None:
    token, _ = make(ada)
    services.token_note_use(token=token)
    token.refresh_from_db()
    first = token.used_at
    assert first is not None
    services.token_note_use(token=token)
    token.refresh_from_db()
    assert token.used_at == first


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"name": " "}, "Give the token a name"),
        ({"scopes": ["admin"]}, "There is no scope 'admin': choose from read, submit"),
        ({"scopes": []}, "A token needs a scope"),
        ({"expires_at": timezone.now() - timedelta(1)}, "would have ended already"),
    ],
)
def test_a_token_that_makes_no_sense_is_refused(
    ada: User, change: dict[str, object], sentence: str
) -> None:
    with pytest.raises(services.Refused, match=sentence):
        services.token_create(**{"owner": ada, "name": "x", "scopes": ["read"], **change})  # type: ignore[arg-type]


def test_nobody_collects_tokens_without_end(ada: User) -> None:
    for _ in range(services.MOST_TOKENS):
        make(ada)
    with pytest.raises(services.Refused, match="revoke one"):
        make(ada)


def test_everybody_sees_only_their_own(ada: User) -> None:
    bob = User.objects.create(username="bob")
    mine, _ = make(ada)
    make(bob)
    assert list(selectors.tokens_of(ada)) == [mine]
