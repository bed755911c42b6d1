"""Columns of matches, seats, records and everything ratings are made from."""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone

from moonladder.bots.models import Version
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, Stint


class MatchStatus(models.TextChoices):
    """The life of a match."""

    WAITING = "waiting", "waiting"
    """Nobody plays it; somebody should."""

    RUNNING = "running", "running"
    """A worker holds it, for as long as its lease lasts."""

    FINISHED = "finished", "finished"
    """It has an outcome and a record."""

    VOID = "void", "void"
    """It never will: the reason says why. Nobody's rating is touched."""


UNDECIDED = (MatchStatus.WAITING, MatchStatus.RUNNING)
"""What may still become something."""


class Match(models.Model):
    """One play of a game: one rotation of a block."""

    block = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="matches")
    """Whose seed and table it has."""

    part = models.PositiveSmallIntegerField()
    """Which rotation, from 0; in a trial, which of its two plays."""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="matches")
    """The block's ladder."""

    number = models.PositiveIntegerField()
    """Counts the ladder's matches from 1; ratings move in this order."""

    kind = models.CharField(max_length=10, choices=BlockKind.choices)
    """The block's kind."""

    status = models.CharField(
        max_length=10, choices=MatchStatus.choices, default=MatchStatus.WAITING
    )
    """Where it stands."""

    attempts = models.PositiveSmallIntegerField(default=0)
    """How often a worker has claimed it."""

    claim = models.CharField(max_length=32, blank=True)
    """Names the hold of the worker that plays it; a report under another name is too late."""

    worker = models.CharField(max_length=200, blank=True)
    """Which worker that is, or was."""

    lease_until = models.DateTimeField(null=True, blank=True)
    """When that hold ends unless the worker renews it."""

    started_at = models.DateTimeField(null=True, blank=True)
    """When the last attempt began."""

    finished_at = models.DateTimeField(null=True, blank=True)
    """When it was recorded or given up."""

    trouble = models.TextField(blank=True)
    """What went wrong on the site's side: the last attempt's failure, or why the match is void."""

    ending = models.CharField(max_length=100, blank=True)
    """Why the game ended, in the game's word for it."""

    decisions = models.PositiveIntegerField(default=0)
    """How many decisions were made."""

    fingerprint = models.CharField(max_length=64, blank=True)
    """The hash over all that was said."""

    settled_at = models.DateTimeField(null=True, blank=True)
    """When ratings took it in; always empty unless it is ranked."""

    revision = models.PositiveSmallIntegerField(default=0)
    """How often it was taken out of the ratings or put back; odd while it is out."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("block", "part"), name="one_match_of_a_rotation"),
            models.UniqueConstraint(fields=("ladder", "number"), name="one_match_of_that_number"),
            models.CheckConstraint(
                condition=~Q(status="running") | (~Q(claim="") & Q(lease_until__isnull=False)),
                name="who_plays_holds_a_lease",
            ),
            models.CheckConstraint(
                condition=~Q(status="finished") | (~Q(fingerprint="") & ~Q(finished_at=None)),
                name="what_is_finished_has_a_fingerprint",
            ),
            models.CheckConstraint(
                condition=~Q(status="void") | ~Q(trouble=""), name="what_is_void_says_why"
            ),
            models.CheckConstraint(
                condition=Q(settled_at=None) | Q(status="finished", kind="ranked"),
                name="only_ranked_results_are_settled",
            ),
        )
        indexes = (
            models.Index(fields=("status", "lease_until"), name="match_work"),
            models.Index(fields=("ladder", "status", "number"), name="match_order"),
            models.Index(
                # Not a partial index: SQLite uses none for conditions that come as parameters.
                fields=("ladder", "kind", "settled_at", "status", "number"),
                name="match_unsettled",
            ),
            # Lists, the latest first, narrowed down: without these a rare kind or state is looked
            # for in all matches there are, and a frequent one is sorted.
            models.Index(fields=("status", "id"), name="match_by_status"),
            models.Index(fields=("kind", "id"), name="match_by_kind"),
            models.Index(fields=("kind", "status", "id"), name="match_by_both"),
            models.Index(fields=("ladder", "kind", "number"), name="match_on_ladder_by_kind"),
            models.Index(
                fields=("ladder", "kind", "status", "number"), name="match_on_ladder_by_both"
            ),
        )

    @property
    def is_excluded(self) -> bool:
        """Whether an organiser has taken it out of the ratings."""
        return self.revision % 2 == 1

    def __str__(self) -> str:
        return f"{self.ladder} match {self.number}"


class Seat(models.Model):
    """One player's place in one match, and how it fared."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="table")
    """Which match."""

    number = models.PositiveSmallIntegerField()
    """Which seat, from 0."""

    version = models.ForeignKey(
        Version, on_delete=models.PROTECT, related_name="seats", db_index=False
    )
    """What plays."""

    stint = models.ForeignKey(
        Stint, null=True, blank=True, on_delete=models.PROTECT, related_name="seats"
    )
    """Whose rating is at stake; empty in trials."""

    placement = models.PositiveSmallIntegerField(null=True, blank=True)
    """1 is the best; ties share. Empty until the match is finished."""

    score = models.FloatField(null=True, blank=True)
    """The share of the others it was placed before, ties counted half."""

    points = models.FloatField(null=True, blank=True)
    """What the game's own counting gave."""

    role_start = models.CharField(max_length=40, blank=True)
    """The role it was dealt; empty in games without roles."""

    role_end = models.CharField(max_length=40, blank=True)
    """The role it ended with."""

    faction_start = models.CharField(max_length=40, blank=True)
    """Whose side it was dealt to."""

    faction_end = models.CharField(max_length=40, blank=True)
    """Whose side it ended on."""

    strikes = models.PositiveSmallIntegerField(default=0)
    """Faults it was charged with."""

    fault = models.CharField(max_length=40, blank=True)
    """What put its bot out, if it is out."""

    fault_detail = models.TextField(blank=True)
    """A sentence about that for its owner."""

    cpu_seconds = models.FloatField(null=True, blank=True)
    """Processor time its bot used; empty where that could not be measured."""

    peak_memory_bytes = models.PositiveBigIntegerField(null=True, blank=True)
    """The most memory its box held."""

    stamp = models.CharField(max_length=20, blank=True)
    """What kept its bot apart: a backend's name, or `unsandboxed`."""

    stderr = models.TextField(blank=True)
    """What its bot wrote to its log: for its owner, and gone after a while."""

    elo_before = models.FloatField(null=True, blank=True)
    """Its live rating when the match was settled."""

    elo_after = models.FloatField(null=True, blank=True)
    """Its live rating afterwards."""

    class Meta:
        ordering = ("number",)
        constraints = (
            models.UniqueConstraint(fields=("match", "number"), name="one_player_in_a_seat"),
            models.UniqueConstraint(fields=("match", "stint"), name="nobody_plays_twice"),
            models.CheckConstraint(
                condition=Q(placement=None) | Q(placement__gte=1), name="placements_begin_at_one"
            ),
            models.CheckConstraint(
                condition=Q(score=None) | Q(score__gte=0, score__lte=1), name="scores_are_shares"
            ),
        )
        indexes = (
            models.Index(fields=("version",), condition=~Q(fault=""), name="seats_put_out"),
            # With the match, so that a bot's matches are known without looking at its seats.
            models.Index(fields=("version", "match"), name="seats_of_version"),
        )

    def __str__(self) -> str:
        return f"{self.match} seat {self.number}"


