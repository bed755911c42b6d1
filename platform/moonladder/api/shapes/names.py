"""How answers name bots."""

from rest_framework import serializers

from moonladder.api.shapes import Shape, example
from moonladder.bots.names import NAME

BOT_NAME = f"^{NAME.pattern}/{NAME.pattern}$"
"""`owner/name`, as it is asked for."""

VERSION_NAME = f"^{NAME.pattern}/{NAME.pattern}/v[1-9][0-9]{{0,8}}$"
"""`owner/name/v3`, one version of a bot."""

PLAYER_NAME = f"^{NAME.pattern}/{NAME.pattern}(/v[1-9][0-9]{{0,8}})?$"
"""`owner/name` for what plays at a time, `owner/name/v3` for one version."""


@example({"owner": "ada", "name": "lunatic"})
class BotNameShape(Shape):
    """A bot, as addresses name it."""

    owner = serializers.CharField(source="owner.username")
    name = serializers.CharField()
