"""Swap tests: a version in the seats that an earlier one of its bot has played in."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches import swaps
from matches.swap_reports import SwapReport
from moonladder.api.pagination import Paged
from moonladder.api.shapes import Body, Pattern, Shape, WholeNumber, example
from moonladder.api.shapes.names import BOT_NAME, VERSION_NAME, BotNameShape


class SwapsAsked(Paged):
    """Which tests are wanted."""

    bot = serializers.RegexField(
        BOT_NAME, max_length=200, required=False, help_text="Only this bot's, `owner/name`."
    )


@example({"ladder": "shamans", "version": "ada/lunatic/v3", "against": "ada/lunatic/v2"})
class SwapBody(Body):
    """Which version is to be compared with which, and in how many blocks."""

    ladder = Pattern(r"^[-\w]+$", max_length=50, help_text="Whose blocks are played again.")
    version = Pattern(VERSION_NAME, max_length=210, help_text="What plays now: one of yours.")
    against = Pattern(VERSION_NAME, max_length=210, help_text="What played then: of the same bot.")
    blocks = WholeNumber(
        default=swaps.USUAL,
        min_value=1,
        max_value=swaps.MOST,
        help_text="Each of one match for every seat. More tell smaller differences.",
    )


@example({"ladder": "shamans", "version": 2, "blocks": 25})
class SwapChoiceShape(Shape):
    """With what a version can be compared."""

    ladder = serializers.SlugField(source="stint.entry.ladder.slug")
    version = serializers.IntegerField(source="stint.version.number", help_text="The other one.")
    blocks = serializers.IntegerField(help_text="How many blocks of it there are to play again.")


@example(
    {
        "id": 4,
        "ladder": "shamans",
        "bot": BotNameShape.example,
        "version": 3,
        "against": 2,
        "created_at": "2026-03-01T12:00:00Z",
        "matches": 40,
        "left": 0,
    }
)
class SwapShape(Shape):
    """A swap test."""

    id = serializers.IntegerField()
    ladder = serializers.SlugField(source="ladder.slug")
    bot = BotNameShape(source="version.bot")
    version = serializers.IntegerField(source="version.number", help_text="What plays now.")
    against = serializers.IntegerField(source="against.number", help_text="What played then.")
    created_at = serializers.DateTimeField()
    matches = serializers.IntegerField(help_text="How many matches it has.")
    left = serializers.IntegerField(help_text="How many of them are still to be played.")


@example(
    {
        "blocks": 10,
        "mean": 0.08,
        "low": 0.01,
        "high": 0.15,
        "likelihood": 0.98,
        "verdict": "very likely better",
    }
)
class DifferenceShape(Shape):
    """How much more is scored now than then, in shares of the others beaten."""

    blocks = serializers.IntegerField(help_text="How many blocks tell of it.")
    mean = serializers.FloatField()
    low = serializers.FloatField(help_text="Where the 95 % interval of the mean begins.")
    high = serializers.FloatField(help_text="Where it ends.")
    likelihood = serializers.FloatField(help_text="That what plays now is better.")
    verdict = serializers.CharField(help_text="What that comes to, in words.")


@example({"match": 17, "score": 0.67})
class SwappedSeatShape(Shape):
    """A match in which the one or the other had the seat."""

    match = serializers.IntegerField(source="match.number", help_text="Its number.")
    score = serializers.FloatField(
        allow_null=True, help_text="The share of the others beaten; null until it is finished."
    )


@example(
    {
        "seat": 0,
        "then": SwappedSeatShape.example,
        "now": {**SwappedSeatShape.example, "match": 61},
        "difference": 0.0,
    }
)
class PairShape(Shape):
    """One seat of one deal, then and now."""

    seat = serializers.IntegerField(source="now.number")
    then = SwappedSeatShape()
    now = SwappedSeatShape()
    difference = serializers.FloatField(
        allow_null=True, help_text="What was scored more; null where one of them does not count."
    )


@example({"block": 5, "difference": 0.08, "pairs": [PairShape.example]})
class SwappedBlockShape(Shape):
    """A block that was played again; its pairs are in the order of the rotations."""

    block = serializers.IntegerField(source="original.number", help_text="The one played then.")
    difference = serializers.FloatField(
        allow_null=True, help_text="The mean of its pairs; null unless all of them count."
    )
    pairs = PairShape(many=True)


@example(
    {
        **SwapShape.example,
        "sentence": "v3 scores 0.08 more than v2 in the same seats (+0.01 to +0.15): very likely "
        "better.",
        "difference": DifferenceShape.example,
        "left_out": 0,
        "blocks": [SwappedBlockShape.example],
    }
)
class SwapReportShape(Shape):
    """A swap test and what came of it so far."""

    id = serializers.IntegerField(source="swap.id")
    ladder = serializers.SlugField(source="swap.ladder.slug")
    bot = BotNameShape(source="swap.version.bot")
    version = serializers.IntegerField(source="swap.version.number", help_text="What plays now.")
    against = serializers.IntegerField(source="swap.against.number", help_text="What played then.")
    created_at = serializers.DateTimeField(source="swap.created_at")
    matches = serializers.IntegerField(help_text="How many matches it has.")
    left = serializers.IntegerField(help_text="How many of them are still to be played.")
    sentence = serializers.CharField(help_text="What came of it, in words.")
    difference = serializers.SerializerMethodField(
        help_text="What all whole blocks say; null while there is none."
    )
    left_out = serializers.IntegerField(
        help_text="How many blocks can no longer be compared: a match of them does not count."
    )
    blocks = SwappedBlockShape(many=True, help_text="The latest first.")

    @extend_schema_field(DifferenceShape(allow_null=True))
    def get_difference(self, report: SwapReport) -> Any:
        found = report.estimate
        return DifferenceShape(found).data if found else None
