"""Columns of bots, versions and the stages an upload goes through."""

from django.conf import settings
from django.db import models
from django.db.models import Q

from moonladder.bots.names import validate_name


class Bot(models.Model):
    """A player of one game, owned by somebody; what plays at a time is its current version."""

    owner = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="bots"
    )
    """Whose it is. Two bots of one owner never sit at the same table."""

    name = models.CharField(max_length=40, validators=[validate_name])
    """What people call it, also in addresses; unlike the owner's other bots."""

    game = models.CharField(max_length=40)
    """The only game it plays."""

    is_house = models.BooleanField(default=False)
    """A trusted opponent that comes with the site: it may play unboxed, and against its like."""

    current = models.ForeignKey(
        "Version", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    """The version that plays; empty until one was accepted."""

    disabled_at = models.DateTimeField(null=True, blank=True)
    """When an organiser took it out of play; empty while it may play."""

    disabled_reason = models.TextField(blank=True)
    """Why, for its owner to read."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was named."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("owner", "name"), name="one_bot_of_that_name"),
        )

    def __str__(self) -> str:
        return self.name


class VersionStatus(models.TextChoices):
    """How far an upload has come. Only `ready` versions play."""

    RECEIVED = "received", "received"
    """The bytes are stored; nobody has looked into them."""

    UNPACKED = "unpacked", "unpacked"
    """The files are known, and so is their language."""

    BUILT = "built", "built"
    """There is something to run; it waits for its trial."""

    READY = "ready", "ready"
    """It played its trial to the end and may be entered."""

    REJECTED = "rejected", "rejected"
    """The bot's own fault; the stage that ended it says why."""

    FAILED = "failed", "failed"
    """The site's fault; an organiser can start it again."""


class Version(models.Model):
    """One upload of a bot: its files never change."""

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="versions")
    """Whose version it is."""

    number = models.PositiveIntegerField()
    """Counts the bot's uploads from 1."""

    status = models.CharField(
        max_length=10, choices=VersionStatus.choices, default=VersionStatus.RECEIVED
    )
    """How far it has come."""

    upload_name = models.CharField(max_length=255)
    """What the uploaded file was called; never used as a path."""

    upload = models.FileField(upload_to="uploads", max_length=200)
    """The bytes as they came: private to the owner and to organisers."""

    built = models.FileField(upload_to="built", max_length=200, blank=True)
    """What is put into boxes: the files of the upload, or what their build left."""

    digest = models.CharField(max_length=64, blank=True)
    """SHA-256 over the upload's files, however they were packed; empty until they are unpacked."""

    runtime = models.CharField(max_length=20, blank=True)
    """The language it is run as."""

    deterministic = models.BooleanField(null=True, blank=True)
    """Whether the two plays of its trial agreed; empty until they are played."""

    attempts = models.PositiveSmallIntegerField(default=0)
    """How often a stage was begun and not brought to an end by the site's own fault."""

    claim = models.CharField(max_length=32, blank=True)
    """Names the worker's hold on it; empty when nobody works on it."""

    lease_until = models.DateTimeField(null=True, blank=True)
    """When that hold ends by itself."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was uploaded."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("bot", "number"), name="one_version_of_that_number"),
            models.CheckConstraint(
                condition=~Q(status="ready") | (~Q(built="") & ~Q(digest="") & ~Q(runtime="")),
                name="a_ready_version_can_be_run",
            ),
        )
        indexes = (models.Index(fields=("status", "lease_until"), name="version_work"),)

    def __str__(self) -> str:
        return f"{self.bot} v{self.number}"


class StageName(models.TextChoices):
    """The steps of an upload, in their order."""

    RECEIVED = "received", "received"
    UNPACKED = "unpacked", "unpacked"
    BUILT = "built", "built"
    TRIED = "tried", "tried"


class StageOutcome(models.TextChoices):
    """How a stage ended, and by whose fault."""

    PASSED = "passed", "passed"
    """All is well."""

    REJECTED = "rejected", "rejected"
    """The bot did wrong."""

    FAILED = "failed", "failed"
    """The site did wrong."""


class Stage(models.Model):
    """One step of one upload: how it ended, how long it took, and what there is to read."""

    version = models.ForeignKey(Version, on_delete=models.CASCADE, related_name="stages")
    """Whose step it is."""

    name = models.CharField(max_length=10, choices=StageName.choices)
    """Which step."""

    outcome = models.CharField(max_length=10, choices=StageOutcome.choices)
    """How it ended."""

    log = models.TextField()
    """What its owner may read; never empty."""

    seconds = models.FloatField(default=0)
    """How long it took."""

    ended_at = models.DateTimeField(auto_now=True)
    """When it ended."""

    class Meta:
        ordering = ("id",)
        constraints = (
            models.UniqueConstraint(fields=("version", "name"), name="one_stage_of_that_name"),
            models.CheckConstraint(condition=Q(seconds__gte=0), name="stages_take_time"),
        )

    def __str__(self) -> str:
        return f"{self.name} {self.outcome}"
