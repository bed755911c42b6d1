"""Matches, their seats and their results."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from matches.models import Match, MatchStatus, RatingChange, Seat
from matches.selectors import match_changes
from matches.visibility import has_result, may_look_into_seat, may_read_trouble
from moonladder.api.pagination import Paged
from moonladder.api.shapes import Shape, example
from moonladder.api.shapes.names import BOT_NAME, BotNameShape
from moonladder.ladders.models import BlockKind


@example(
    {
        "seat": 0,
        "bot": BotNameShape.example,
        "version": 3,
        "placement": 1,
        "score": 1.0,
        "points": 11.0,
        "role_start": "shadow",
        "role_end": "shadow",
        "faction_start": "shadows",
        "faction_end": "shadows",
        "strikes": 0,
        "fault": "",
        "fault_detail": None,
        "cpu_seconds": 0.91,
        "peak_memory_bytes": 18874368,
        "stamp": "bwrap",
        "elo_before": 1668.0,
        "elo_after": 1671.9,
    }
)
class SeatShape(Shape):
    """A seat: who has it, and how it fared once the match is finished."""

    seat = serializers.IntegerField(source="number", help_text="Counted from 0.")
    bot = BotNameShape(source="version.bot")
    version = serializers.IntegerField(source="version.number")
    placement = serializers.IntegerField(
        allow_null=True, help_text="1 is the best; ties share. Null until the match is finished."
    )
    score = serializers.FloatField(
        allow_null=True, help_text="The share of the others it was placed before."
    )
    points = serializers.FloatField(allow_null=True, help_text="By the game's own counting.")
    role_start = serializers.CharField(help_text="The role it was dealt.")
    role_end = serializers.CharField()
    faction_start = serializers.CharField(help_text="Whose side it was dealt to.")
    faction_end = serializers.CharField()
    strikes = serializers.IntegerField(help_text="Faults it was charged with.")
    fault = serializers.CharField(help_text="What put it out, if it is out.")
    fault_detail = serializers.SerializerMethodField(
        help_text="A sentence about that; null for everybody but its owner."
    )
    cpu_seconds = serializers.FloatField(allow_null=True)
    peak_memory_bytes = serializers.IntegerField(allow_null=True)
    stamp = serializers.CharField(help_text="What kept its bot apart from the others.")
    elo_before = serializers.FloatField(allow_null=True)
    elo_after = serializers.FloatField(allow_null=True)

    def get_fault_detail(self, seat: Seat) -> str | None:
        allowed = may_look_into_seat(self.context["request"].user, seat)
        return seat.fault_detail if allowed else None


@example(
    {
        "ladder": "shamans",
        "number": 17,
        "kind": "ranked",
        "status": "finished",
        "block": 5,
        "started_at": "2026-03-01T12:00:01Z",
        "finished_at": "2026-03-01T12:00:04Z",
        "ending": "the shadows reached the moon",
        "decisions": 48,
        "is_excluded": False,
        "seats": [SeatShape.example],
    }
)
class MatchShape(Shape):
    """A match with its table."""

    ladder = serializers.SlugField(source="ladder.slug")
    number = serializers.IntegerField(help_text="Counts the ladder's matches from 1.")
    kind = serializers.ChoiceField(BlockKind.choices, help_text="Only ranked ones move ratings.")
    status = serializers.ChoiceField(MatchStatus.choices)
    block = serializers.IntegerField(
        source="block.number", help_text="Matches of a block share seed and table."
    )
    started_at = serializers.DateTimeField(allow_null=True)
    finished_at = serializers.DateTimeField(allow_null=True)
    ending = serializers.CharField(help_text="Why the game ended, in its own word for it.")
    decisions = serializers.IntegerField()
    is_excluded = serializers.BooleanField(
        help_text="Whether an organiser has taken it out of the ratings."
    )
    seats = SeatShape(source="table", many=True)


@example(
    {
        "seat": 0,
        "revision": 0,
        "before": 1668.0,
        "after": 1671.9,
        "expected": 0.76,
        "scored": 1.0,
        "k": 16.0,
    }
)
class RatingChangeShape(Shape):
    """Why a live rating moved, in numbers."""

    seat = serializers.SerializerMethodField()
    revision = serializers.IntegerField(
        help_text="0: it was settled. Odd: it was taken out of the ratings. Even: it was put back."
    )
    before = serializers.FloatField()
    after = serializers.FloatField()
    expected = serializers.FloatField(help_text="The share of the others it should have beaten.")
    scored = serializers.FloatField(help_text="The share it did beat.")
    k = serializers.FloatField(help_text="How much a whole share moves.")

    def get_seat(self, change: RatingChange) -> int:
        return int(self.context["seats"][change.entry_id])


@example(
    {
        **MatchShape.example,
        "changes": [RatingChangeShape.example],
        "seed": 1298374650198237,
        "fingerprint": "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
        "trouble": None,
    }
)
class MatchDetailShape(MatchShape):
    """A match with all that is known of it beside its record."""

    seed = serializers.SerializerMethodField(help_text="Null until the match is finished.")
    fingerprint = serializers.CharField(help_text="The hash over all that was said.")
    trouble = serializers.SerializerMethodField(
        help_text="What went wrong on the site's side; null for all but the owners at the table."
    )

    changes = serializers.SerializerMethodField(help_text="What it did to the live ratings.")

    @extend_schema_field(RatingChangeShape(many=True))
    def get_changes(self, match: Match) -> Any:
        table = match.table.all()
        seats = {seat.stint.entry_id: seat.number for seat in table if seat.stint is not None}
        changes = match_changes(match=match)
        return RatingChangeShape(changes, many=True, context={"seats": seats}).data

    def get_seed(self, match: Match) -> int | None:
        return match.block.seed if has_result(match) else None

    def get_trouble(self, match: Match) -> str | None:
        allowed = may_read_trouble(self.context["request"].user, match.table.all())
        return match.trouble if allowed else None


class MatchesAsked(Paged):
    """Which matches are wanted."""

    ladder = serializers.SlugField(required=False, help_text="Only those of this ladder.")
    bot = serializers.RegexField(
        BOT_NAME,
        max_length=200,
        required=False,
        help_text="Only those with this bot, `owner/name`.",
    )
    status = serializers.ChoiceField(MatchStatus.choices, required=False)
    kind = serializers.ChoiceField(BlockKind.choices, required=False)
    block = serializers.IntegerField(
        required=False,
        min_value=1,
        max_value=999_999_999,
        help_text="Only those of the block of this number: they share seed and table.",
    )


class LogAsked(serializers.Serializer):
    """Whose log is wanted."""

    seat = serializers.IntegerField(min_value=0, max_value=99, help_text="Counted from 0.")


@example({"seat": 0, "stderr": "thinking about trick 3\n", "fault": "", "fault_detail": ""})
class LogShape(Shape):
    """What a bot wrote to its log in one match, kept for a while."""

    seat = serializers.IntegerField(source="number")
    stderr = serializers.CharField(help_text="The end of it, where it wrote a lot.")
    fault = serializers.CharField()
    fault_detail = serializers.CharField()


@example(
    {
        "format": "moonladder record",
        "version": 1,
        "game": "shamans",
        "rules_version": 1,
        "options": {"max_rounds": 0},
        "seats": 4,
        "seed": 1298374650198237,
        "bots": ["ada/lunatic v3@6b86b273ff34"],
        "clock": {"answer_seconds": 1.0},
        "limits": {"memory_mib": 512},
        "choices": [0, 3, 1],
        "faults": [],
        "remarks": [],
        "times": [[0.01, 0.01, 0.02], None, [0.02, 0.01, 0.02]],
        "outcome": {"placements": [1, 2, 3, 4], "reason": "the shadows reached the moon"},
        "trail": ["4a5e1e4b"],
        "fingerprint": "4a5e1e4baab89f3a32518a88c31bc87f618f76673e2cc77ab2127b7afdeda33b",
    }
)
class RecordShape(Shape):
    """Everything needed to play a match again: what `moonladder verify`, `rerun`, `view` read."""

    format = serializers.CharField()
    version = serializers.IntegerField()
    game = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.DictField()
    seats = serializers.IntegerField()
    seed = serializers.IntegerField()
    bots = serializers.ListField(child=serializers.CharField(), help_text="Who sat where.")
    clock = serializers.DictField()
    limits = serializers.DictField()
    choices = serializers.ListField(child=serializers.IntegerField())
    faults = serializers.ListField(child=serializers.DictField())
    remarks = serializers.ListField(child=serializers.DictField())
    times = serializers.ListField(
        child=serializers.ListField(child=serializers.FloatField(), allow_null=True),
        help_text="Per decision the seconds charged, of the CPU and by the wall.",
    )
    outcome = serializers.DictField()
    trail = serializers.ListField(child=serializers.CharField())
    fingerprint = serializers.CharField()


@example(
    {
        "game": "shamans",
        "title": "Shamans",
        "rules_version": 1,
        "options": {"max_rounds": 0},
        "seats": 4,
        "bots": ["ada/lunatic v3@6b86b273ff34"],
        "clock": {"answer_seconds": 1.0},
        "audience": "public",
        "frames": [{"turn": 0, "events": []}],
        "outcome": {"placements": [1, 2, 3, 4], "reason": "the shadows reached the moon"},
    }
)
class FramesShape(Shape):
    """A match as one audience saw it: each frame says only what changed."""

    game = serializers.CharField()
    title = serializers.CharField()
    rules_version = serializers.IntegerField()
    options = serializers.DictField()
    seats = serializers.IntegerField()
    bots = serializers.ListField(child=serializers.CharField())
    clock = serializers.DictField()
    audience = serializers.JSONField(help_text="`public`, `everything` or a seat's number.")
    seed = serializers.IntegerField(required=False, help_text="Only for everything.")
    frames = serializers.ListField(child=serializers.DictField())
    outcome = serializers.DictField()
