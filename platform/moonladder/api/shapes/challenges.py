"""Challenges: unrated matches that somebody asks for."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import Challenge
from moonladder.api.shapes import Body, Pattern, Shape, WholeNumber, example
from moonladder.api.shapes.matches import MatchShape
from moonladder.api.shapes.names import PLAYER_NAME
from moonladder.ladders.models import MAX_SEED


@example(
    {
        "ladder": "shamanix",
        "bots": ["ada/lunatic", "house/shamanix-greedy"],
        "seed": 7,
    }
)
class ChallengeBody(Body):
    """Who is to play whom, and from which seed."""

    ladder = Pattern(
        r"^[-\w]+$", max_length=50, help_text="Whose game, options, clock and limits apply."
    )
    bots = serializers.ListField(
        child=Pattern(PLAYER_NAME, max_length=210),
        min_length=1,
        max_length=20,
        help_text="One for each seat in their order, `owner/name` or `owner/name/v3`; one of them "
        "has to be yours.",
    )
    seed = WholeNumber(
        required=False,
        allow_null=True,
        min_value=0,
        max_value=MAX_SEED,
        help_text="What to deal from; the ladder deals a fresh one if you name none.",
    )


@example(
    {
        "asked_at": "2026-03-01T12:00:00Z",
        "is_seed_chosen": True,
        "match": {
            **MatchShape.example,
            "kind": "challenge",
            "status": "waiting",
            "started_at": None,
            "finished_at": None,
            "ending": "",
            "decisions": 0,
        },
    }
)
class ChallengeShape(Shape):
    """A challenge with its match, which is followed like any other."""

    asked_at = serializers.DateTimeField(source="created_at")
    is_seed_chosen = serializers.BooleanField(source="block.is_seed_chosen")
    match = serializers.SerializerMethodField()

    @extend_schema_field(MatchShape)
    def get_match(self, challenge: Challenge) -> Any:
        (match,) = challenge.block.matches.all()
        return MatchShape(match, context=self.context).data
