"""Writes of the health room."""

from django.utils import timezone

from moonladder.health.models import Pulse


def pulse_record(*, name: str) -> None:
    """Remember that `name` is alive now; one statement, so it is safe to run twice or at once."""
    Pulse.objects.bulk_create(
        [Pulse(name=name, at=timezone.now())],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at"],
    )
