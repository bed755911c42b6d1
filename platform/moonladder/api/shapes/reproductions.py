"""Matches that are played again, and what came of it."""

from rest_framework import serializers

from matches.models import ReproductionStatus
from moonladder.api.shapes import Shape, example


@example(
    {
        "id": 12,
        "status": "diverged",
        "sentence": "shamans match 17 came out otherwise at decision 31, seat 2.",
        "requested_at": "2026-03-01T12:00:00Z",
        "started_at": "2026-03-01T12:00:03Z",
        "done_at": "2026-03-01T12:00:09Z",
        "turn": 5,
        "decision": 31,
        "seat": 2,
        "recorded": {"choice": 0},
        "now": {"choice": 3},
    }
)
class ReproductionShape(Shape):
    """How playing a match again stands, and where it first came out otherwise."""

    id = serializers.IntegerField(source="reproduction")
    status = serializers.ChoiceField(ReproductionStatus.choices)
    sentence = serializers.CharField(help_text="The same in words.")
    requested_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    done_at = serializers.DateTimeField(allow_null=True)
    turn = serializers.IntegerField(
        allow_null=True, help_text="Where the plays parted; null where they did not."
    )
    decision = serializers.IntegerField(allow_null=True)
    seat = serializers.IntegerField(allow_null=True)
    recorded = serializers.DictField(
        allow_null=True, help_text="The first message that differs, as the record has it."
    )
    now = serializers.DictField(allow_null=True, help_text="The same message as it came now.")
