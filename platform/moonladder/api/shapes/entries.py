"""Bots on ladders: their places, and how they fare against seats, roles and each other."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import Aspect, Meeting
from matches.selectors import entry_aspects
from moonladder.api.pagination import Paged
from moonladder.api.shapes import Body, Pattern, Shape, Text, Truth, example
from moonladder.api.shapes.ladders import StandingShape
from moonladder.api.shapes.names import BOT_NAME, BotNameShape
from moonladder.ladders.models import Entry


@example({"bot": "ada/lunatic"})
class EntryBody(Body):
    """Who is entered."""

    bot = Pattern(BOT_NAME, max_length=200, help_text="One of your bots, `owner/name`.")


@example({"is_active": False})
class EntryChangeBody(Body):
    """Whether the bot plays on: false withdraws it, true lets it return."""

    is_active = Truth()
    reason = Text(default="", allow_blank=True, max_length=500)


@example({"aspect": "role", "value": "shadow", "matches": 210, "score": 0.61, "usual": 0.5})
class AspectShape(Shape):
    """What a bot scores with a seat, role or faction, and what all bots score with it."""

    aspect = serializers.ChoiceField(Aspect.choices)
    value = serializers.CharField(help_text="The seat's number, or the role or faction dealt.")
    matches = serializers.IntegerField()
    score = serializers.FloatField()
    usual = serializers.FloatField()


class PlaceShape(StandingShape):
    """A bot's place on a ladder; much is empty until it has played there."""

    version = serializers.IntegerField(source="stint.version.number", default=None, allow_null=True)
    rating = serializers.FloatField(source="stint.rating", default=None, allow_null=True)
    low = serializers.FloatField(source="stint.low", default=None, allow_null=True)
    high = serializers.FloatField(source="stint.high", default=None, allow_null=True)
    blocks = serializers.IntegerField(source="stint.blocks", default=0)


@example({**StandingShape.example, "aspects": [AspectShape.example]})
class EntryShape(PlaceShape):
    """A bot's place on a ladder, with its results by seat, role and faction."""

    aspects = serializers.SerializerMethodField()

    @extend_schema_field(AspectShape(many=True))
    def get_aspects(self, entry: Entry) -> Any:
        return AspectShape(entry_aspects(entry=entry), many=True).data


@example({"ladder": "shamans", **StandingShape.example})
class BotEntryShape(PlaceShape):
    """A bot's place on one of its ladders."""

    ladder = serializers.SlugField(source="ladder.slug")


@example(
    {
        "version": 3,
        "began_at": "2026-03-01T12:00:05Z",
        "rating": 1611.5,
        "low": 1571.0,
        "high": 1652.0,
        "blocks": 90,
    }
)
class StintShape(Shape):
    """What is believed of one version on a ladder."""

    version = serializers.IntegerField(source="version.number")
    began_at = serializers.DateTimeField(help_text="When it took over.")
    rating = serializers.FloatField(help_text="Fitted to all results.")
    low = serializers.FloatField(help_text="The lower end of its 95 % interval.")
    high = serializers.FloatField()
    blocks = serializers.IntegerField(help_text="How many blocks that knows of.")


class OpponentsAsked(Paged):
    """How many of those it has met are asked for."""

    cursor = serializers.RegexField(
        r"^[0-9]{1,9}\.[0-9]{1,15}$",
        required=False,
        help_text="Where to go on: part of what `next` said.",
    )


@example({"bot": {"owner": "bob", "name": "tide"}, "matches": 420, "score": 0.54})
class OpponentShape(Shape):
    """Somebody a bot has met on a ladder."""

    bot = BotNameShape(source="other.bot")
    matches = serializers.IntegerField(help_text="How many they shared.")
    score = serializers.SerializerMethodField(
        help_text="In how many the bot was placed before the other; ties count half."
    )

    def get_score(self, met: Meeting) -> float:
        return float(met.score / met.matches)


class ComparisonAsked(serializers.Serializer):
    """Which two."""

    one = serializers.RegexField(BOT_NAME, max_length=200, help_text="A bot, `owner/name`.")
    other = serializers.RegexField(BOT_NAME, max_length=200, help_text="Another one.")


@example(
    {
        "one": StandingShape.example,
        "other": {**StandingShape.example, "rank": 2, "bot": {"owner": "bob", "name": "tide"}},
        "likelihood": 0.87,
        "met": OpponentShape.example,
    }
)
class ComparisonShape(Shape):
    """Two bots of a ladder beside each other."""

    one = PlaceShape()
    other = PlaceShape()
    likelihood = serializers.FloatField(
        help_text="How likely `one` is the better of the two, by all results."
    )
    met = OpponentShape(
        allow_null=True, help_text="The matches they shared, told by `one`; null without any."
    )
