"""Ladders, standings and what else is told of them."""

from typing import Any

from rest_framework import serializers

from matches.models import Aspect
from moonladder.api.shapes import Shape, example
from moonladder.api.shapes.names import BOT_NAME, BotNameShape
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


class HistoryAsked(serializers.Serializer):
    """Whose history is wanted."""

    bot = serializers.RegexField(BOT_NAME, help_text="Of this bot, `owner/name`.")


@example({"step": 412, "match": 431, "played_at": "2026-03-01T12:00:04Z", "elo": 1671.9})
class RatingPointShape(Shape):
    """A live rating after a match had been settled, excluded or restored."""

    step = serializers.IntegerField(help_text="Counts what moved the ladder's ratings.")
    match = serializers.IntegerField(help_text="The match's number.")
    played_at = serializers.DateTimeField()
    elo = serializers.FloatField()


@example({"bot": BotNameShape.example, "points": [RatingPointShape.example]})
class HistoryShape(Shape):
    """A bot's live rating from its first match to now, thinned out where there are many points."""

    bot = BotNameShape()
    points = RatingPointShape(many=True)


@example({"one": 0, "other": 1, "matches": 420, "score": 0.54})
class DuelShape(Shape):
    """What one scored against another in the matches they shared."""

    one = serializers.IntegerField(help_text="Which of the bots, counted from 0.")
    other = serializers.IntegerField(help_text="Against which of them.")
    matches = serializers.IntegerField()
    score = serializers.FloatField(help_text="In how many it was placed before; ties count half.")


@example(
    {
        "bots": [BotNameShape.example, {"owner": "bob", "name": "tide"}],
        "duels": [DuelShape.example],
    }
)
class HeadToHeadShape(Shape):
    """The best of a ladder against each other; pairs that have not met are missing."""

    bots = BotNameShape(many=True, help_text="In the order of the standings.")
    duels = DuelShape(many=True)


class ActivityAsked(serializers.Serializer):
    """Since when."""

    after = serializers.RegexField(
        "^[0-9a-f]{1,64}$", required=False, help_text="The `cursor` of the answer before."
    )


@example({"cursor": "5e6f7a8b9c0d1e2f3a4b5c6d", "has_moved": True})
class ActivityShape(Shape):
    """Whether anything that can be seen on a ladder is new: one query, made to be asked often."""

    cursor = serializers.CharField(help_text="Ask with this as `after` the next time.")
    has_moved = serializers.BooleanField()


@example({"aspect": "role", "value": "shadow", "matches": 21000, "score": 0.5})
class UsualShape(Shape):
    """What all bots of a ladder score with a seat, role or faction."""

    aspect = serializers.ChoiceField(Aspect.choices)
    value = serializers.CharField(help_text="The seat's number, or the role or faction dealt.")
    matches = serializers.IntegerField()
    score = serializers.FloatField()


@example({**UsualShape.example, "bot": 0, "matches": 210, "score": 0.61})
class AspectScoreShape(UsualShape):
    """What one of the bots scores with it."""

    bot = serializers.IntegerField(help_text="Which of the bots, counted from 0.")


@example(
    {
        "bots": [BotNameShape.example],
        "usual": [UsualShape.example],
        "scores": [AspectScoreShape.example],
    }
)
class AspectsShape(Shape):
    """What the best of a ladder score with each seat, role and faction."""

    bots = BotNameShape(many=True, help_text="In the order of the standings.")
    usual = UsualShape(many=True)
    scores = AspectScoreShape(many=True)


@example({"is_kept": True, "checked": 1203, "wrong": []})
class SeedsCheckShape(Shape):
    """Whether a ladder dealt what it was committed to."""

    is_kept = serializers.BooleanField(help_text="Whether the secret is the one committed to.")
    checked = serializers.IntegerField(help_text="How many seeds were held against it.")
    wrong = serializers.ListField(
        child=serializers.IntegerField(), help_text="The blocks whose seed does not follow from it."
    )


@example({"commitment": LadderShape.example["commitment"], "secret": None, "check": None})
class CommitmentShape(Shape):
    """What everybody may know of a ladder's seeds."""

    commitment = serializers.CharField(help_text="The hash of the secret behind all seeds.")
    secret = serializers.CharField(allow_null=True, help_text="Null until the ladder is closed.")
    check = SeedsCheckShape(allow_null=True, help_text="Likewise.")
