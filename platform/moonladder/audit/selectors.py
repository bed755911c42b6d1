"""Reads of the audit log."""

from django.db.models import QuerySet

from moonladder.audit.models import AuditEvent

ALARM = "alarm"
"""What the site writes down when somebody has to look."""


def events(*, action: str = "", actor: str = "", text: str = "") -> QuerySet[AuditEvent]:
    """What was done, or of that what fits; in no order."""
    found = AuditEvent.objects.select_related("actor")
    if action:
        found = found.filter(action=action)
    if actor:
        found = found.filter(actor__username=actor)
    return found.filter(reason__icontains=text) if text else found


def actions() -> list[str]:
    """Every kind of act that was ever done."""
    kinds = AuditEvent.objects.order_by("action").values_list("action", flat=True)
    return list(kinds.distinct())