class Challenge(models.Model):
    """A match somebody asked for: unrated, against bots of their choice."""

    block = models.OneToOneField(
        Block, primary_key=True, on_delete=models.PROTECT, related_name="challenge"
    )
    """Its block, of one match."""

    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="challenges"
    )
    """Who asked."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When."""

    class Meta:
        indexes = (models.Index(fields=("asked_by", "created_at"), name="challenges_of_somebody"),)

    def __str__(self) -> str:
        return f"challenge of {self.asked_by}"


class Swap(models.Model):
    """A version in the seats that another version of its bot has played in: is it better?"""

    ladder = models.ForeignKey(Ladder, on_delete=models.PROTECT, related_name="swaps")
    """Whose blocks are played again."""

    version = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="swaps")
    """What plays now."""

    against = models.ForeignKey(Version, on_delete=models.PROTECT, related_name="+")
    """What played then."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When it was first asked for."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("ladder", "version", "against"), name="one_swap_of_two_versions"
            ),
            models.CheckConstraint(
                condition=~Q(version=F("against")), name="nobody_takes_their_own_place"
            ),
        )

    def __str__(self) -> str:
        return f"{self.version} in place of v{self.against.number} on {self.ladder}"


class SwapBlock(models.Model):
    """One block of a swap, beside the block whose seed and table it has."""

    block = models.OneToOneField(
        Block, primary_key=True, on_delete=models.PROTECT, related_name="swap_block"
    )
    """What is played now."""

    swap = models.ForeignKey(Swap, on_delete=models.PROTECT, related_name="blocks")
    """Which swap."""

    original = models.ForeignKey(Block, on_delete=models.PROTECT, related_name="swap_blocks")
    """What was played then."""

    asked_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="swap_blocks"
    )
    """Who asked for it; a swap may be asked for again, with more blocks."""

    created_at = models.DateTimeField(auto_now_add=True)
    """When."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("swap", "original"), name="a_block_is_swapped_once"),
        )
        indexes = (models.Index(fields=("asked_by", "created_at"), name="swaps_of_somebody"),)

    def __str__(self) -> str:
        return f"{self.block} in place of {self.original}"


