"""One's own account and its tokens."""

from rest_framework import serializers

from moonladder.accounts.models import Scope
from moonladder.api.shapes import Body, Shape, Text, example


@example({"name": "ada", "is_organiser": False})
class AccountShape(Shape):
    """Who asks."""

    name = serializers.CharField(source="username")
    is_organiser = serializers.BooleanField(
        source="is_staff", help_text="Whether they help to run the site and may look at everything."
    )


@example({"most": 50, "used": 2, "left": 48, "next_at": None})
class QuotaShape(Shape):
    """How often somebody may ask for something in any 24 hours."""

    most = serializers.IntegerField()
    used = serializers.IntegerField()
    left = serializers.IntegerField()
    next_at = serializers.DateTimeField(
        allow_null=True, help_text="When there is room again; null while there is some."
    )


@example({**QuotaShape.example, "waiting": 1, "most_waiting": 3})
class WaitingQuotaShape(QuotaShape):
    """The same for what also is limited in how much may wait at once."""

    waiting = serializers.IntegerField(help_text="How many of them are not over yet.")
    most_waiting = serializers.IntegerField(help_text="How many may be.")


@example(
    {
        "uploads": WaitingQuotaShape.example,
        "challenges": {**WaitingQuotaShape.example, "most": 100, "left": 98, "most_waiting": 5},
        "reproductions": {**QuotaShape.example, "most": 100, "left": 98},
        "swap_blocks": {**QuotaShape.example, "most": 100, "left": 98},
    }
)
class QuotasShape(Shape):
    """How much you may still ask of the site."""

    uploads = WaitingQuotaShape()
    challenges = WaitingQuotaShape()
    reproductions = QuotaShape()
    swap_blocks = QuotaShape(help_text="Blocks of swap tests.")


@example(
    {
        "id": 7,
        "name": "laptop",
        "scopes": ["read", "submit"],
        "prefix": "ml_4fGh81xQ",
        "created_at": "2026-03-01T12:00:00Z",
        "used_at": None,
        "expires_at": None,
    }
)
class TokenShape(Shape):
    """A token, without its secret."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    prefix = serializers.CharField(help_text="How its secret begins, to recognise it by.")
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField(allow_null=True, help_text="To the minute.")
    expires_at = serializers.DateTimeField(allow_null=True)


@example({**TokenShape.example, "secret": "ml_4fGh81xQ... (told this once)"})
class NewTokenShape(TokenShape):
    """A new token with its secret, which is told this once."""

    secret = serializers.CharField()


@example({"name": "laptop", "scopes": ["read", "submit"]})
class TokenBody(Body):
    """A token to be made."""

    name = Text(max_length=80, help_text="Where it is used.")
    scopes = serializers.ListField(
        child=serializers.ChoiceField(Scope.choices), min_length=1, max_length=len(Scope.choices)
    )
    expires_at = serializers.DateTimeField(
        required=False, allow_null=True, help_text="When it ends by itself; null for never."
    )
