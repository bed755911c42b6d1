"""Writes of the health room."""

from django.utils import timezone

from moonladder.health import selectors
from moonladder.health.models import Pulse
from moonladder.players import selectors as players
from moonladder.players.services import players_seen


def pulse_record(*, name: str) -> None:
    """Remember that `name` is alive now; one statement, so it is safe to run twice or at once."""
    Pulse.objects.bulk_create(
        [Pulse(name=name, at=timezone.now())],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["at"],
    )


def players_look_for() -> None:
    """Ask all players, so that one which is gone for good is not missed for ever."""
    players_seen(names=selectors.answering_players(list(players.players())))
