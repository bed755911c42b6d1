"""Reads of accounts."""

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone

from moonladder.accounts.models import Session, Token
from moonladder.accounts.secret import digest_of


def tokens_of(owner: User) -> QuerySet[Token]:
    """Somebody's tokens, the newest first."""
    return Token.objects.filter(owner=owner).order_by("-pk")


def token_of_secret(secret: str) -> Token | None:
    """The token with that secret and its owner in it; None if it is unknown, revoked or over."""
    return (
        Token.objects.select_related("owner")
        .filter(Q(expires_at=None) | Q(expires_at__gt=timezone.now()))
        .filter(digest=digest_of(secret), owner__is_active=True)
        .first()
    )


def sessions_of(user: User) -> QuerySet[Session]:
    """Where somebody is logged in, the latest first."""
    now = timezone.now()
    return Session.objects.filter(user=user, expire_date__gt=now).order_by("-saved_at")
