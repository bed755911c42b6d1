"""Columns of ladders, entries, stints and blocks."""

from django.db import models
from django.db.models import F, Q

from moonladder.bots.models import Bot, Version
from moonladder.ladders import elo

MAX_SEED = 2**53 - 1
"""Seeds are safe in every JSON reader."""


class LadderState(models.TextChoices):
    """Whether a ladder plays."""

    OPEN = "open", "open"
    """Matches are scheduled and played."""

    PAUSED = "paused", "paused"
    """Nothing new is scheduled; what is scheduled is played."""

    CLOSED = "closed", "closed"
    """Over for good: the secret is published."""


class Ladder(models.Model):
    """One game with its seats, options, clock and limits, and everybody who plays it."""

    slug = models.SlugField(unique=True)
    """Its name in addresses and commands."""

    title = models.CharField(max_length=80)
    """Its name on pages."""

    game = models.CharField(max_length=40)
    """The game that is played."""

    seats = models.PositiveSmallIntegerField()
    """How many sit at a table."""

    options = models.JSONField(default=dict)
    """The game's options, every one of them."""

    clock = models.JSONField()
    """Thinking time, with the unit in each name."""

    limits = models.JSONField()
    """What a box may use, with the unit in each name; bots are told."""

    state = models.CharField(max_length=10, choices=LadderState.choices, default=LadderState.OPEN)
    """Whether it plays."""

    secret = models.CharField(max_length=64)
    """What all seeds are derived from; kept to ourselves until it is revealed."""

    commitment = models.CharField(max_length=64)
    """The hash of the secret, public from the first day."""

    secret_revealed_at = models.DateTimeField(null=True, blank=True)
    """When the secret was published; no block is planned after that."""

    elo_k = models.FloatField(default=16.0)
    """How much one match can move the live rating."""

    blocks_planned = models.PositiveIntegerField(default=0)
    """Number of the latest block."""

    matches_planned = models.PositiveIntegerField(default=0)
    """Number of the latest match."""

    roster_changes = models.PositiveIntegerField(default=0)
    """How many times somebody came, left, returned or began to play with another version."""

    settled_steps = models.PositiveIntegerField(default=0)
    """How many times ratings were moved: by a match, by its exclusion, by its return."""

    fitted_steps = models.PositiveIntegerField(default=0)
    """How many of these steps the fitted ratings know of."""

    fitted_roster = models.PositiveIntegerField(default=0)
    """How many changes of the roster the ranks know of."""

    fitted_at = models.DateTimeField(null=True, blank=True)
    """When they last took anything in."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was opened."""

    class Meta:
        constraints = (
            models.CheckConstraint(
                condition=Q(state="open", secret_revealed_at=None) | ~Q(state="open"),
                name="no_open_ladder_has_shown_its_secret",
            ),
        )

    @property
    def revealed_secret(self) -> str | None:
        """The secret, once everybody may know it."""
        return self.secret if self.secret_revealed_at else None

    def __str__(self) -> str:
        return self.slug


class Entry(models.Model):
    """A bot's place on a ladder, with its live rating and its place in the standings."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="entries")
    """Where it plays."""

    bot = models.ForeignKey(Bot, on_delete=models.PROTECT, related_name="entries")
    """Who plays."""

    is_active = models.BooleanField(default=True)
    """Whether its owner wants it to be given matches."""

    stint = models.ForeignKey(
        "Stint", null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )
    """The version now playing with its own rating; empty until one was accepted."""

    owed = models.PositiveSmallIntegerField(default=0)
    """How many of its first blocks that version is still to be given: until then it goes first."""

    elo = models.FloatField(default=elo.START)
    """The live rating: moved match by match, in match order."""

    matches = models.PositiveIntegerField(default=0)
    """How many settled matches count, over all versions."""

    rank = models.PositiveIntegerField(null=True, blank=True)
    """Place in the standings, by the fitted rating; empty until something was played."""

    best_rank = models.PositiveIntegerField(null=True, blank=True)
    """The best place the results leave possible."""

    worst_rank = models.PositiveIntegerField(null=True, blank=True)
    """The worst place the results leave possible."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was entered."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("ladder", "bot"), name="one_entry_on_a_ladder"),
        )
        indexes = (
            models.Index(fields=("ladder", "rank", "id"), name="entry_standings"),
            models.Index(fields=("ladder", "owed"), name="entry_newcomers"),
        )

    def __str__(self) -> str:
        return f"{self.bot} on {self.ladder}"


