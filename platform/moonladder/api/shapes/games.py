"""Games, as the engine knows them."""

from rest_framework import serializers

from moonladder.api.shapes import Shape, example


@example(
    {
        "name": "max_rounds",
        "help": "the game ends after this many rounds",
        "accepts": "a whole number from 0 to 99; default 0",
    }
)
class OptionShape(Shape):
    """One option of a game."""

    name = serializers.CharField()
    help = serializers.CharField(help_text="What it changes.")
    accepts = serializers.CharField(help_text="The values it takes, and the one it has by itself.")


@example(
    {
        "name": "shamans",
        "title": "Shamans",
        "rules_version": 1,
        "seat_counts": [3, 4, 5],
        "options": [OptionShape.example],
        "roles": {"shaman": "shamans", "shadow": "shadows"},
    }
)
class GameShape(Shape):
    """A game: its rules, how many play it, what can be set."""

    name = serializers.CharField(help_text="Its name in addresses, records and commands.")
    title = serializers.CharField()
    rules_version = serializers.IntegerField(help_text="Changes when a rule does.")
    seat_counts = serializers.ListField(child=serializers.IntegerField())
    options = OptionShape(many=True)
    roles = serializers.DictField(
        child=serializers.CharField(), help_text="Every role a seat can hold, with its faction."
    )
