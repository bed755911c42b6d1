"""Bots, versions, and the stages an upload goes through."""

from typing import Any

from rest_framework import serializers

from engine.advice import advice
from matches.inbox import Crash
from moonladder.api.pagination import Paged
from moonladder.api.shapes import Body, Pattern, Shape, Text, example
from moonladder.api.shapes.names import BotNameShape
from moonladder.bots.models import Bot, StageName, StageOutcome, VersionStatus
from moonladder.bots.names import NAME
from moonladder.bots.visibility import may_look_inside
from moonladder.ladders import games

GAMES = [facts.name for facts in games.known_games()]


@example(
    {
        "owner": "ada",
        "name": "lunatic",
        "game": "shamans",
        "is_house": False,
        "version": 3,
        "created_at": "2026-03-01T12:00:00Z",
        "disabled_at": None,
        "disabled_reason": None,
    }
)
class BotShape(BotNameShape):
    """A bot: whose it is, what it plays, which of its versions plays."""

    game = serializers.CharField(help_text="The only game it plays.")
    is_house = serializers.BooleanField(help_text="Whether it came with the site.")
    version = serializers.IntegerField(
        source="current.number",
        default=None,
        allow_null=True,
        help_text="The version that plays; null until one was accepted.",
    )
    created_at = serializers.DateTimeField()
    disabled_at = serializers.DateTimeField(
        allow_null=True, help_text="When an organiser took it out of play; null while it may play."
    )
    disabled_reason = serializers.SerializerMethodField(
        help_text="Why; null for everybody but its owner."
    )

    def get_disabled_reason(self, bot: Bot) -> str | None:
        allowed = may_look_inside(self.context["request"].user, bot)
        return bot.disabled_reason if allowed else None


class BotsAsked(Paged):
    """Which bots are wanted."""

    owner = serializers.RegexField(
        f"^{NAME.pattern}$", max_length=150, required=False, help_text="Only this owner's."
    )
    game = serializers.ChoiceField(GAMES, required=False, help_text="Only those that play this.")


@example({"name": "lunatic", "game": "shamans"})
class BotBody(Body):
    """A new bot; its first version is uploaded next."""

    name = Pattern(
        f"^{NAME.pattern}$", max_length=40, help_text="Letters, digits, - and _; part of addresses."
    )
    game = serializers.ChoiceField(GAMES)


@example(
    {
        "name": "built",
        "outcome": "passed",
        "log": "Python needs no building.\n",
        "seconds": 0.8,
        "ended_at": "2026-03-01T12:00:03Z",
    }
)
class StageShape(Shape):
    """One step of an upload."""

    name = serializers.ChoiceField(StageName.choices)
    outcome = serializers.ChoiceField(
        StageOutcome.choices, help_text="`rejected` is the bot's fault, `failed` the site's."
    )
    log = serializers.CharField()
    seconds = serializers.FloatField()
    ended_at = serializers.DateTimeField()


@example(
    {
        "bot": BotNameShape.example,
        "number": 3,
        "status": "ready",
        "runtime": "python",
        "digest": "6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b",
        "deterministic": True,
        "created_at": "2026-03-01T12:00:00Z",
    }
)
class VersionShape(Shape):
    """One upload of a bot."""

    bot = BotNameShape()
    number = serializers.IntegerField(help_text="Counts the bot's uploads from 1.")
    status = serializers.ChoiceField(
        VersionStatus.choices, help_text="How far it has come; only `ready` ones play."
    )
    runtime = serializers.CharField(help_text="The language it is run as; empty until unpacked.")
    digest = serializers.CharField(help_text="SHA-256 over its files; empty until unpacked.")
    deterministic = serializers.BooleanField(
        allow_null=True, help_text="Whether the two plays of its trial agreed; null before."
    )
    created_at = serializers.DateTimeField()


@example({**VersionShape.example, "stages": [StageShape.example]})
class VersionDetailShape(VersionShape):
    """One upload of a bot with how far it came."""

    stages = StageShape(
        many=True, allow_null=True, help_text="Null for everybody but the bot's owner."
    )


@example(
    {
        "fault": "timeout:cpu",
        "advice": "Think less: look at `clock` in the ask, stop searching in time.",
        "times": 12,
        "last_seen": "2026-03-01T12:00:00Z",
        "last_version": 3,
        "ladder": "shamans",
        "match": 17,
        "seat": 2,
        "version": 2,
        "decisions": 9,
    }
)
class CrashShape(Shape):
    """Something that put a bot out, and the shortest match to see it in."""

    fault = serializers.CharField()
    advice = serializers.SerializerMethodField(help_text="What to change.")
    times = serializers.IntegerField(help_text="In how many matches, trials included.")
    last_seen = serializers.DateTimeField()
    last_version = serializers.IntegerField(help_text="The latest version it happened to.")
    ladder = serializers.SlugField(source="shortest.match.ladder.slug")
    match = serializers.IntegerField(
        source="shortest.match.number", help_text="The shortest match that it happened in."
    )
    seat = serializers.IntegerField(source="shortest.number")
    version = serializers.IntegerField(source="shortest.version.number")
    decisions = serializers.IntegerField(
        source="shortest.match.decisions", help_text="How long that match was."
    )

    def get_advice(self, crash: Crash) -> str:
        return advice(crash.fault)


@example({"path": "bot.py", "kind": "changed", "before": 1804, "after": 1927})
class FileChangeShape(Shape):
    """A file that is not what it was in the version before."""

    path = serializers.CharField()
    kind = serializers.ChoiceField(("added", "changed", "removed"))
    before = serializers.IntegerField(allow_null=True, help_text="Its bytes; null if it is new.")
    after = serializers.IntegerField(allow_null=True, help_text="Its bytes; null if it is gone.")


@example({"path": "settings.json", "name": "search.depth", "before": "3", "after": "4"})
class SettingChangeShape(Shape):
    """A setting in a small JSON or TOML file that is not what it was."""

    path = serializers.CharField()
    name = serializers.CharField(help_text="With the names that lead to it, between dots.")
    before = serializers.CharField(allow_null=True, help_text="As JSON; null if it is new.")
    after = serializers.CharField(allow_null=True, help_text="As JSON; null if it is gone.")


@example(
    {
        "before": VersionShape.example,
        "after": {**VersionShape.example, "number": 4},
        "files": [FileChangeShape.example],
        "settings": [SettingChangeShape.example],
    }
)
class VersionChangesShape(Shape):
    """A version beside the one before it."""

    before = VersionShape(
        allow_null=True, help_text="The last before it that was unpacked and that you may see."
    )
    after = VersionShape()
    files = FileChangeShape(
        many=True,
        allow_null=True,
        help_text="Null for everybody but the bot's owner, and where there is nothing before.",
    )
    settings = SettingChangeShape(many=True, allow_null=True)


class UploadBody(Body):
    """A file with one program, or an archive (zip, tar.gz) of the bot's folder."""

    file = serializers.FileField(allow_empty_file=True)
    ladder = serializers.SlugField(
        required=False, help_text="Enter the bot on this ladder too, unless it is there already."
    )

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Forms are many-valued; the last of several files would win without a word."""
        for name, values in data.lists():
            if len(values) > 1:
                raise serializers.ValidationError({name: ["Send it once."]})
        return super().to_internal_value(data)


@example({"reason": ""})
class ReasonBody(Body):
    """Why; organisers who act on somebody else's bot have to say."""

    reason = Text(default="", allow_blank=True, max_length=500)
