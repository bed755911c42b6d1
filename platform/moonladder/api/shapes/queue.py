"""What waits to be played, for how long, and who plays."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from moonladder.api.pagination import Paged
from moonladder.api.shapes import Shape, example
from moonladder.api.shapes.matches import MatchShape
from moonladder.players.models import Ground


@example({"is_waiting": True, "ahead": 3, "seconds": 12.5})
class WaitShape(Shape):
    """How long something still waits."""

    is_waiting = serializers.BooleanField(help_text="Whether it waits at all.")
    ahead = serializers.IntegerField(
        allow_null=True, help_text="How many matches and uploads are begun before it."
    )
    seconds = serializers.FloatField(
        allow_null=True,
        help_text="About how long that takes; null while nothing was played yet to guess from.",
    )


class QueueAsked(Paged):
    """Which part of the queue is wanted."""

    cursor = serializers.RegexField(
        r"^[0-9]{1,9}\.[0-9]{1,15}\.[0-9]{1,9}$",
        required=False,
        help_text="Where to go on: part of what `next` said.",
    )
    ladder = serializers.SlugField(required=False, help_text="Only what waits for this ladder.")


@example(
    {
        "ahead": 3,
        "seconds": 12.5,
        "match": {
            **MatchShape.example,
            "status": "waiting",
            "started_at": None,
            "finished_at": None,
            "ending": "",
            "decisions": 0,
        },
    }
)
class QueuedShape(Shape):
    """A match that waits, and for how long."""

    ahead = serializers.IntegerField(
        source="wait.ahead",
        default=None,
        allow_null=True,
        help_text="How many matches and uploads are begun before it; null if nobody here plays it.",
    )
    seconds = serializers.FloatField(
        source="wait.seconds",
        default=None,
        allow_null=True,
        help_text="About how long that takes; null while nothing was played yet to guess from.",
    )
    match = MatchShape()


@example(
    {
        "name": "player@host",
        "ground": "full",
        "languages": ["Python", "C"],
        "processes": 2,
        "is_here": True,
        "seen_at": "2026-03-01T12:00:00Z",
    }
)
class PlayerShape(Shape):
    """A worker that plays matches."""

    name = serializers.CharField()
    ground = serializers.SerializerMethodField(
        help_text="What it may play: everybody's bots (`full`, `degraded`) or the `house`'s alone; "
        "null until it has arrived."
    )
    languages = serializers.SerializerMethodField(
        help_text="What it can build and run; empty until it has arrived."
    )
    processes = serializers.IntegerField(help_text="How many matches it plays at a time.")
    is_here = serializers.SerializerMethodField(help_text="False while it is only expected.")
    seen_at = serializers.DateTimeField(help_text="When it last gave a sign of life.")

    @extend_schema_field(serializers.ChoiceField(Ground.choices, allow_null=True))
    def get_ground(self, player: object) -> str | None:
        return getattr(player, "ground", "") or None

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_languages(self, player: object) -> list[str]:
        return str(getattr(player, "languages", "")).splitlines()

    def get_is_here(self, player: object) -> bool:
        return getattr(player, "arrived_at", None) is not None
