"""Writes of accounts: made at sign-up; their tokens made, used and revoked."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils import timezone

from moonladder.accounts import names
from moonladder.accounts.models import Scope, Session, Token
from moonladder.accounts.secret import digest_of, new_secret, prefix_of

MOST_TOKENS = 50
"""So many one account may have."""

USED_EVERY = timedelta(minutes=1)
"""How exactly is known when a token was used: not every request is worth a write."""


TAKEN = "Somebody has this name already: choose another."


class Refused(ValueError):
    """One sentence that says why an account is not given what it asked for."""


class NewToken(NamedTuple):
    """A token and its secret, which nobody can be told again."""

    token: Token
    secret: str


def account_create(*, name: str, password: str, email: str = "") -> User:
    """Let somebody in; the errors of what was given are told by field."""
    user = User(username=name, email=email)
    errors = _objections(user, password)
    if errors:
        raise ValidationError(errors)
    user.set_password(password)
    try:
        with transaction.atomic():
            user.save()
    except IntegrityError:  # two asked for the name in the same moment
        raise ValidationError({"name": [TAKEN]}) from None
    return user


def _objections(user: User, password: str) -> dict[str, list[str]]:
    errors: dict[str, list[str]] = {}
    if objection := names.objection(user.username):
        errors["name"] = [objection]
    elif User.objects.filter(username__iexact=user.username).exists():
        errors["name"] = [TAKEN]
    try:
        validate_password(password, user)
    except ValidationError as weak:
        errors["password"] = weak.messages
    return errors


def token_create(
    *, owner: User, name: str, scopes: Collection[str], expires_at: datetime | None = None
) -> NewToken:
    """Make a token; its secret is in the answer and nowhere else."""
    if not name.strip():
        raise Refused("Give the token a name that says where it is used.")
    if unknown := sorted(set(scopes) - set(Scope.values)):
        raise Refused(f"There is no scope {unknown[0]!r}: choose from {', '.join(Scope.values)}.")
    if not scopes:
        raise Refused(f"A token needs a scope: choose from {', '.join(Scope.values)}.")
    if expires_at is not None and expires_at <= timezone.now():
        raise Refused("The token would have ended already: give a later time.")
    if owner.tokens.count() >= MOST_TOKENS:
        raise Refused(f"You have {MOST_TOKENS} tokens: revoke one that is not used any more.")
    secret = new_secret()
    token = Token.objects.create(
        owner=owner,
        name=name.strip(),
        scopes=[scope for scope in Scope.values if scope in scopes],
        prefix=prefix_of(secret),
        digest=digest_of(secret),
        expires_at=expires_at,
    )
    return NewToken(token, secret)


def token_revoke(*, token: Token) -> None:
    """End a token at once and for good."""
    token.delete()


def token_note_use(*, token: Token) -> None:
    """Remember that a token was shown just now."""
    now = timezone.now()
    if token.used_at is None or now - token.used_at > USED_EVERY:
        Token.objects.filter(pk=token.pk).update(used_at=now)


def sessions_end_others(*, user: User, kept: str | None) -> int:
    """Log somebody out of every browser but the one with that session; return how many."""
    return Session.objects.filter(user=user).exclude(session_key=kept or "").delete()[0]


def sessions_forget_over() -> int:
    """Delete the sessions that have ended; return how many."""
    return Session.objects.filter(expire_date__lte=timezone.now()).delete()[0]