class Record(models.Model):
    """Everything needed to play a match again. Kept for as long as the match is, remarks aside."""

    match = models.OneToOneField(
        Match, primary_key=True, on_delete=models.CASCADE, related_name="record"
    )
    """Which match."""

    content = models.BinaryField()
    """The record as JSON, gzip-compressed: what a browser or `gunzip` opens."""

    remarks_since = models.DateTimeField(null=True, default=timezone.now)
    """Since when it has been kept with what bots say to their owners; empty once that is gone."""

    class Meta:
        indexes = (
            models.Index(
                fields=("remarks_since",),
                condition=Q(remarks_since__isnull=False),
                name="record_remarks",
            ),
        )

    def __str__(self) -> str:
        return f"record of {self.match}"


class RatingChange(models.Model):
    """Why a live rating moved, in numbers. Written once: what is taken back is a row of its own."""

    entry = models.ForeignKey(Entry, on_delete=models.PROTECT, related_name="changes")
    """Whose rating."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="changes")
    """By which match."""

    revision = models.PositiveSmallIntegerField(default=0)
    """0: it was played. Odd: it was taken out. Even: it was put back."""

    step = models.PositiveIntegerField()
    """Counts what moved the ladder's ratings; the rows of one match share a step."""

    before = models.FloatField()
    """The rating before."""

    after = models.FloatField()
    """The rating after."""

    expected = models.FloatField()
    """The share of the others it was expected to beat."""

    scored = models.FloatField()
    """The share it did beat."""

    k = models.FloatField()
    """How much a whole share moves."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "match", "revision"), name="a_match_counts_once"
            ),
        )
        indexes = (models.Index(fields=("entry", "step"), name="change_history"),)

    def __str__(self) -> str:
        return f"{self.before:.0f} to {self.after:.0f}"


class Aspect(models.TextChoices):
    """What results are counted by."""

    SEAT = "seat", "seat"
    ROLE = "role", "role"
    FACTION = "faction", "faction"


class Tally(models.Model):
    """How often an entry was dealt a seat, role or faction, and what it scored with it."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="tallies")
    """Whose results."""

    aspect = models.CharField(max_length=10, choices=Aspect.choices)
    """Counted by what."""

    value = models.CharField(max_length=40)
    """The seat's number, or the role or faction it was dealt."""

    matches = models.PositiveIntegerField(default=0)
    """How many matches count."""

    score = models.FloatField(default=0)
    """The sum of their scores."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry", "aspect", "value"), name="one_tally_of_each"),
        )

    def __str__(self) -> str:
        return f"{self.aspect} {self.value}: {self.score:g} of {self.matches}"


class Meeting(models.Model):
    """How one entry has fared against another in the matches they shared."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="meetings")
    """Who."""

    other = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="+")
    """Against whom."""

    blocks = models.PositiveIntegerField(default=0)
    """How many ranked blocks had both at the table, played or not."""

    matches = models.PositiveIntegerField(default=0)
    """How many matches count."""

    score = models.FloatField(default=0)
    """In how many of them it was placed before the other, ties counted half."""

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("entry", "other"), name="one_meeting_of_a_pair"),
        )

    def __str__(self) -> str:
        return f"{self.score:g} of {self.matches}"


