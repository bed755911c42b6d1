"""Ladders, standings and what else is told of them."""

from typing import Any

from rest_framework import serializers

from moonladder.api.shapes import Shape, example
from moonladder.api.shapes.names import BotNameShape
from moonladder.ladders.models import LadderState


@example(
    {
        "slug": "shamans",
        "title": "Shamans",
        "game": "shamans",
        "seats": 4,
        "state": "open",
        "matches": 4812,
        "blocks": 1203,
        "commitment": "9c56cc51b374c3ba189210d5b6d4bf57790d351c96c47c02190ecf1e430635ab",
        "created_at": "2026-03-01T12:00:00Z",
    }
)
class LadderShape(Shape):
    """A ladder in a list."""

    slug = serializers.SlugField(help_text="Its name in addresses and commands.")
    title = serializers.CharField()
    game = serializers.CharField()
    seats = serializers.IntegerField(help_text="How many sit at a table.")
    state = serializers.ChoiceField(LadderState.choices, help_text="Whether it plays.")
    matches = serializers.IntegerField(
        source="matches_planned", help_text="How many matches were planned so far."
    )
    blocks = serializers.IntegerField(
        source="blocks_planned", help_text="In how many blocks of one seed each."
    )
    commitment = serializers.CharField(help_text="The hash of the secret behind all seeds.")
    created_at = serializers.DateTimeField()


@example(
    {
        **LadderShape.example,
        "options": {"max_rounds": 0},
        "clock": {
            "start_seconds": 5.0,
            "answer_seconds": 1.0,
            "bank_seconds": 10.0,
            "match_seconds": 300.0,
        },
        "limits": {"memory_mib": 512},
        "secret": None,
        "secret_revealed_at": None,
        "fitted_at": "2026-03-02T08:00:00Z",
    }
)
class LadderDetailShape(LadderShape):
    """A ladder with everything its matches are played by."""

    options = serializers.DictField(help_text="The game's options, every one of them.")
    clock = serializers.DictField(help_text="Thinking time, with the unit in each name.")
    limits = serializers.DictField(help_text="What a box may use, with the unit in each name.")
    secret = serializers.CharField(
        source="revealed_secret",
        allow_null=True,
        help_text="What all seeds follow from; null until the ladder is closed.",
    )
    secret_revealed_at = serializers.DateTimeField(allow_null=True)
    fitted_at = serializers.DateTimeField(
        allow_null=True, help_text="When the standings last took in new results."
    )


@example(
    {
        "rank": 1,
        "best_rank": 1,
        "worst_rank": 3,
        "bot": {"owner": "ada", "name": "lunatic"},
        "version": 3,
        "rating": 1684.2,
        "low": 1631.0,
        "high": 1737.4,
        "elo": 1671.9,
        "matches": 840,
        "blocks": 212,
        "is_active": True,
    }
)
class StandingShape(Shape):
    """One line of the standings: an entry with what is believed of it."""

    rank = serializers.IntegerField(
        allow_null=True, help_text="By the fitted rating; null until something was played."
    )
    best_rank = serializers.IntegerField(
        allow_null=True, help_text="The best place the results leave possible."
    )
    worst_rank = serializers.IntegerField(allow_null=True, help_text="And the worst.")
    bot = BotNameShape()
    version = serializers.IntegerField(source="stint.version.number")
    rating = serializers.FloatField(source="stint.rating", help_text="The fitted rating.")
    low = serializers.FloatField(source="stint.low", help_text="Where its 95 % interval begins.")
    high = serializers.FloatField(source="stint.high", help_text="Where that ends.")
    elo = serializers.FloatField(help_text="The live rating, moved match by match.")
    matches = serializers.IntegerField(help_text="How many settled matches count.")
    blocks = serializers.IntegerField(
        source="stint.blocks", help_text="How many blocks the fitted rating knows of."
    )
    is_active = serializers.BooleanField(help_text="Whether its owner wants it to play.")


@example({"number": 1203, "seed": 1298374650198237})
class DealtShape(Shape):
    """A ranked block; its seed is told when all its matches are over."""

    number = serializers.IntegerField()
    seed = serializers.SerializerMethodField()

    def get_seed(self, block: Any) -> int | None:
        return int(block.seed) if block.is_over else None
