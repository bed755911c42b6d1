"""Columns of players."""

from django.db import models


class Ground(models.TextChoices):
    """What a player may play, by how well it keeps bots apart."""

    FULL = "full", "everybody's bots"
    """Every promise about a box holds."""

    DEGRADED = "degraded", "everybody's bots, on one's own machine"
    """Every door of a box is shut, but not every limit holds (docs/decisions/0011)."""

    HOUSE = "house", "only house bots"
    """Nothing keeps bots apart."""


class Player(models.Model):
    """A worker that plays matches: expected, here, or lost without a word."""

    name = models.CharField(max_length=200, primary_key=True)
    """Its name as a Celery node: `player@host`."""

    ground = models.CharField(max_length=10, choices=Ground.choices, blank=True)
    """What it may play; empty until it has arrived."""

    backend = models.CharField(max_length=20, blank=True)
    """What makes its boxes."""

    missing = models.TextField(blank=True)
    """What keeps it from playing everything, and how to get it: one sentence a line."""

    languages = models.TextField(blank=True)
    """What it can build and run, for people: one language a line."""

    processes = models.PositiveSmallIntegerField(default=0)
    """How many matches it plays at a time."""

    arrived_at = models.DateTimeField(null=True, blank=True)
    """When it began to take matches; empty while it is only expected."""

    seen_at = models.DateTimeField()
    """When it last gave a sign of life."""

    def __str__(self) -> str:
        return self.name
