"""What tasks leave behind to show that they ran."""

from django.db import models


class Pulse(models.Model):
    """The last sign of life of one kind."""

    name = models.CharField(max_length=100, primary_key=True)
    """Who gave it; `worker` is the heartbeat that beat sends through the broker."""

    at = models.DateTimeField()
    """When it was given."""

    def __str__(self) -> str:
        return f"{self.name} at {self.at:%Y-%m-%d %H:%M:%S}"
