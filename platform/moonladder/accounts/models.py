"""Columns of tokens."""

from django.conf import settings
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
