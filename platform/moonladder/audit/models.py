"""Columns of the audit log."""

from django.conf import settings
from django.db import models


class AuditEvent(models.Model):
    """One thing somebody did to the running of the site; written once, never changed."""

    at = models.DateTimeField(auto_now_add=True, db_index=True)
    """When it was done."""

    actor = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    """Who did it; empty for what the site does by itself, such as raising an alarm."""

    action = models.CharField(max_length=40, db_index=True)
    """A verb with its noun: `ladder_pause`, `match_exclude`, `alarm`."""

    subject = models.CharField(max_length=100, db_index=True)
    """What it was done to, as kind and number: `match 12`."""

    reason = models.TextField()
    """Why, in the actor's words."""

    facts = models.JSONField(default=dict)
    """What was so before and after, as far as it can be said in numbers."""

    class Meta:
        ordering = ("-id",)

    def __str__(self) -> str:
        return f"{self.action} of {self.subject}"
