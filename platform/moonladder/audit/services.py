"""Writes of the audit log."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Model

from moonladder.audit.models import AuditEvent


class ReasonMissing(ValueError):
    """Acts of organisers need a reason that others can read."""


def audit_record(
    *, actor: User | None, action: str, subject: Model, reason: str, **facts: Any
) -> AuditEvent:
    """Write down what was done; call it in the transaction that does it."""
    if not reason.strip():
        raise ReasonMissing("Give a reason: it is kept with what you do, for others to read.")
    return AuditEvent.objects.create(
        actor=actor,
        action=action,
        subject=subject_name(subject),
        reason=reason.strip(),
        facts=facts,
    )


def subject_name(subject: Model) -> str:
    """How the log calls a row: its kind and its number."""
    return f"{subject._meta.verbose_name} {subject.pk}"
