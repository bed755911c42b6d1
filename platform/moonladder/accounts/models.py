"""Columns of tokens and of the browsers people are logged in with."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Scope(models.TextChoices):
    """What a token lets its bearer do in its owner's name."""

    READ = "read", "read"
    """See what the owner may see, sources and logs included."""

    SUBMIT = "submit", "submit"
    """Name bots, upload versions, enter and withdraw them, challenge, reproduce."""


class Token(models.Model):
    """A program's key to the API. The secret is told once and not kept."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tokens"
    )
    """In whose name it acts."""

    name = models.CharField(max_length=80)
    """What its owner calls it: where it is used."""

    scopes = models.JSONField(default=list)
    """What it lets its bearer do, a list of `Scope`."""

    prefix = models.CharField(max_length=16)
    """How its secret begins, to recognise it by."""

    digest = models.CharField(max_length=64, unique=True)
    """SHA-256 of the secret."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was made."""

    used_at = models.DateTimeField(null=True, blank=True)
    """When it was last shown, give or take a minute."""

    expires_at = models.DateTimeField(null=True, blank=True)
    """When it ends by itself; empty for one that does not."""

    class Meta:
        indexes = (models.Index(fields=("owner", "id"), name="token_owner"),)

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}...)"


class Session(AbstractBaseSession):
    """A browser that came back, and who is logged in with it."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.CASCADE, related_name="sessions"
    )
    """Who is; empty for somebody who only looks."""

    browser = models.CharField(max_length=60, blank=True)
    """What it called itself when they logged in, in a word or two."""

    saved_at = models.DateTimeField(auto_now=True)
    """When it was last written: at log-in, as nothing else is kept in it for long."""