class Stint(models.Model):
    """One version's time on one ladder: what was believed of it before, what is believed now."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="stints")
    """Whose time it is."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="stints")
    """What played."""

    prior_mean = models.FloatField()
    """Where it was expected to be: its predecessor's fitted rating, else the start."""

    prior_sd = models.FloatField()
    """How sure that was; wider than what was known of the predecessor."""

    rating = models.FloatField()
    """The fitted rating."""

    low = models.FloatField()
    """The lower end of its 95 % interval."""

    high = models.FloatField()
    """The upper end."""

    blocks = models.PositiveIntegerField(default=0)
    """How many blocks the fitted rating knows of."""

    booked = models.PositiveIntegerField(default=0)
    """How many ranked blocks it was given a chair in, whether they are played yet or not."""

    began_at = models.DateTimeField(auto_now_add=True)
    """When it took over."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry", "version"), name="one_stint_of_a_version"),
            models.CheckConstraint(condition=Q(prior_sd__gt=0), name="nobody_is_known_for_certain"),
            models.CheckConstraint(
                condition=Q(low__lte=F("rating"), high__gte=F("rating")),
                name="a_rating_lies_in_its_interval",
            ),
        )

    def __str__(self) -> str:
        return f"{self.version} on {self.entry.ladder}"


class Covariance(models.Model):
    """How the fitted ratings of a ladder are uncertain together: what comparing two takes.

    Kept where a fit works them out; between others, two ratings hardly depend on each other.
    """

    stint = models.OneToOneField(
        Stint, primary_key=True, on_delete=models.CASCADE, related_name="covariance"
    )
    """Whose rating."""

    place = models.PositiveIntegerField()
    """Its own place in the rows."""

    row = models.BinaryField()
    """With each rating of the ladder, by place: floats of four bytes, in points squared."""

    def __str__(self) -> str:
        return f"covariance of {self.stint}"


class BlockKind(models.TextChoices):
    """What a block is for. Only ranked blocks move ratings."""

    TRIAL = "trial", "trial"
    """The same match twice, to see whether a new version plays and whether it repeats itself."""

    CHALLENGE = "challenge", "challenge"
    """Asked for by somebody."""

    RANKED = "ranked", "ranked"
    """The ladder's own."""

    BATCH = "batch", "batch"
    """Many at once, when there is nothing better to do."""


class Block(models.Model):
    """One seed and one table of bots, played once for each rotation of the seats."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="blocks")
    """Where it is played."""

    number = models.PositiveIntegerField()
    """Counts the ladder's blocks from 1; the seed follows from it."""

    kind = models.CharField(max_length=10, choices=BlockKind.choices)
    """What it is for."""

    priority = models.PositiveSmallIntegerField()
    """How soon it should be played: 0 first, 9 when there is nothing better to do."""

    seed = models.PositiveBigIntegerField()
    """What all chance of its matches comes from."""

    is_seed_chosen = models.BooleanField(default=False)
    """Whether the seed was asked for, or drawn for a comparison, and not dealt by the ladder."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was planned."""

    sent_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last told of it."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("ladder", "number"), name="one_block_of_that_number"),
            models.CheckConstraint(condition=Q(seed__lte=MAX_SEED), name="seeds_fit_into_json"),
            models.CheckConstraint(
                condition=Q(is_seed_chosen=False) | Q(kind__in=("challenge", "batch")),
                name="only_unrated_seeds_are_chosen",
            ),
        )

    def __str__(self) -> str:
        return f"{self.ladder} block {self.number}"


class Place(models.Model):
    """One chair of a block's table, before the first rotation."""

    block = models.ForeignKey(Block, on_delete=models.CASCADE, related_name="places")
    """Which table."""

    position = models.PositiveSmallIntegerField()
    """Which chair, from 0."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    """What plays, whatever its owner uploads in the meantime."""

    stint = models.ForeignKey(
        Stint, null=True, blank=True, on_delete=models.PROTECT, related_name="places"
    )
    """Whose rating is at stake; empty in trials."""

    class Meta:
        ordering = ("position",)
        constraints = (
            models.UniqueConstraint(fields=("block", "position"), name="one_bot_on_a_chair"),
            models.UniqueConstraint(fields=("block", "stint"), name="nobody_sits_twice"),
        )

    def __str__(self) -> str:
        return f"{self.block} chair {self.position}"
