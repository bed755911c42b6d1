"""Writes of players: expected, arrived, seen, gone."""

from collections.abc import Iterable
from datetime import timedelta

from django.utils import timezone

from moonladder.players.models import Ground, Player

MISSED = timedelta(hours=1)
"""After so long without a sign of life a player is no longer waited for."""


def player_expect(*, name: str) -> None:
    """Say who is going to play: until it has arrived, it is missed."""
    Player.objects.update_or_create(
        name=name, defaults={"arrived_at": None, "seen_at": timezone.now()}
    )


def players_forget() -> None:
    """Forget everybody: who plays now will say so."""
    Player.objects.all().delete()


def player_arrive(
    *,
    name: str,
    ground: Ground,
    backend: str,
    missing: Iterable[str],
    processes: int,
    languages: Iterable[str] = (),
) -> Player:
    """Write down who plays from now on, and on what ground; whoever had the name is replaced."""
    now = timezone.now()
    player, _ = Player.objects.update_or_create(
        name=name,
        defaults={
            "ground": ground,
            "backend": backend,
            "missing": "\n".join(missing),
            "languages": "\n".join(languages),
            "processes": processes,
            "arrived_at": now,
            "seen_at": now,
        },
    )
    return player


def player_leave(*, name: str) -> None:
    """Forget a player that has been told to stop: nobody waits for it."""
    Player.objects.filter(name=name).delete()


def players_seen(*, names: Iterable[str]) -> None:
    """Remember that these are alive, and forget whoever has been silent for too long."""
    now = timezone.now()
    Player.objects.filter(name__in=list(names)).update(seen_at=now)
    Player.objects.filter(seen_at__lt=now - MISSED).delete()