class ReproductionStatus(models.TextChoices):
    """The life of a reproduction."""

    WAITING = "waiting", "waiting"
    """Nobody plays it; somebody should."""

    RUNNING = "running", "running"
    """A worker holds it, for as long as its lease lasts."""

    IDENTICAL = "identical", "identical"
    """It came out the same, to the last message."""

    DIVERGED = "diverged", "diverged"
    """It came out otherwise: the difference says where."""

    FAILED = "failed", "failed"
    """The site could not play it: nothing is known."""


UNDONE = (ReproductionStatus.WAITING, ReproductionStatus.RUNNING)
"""What has still to be played."""


class Reproduction(models.Model):
    """A finished match that is played again from its seed, and what came of it."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="reproductions")
    """Which match."""

    requested_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="reproductions",
    )
    """Who asked for it; empty when it was drawn by lot or an organiser typed it."""

    status = models.CharField(
        max_length=10, choices=ReproductionStatus.choices, default=ReproductionStatus.WAITING
    )
    """Where it stands."""

    attempts = models.PositiveSmallIntegerField(default=0)
    """How often a worker has claimed it."""

    claim = models.CharField(max_length=32, blank=True)
    """Names the hold of the worker that plays it; a report under another name is too late."""

    worker = models.CharField(max_length=200, blank=True)
    """Which worker that is, or was."""

    lease_until = models.DateTimeField(null=True, blank=True)
    """When that hold ends unless the worker renews it."""

    requested_at = models.DateTimeField(auto_now_add=True)
    """When it was asked for."""

    sent_at = models.DateTimeField(null=True, blank=True)
    """When a worker was last told of it."""

    started_at = models.DateTimeField(null=True, blank=True)
    """When the last attempt began."""

    done_at = models.DateTimeField(null=True, blank=True)
    """When it was played, or given up."""

    difference = models.JSONField(null=True, blank=True)
    """The first message that came out otherwise, as anybody may read it (replay.py)."""

    trouble = models.TextField(blank=True)
    """What went wrong on the site's side: the last attempt's failure."""

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("match",), condition=Q(status__in=UNDONE), name="one_of_a_match_is_undone"
            ),
            models.CheckConstraint(
                condition=~Q(status="running") | (~Q(claim="") & Q(lease_until__isnull=False)),
                name="who_plays_again_holds_a_lease",
            ),
            models.CheckConstraint(
                condition=~Q(status="diverged") | Q(difference__isnull=False),
                name="what_diverged_says_where",
            ),
        )
        indexes = (
            models.Index(fields=("status", "lease_until"), name="reproduction_work"),
            models.Index(fields=("requested_by", "requested_at"), name="reproduction_quota"),
        )

    def __str__(self) -> str:
        return f"{self.match} played again"
