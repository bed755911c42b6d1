"""Writes of ladders, entries, stints and blocks."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from moonladder.audit.services import audit_record
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.bots.services import owner_act
from moonladder.ladders import games, seeds
from moonladder.ladders.fit import NEWCOMER, SURE, Prior, interval_sd
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, LadderState, Place, Stint
from moonladder.ladders.pairing import PLACEMENT_BLOCKS

CHANGE_SD = 150.0
"""How far a new version may be from the one before: added to what is not known of that."""

PRIORITIES = {
    BlockKind.TRIAL: 0,
    BlockKind.CHALLENGE: 3,
    BlockKind.RANKED: 6,
    BlockKind.BATCH: 9,
}
"""How soon a block is played: Redis keeps one queue for each of these."""


NO_RANK = {"rank": None, "best_rank": None, "worst_rank": None}
"""Where somebody stands who is not in the standings, or not yet again."""


class Refused(ValueError):
    """One sentence that says why a ladder does not do what was asked."""


def ladder_open(
    *,
    slug: str,
    title: str,
    game: str,
    seats: int,
    options: Mapping[str, Any] | None = None,
    clock: Mapping[str, float] | None = None,
    limits: Mapping[str, Any] | None = None,
    elo_k: float = 16.0,
) -> Ladder:
    """Open a ladder: from now on its commitment is public and its matches are dealt from it."""
    secret = seeds.new_secret()
    ladder = Ladder(
        slug=slug,
        title=title,
        game=game,
        seats=seats,
        options=games.checked_options(game, seats, options or {}),
        clock=games.checked_clock(clock or {}),
        limits=games.checked_limits(limits or {}),
        elo_k=elo_k,
        secret=secret,
        commitment=seeds.commitment(secret),
    )
    ladder.full_clean()
    ladder.save()
    return ladder


def ladder_lock(ladder_id: int) -> Ladder:
    """The ladder, held by this transaction: blocks are numbered and ratings moved one at a time."""
    return Ladder.objects.select_for_update().get(pk=ladder_id)


@transaction.atomic
def ladder_pause(*, ladder: Ladder, actor: User, reason: str) -> None:
    """Schedule nothing more; what is scheduled is played."""
    _change_state(ladder, LadderState.OPEN, LadderState.PAUSED)
    audit_record(actor=actor, action="ladder_pause", subject=ladder, reason=reason)


@transaction.atomic
def ladder_resume(*, ladder: Ladder, actor: User, reason: str) -> None:
    """Schedule matches again."""
    _change_state(ladder, LadderState.PAUSED, LadderState.OPEN)
    audit_record(actor=actor, action="ladder_resume", subject=ladder, reason=reason)


@transaction.atomic
def ladder_close(*, ladder: Ladder, actor: User, reason: str) -> None:
    """End the ladder for good and publish its secret, so that everybody can check the seeds."""
    _change_state(ladder, LadderState.PAUSED, LadderState.CLOSED)
    Ladder.objects.filter(pk=ladder.pk).update(secret_revealed_at=timezone.now())
    audit_record(actor=actor, action="secret_reveal", subject=ladder, reason=reason)


def _change_state(ladder: Ladder, before: str, after: str) -> None:
    """Change the state in one conditional update, so that two organisers cannot both do it."""
    if not Ladder.objects.filter(pk=ladder.pk, state=before).update(state=after):
        raise Refused(f"{ladder} has to be {before} first: it cannot become {after} now.")


def roster_change(*, bot: Bot) -> None:
    """Note on every ladder of a bot that who plays there changes.

    Called first: a transaction holds ladders before entries, so that no two wait for each other.
    """
    for ladder_id in Ladder.objects.filter(entries__bot=bot).order_by("pk").values_list("pk"):
        Ladder.objects.filter(pk__in=ladder_id).update(roster_changes=F("roster_changes") + 1)


@transaction.atomic
def bot_enter(*, ladder: Ladder, bot: Bot) -> Entry:
    """Give a bot its place on a ladder, again if it had left; its current version plays there."""
    if bot.game != ladder.game:
        raise Refused(f"{bot} plays {bot.game}, and {ladder} is a ladder of {ladder.game}.")
    ladder = ladder_lock(ladder.pk)
    if ladder.state == LadderState.CLOSED:
        raise Refused(f"{ladder} is closed: enter {bot} on another ladder.")
    entry, _ = Entry.objects.get_or_create(ladder=ladder, bot=bot)
    Ladder.objects.filter(pk=ladder.pk).update(roster_changes=F("roster_changes") + 1)
    Entry.objects.filter(pk=entry.pk, is_active=False).update(is_active=True)
    entry.is_active = True
    if bot.current is not None:
        stint_begin(entry=entry, version=bot.current)
    return entry


@transaction.atomic
def entry_withdraw(*, entry: Entry, actor: User, reason: str = "") -> bool:
    """Give an entry no more matches; False when it had left before.

    What is planned is played and counts, so that nobody can leave a table they do not like. The
    entry leaves the standings at once and keeps its rating, with which it may return.
    """
    return _stay(entry, actor, reason, is_active=False)


@transaction.atomic
def entry_return(*, entry: Entry, actor: User, reason: str = "") -> bool:
    """Give an entry matches again; False when it had not left."""
    return _stay(entry, actor, reason, is_active=True)


def _stay(entry: Entry, actor: User, reason: str, *, is_active: bool) -> bool:
    ladder = ladder_lock(entry.ladder_id)
    if ladder.state == LadderState.CLOSED:
        raise Refused(f"{ladder} is closed: its standings stay as they are.")
    changed = Entry.objects.filter(pk=entry.pk, is_active=not is_active)
    if not changed.update(is_active=is_active, **NO_RANK):
        return False
    Ladder.objects.filter(pk=ladder.pk).update(roster_changes=F("roster_changes") + 1)
    action = "entry_return" if is_active else "entry_withdraw"
    owner_act(actor=actor, bot=entry.bot, action=action, subject=entry, reason=reason)
    entry.refresh_from_db()
    return True


@transaction.atomic
def version_activate(*, version: Version, actor: User, reason: str = "") -> bool:
    """Let an accepted version play for its bot from now on; False when it does already.

    It may be an older one: it goes on with the rating it had. What is planned is played by what was
    to play it.
    """
    if version.status != VersionStatus.READY:
        raise Refused(f"{version} is {version.status}: only a version that is ready can play.")
    bot = Bot.objects.get(pk=version.bot_id)
    if bot.current_id == version.pk:
        return False
    roster_change(bot=bot)
    Bot.objects.filter(pk=bot.pk).update(current=version)
    owner_act(actor=actor, bot=bot, action="version_activate", subject=version, reason=reason)
    _stints_begin(version)
    return True


@transaction.atomic
def version_enter(*, version: Version) -> list[Entry]:
    """Let the version that plays for a bot do so on every ladder the bot is on."""
    roster_change(bot=version.bot)
    if not Bot.objects.filter(pk=version.bot_id, current=version).exists():
        return []  # a later upload was accepted before this one
    return _stints_begin(version)


def _stints_begin(version: Version) -> list[Entry]:
    entries = list(Entry.objects.filter(bot=version.bot).order_by("pk").select_for_update())
    for entry in entries:
        stint_begin(entry=entry, version=version)
    return entries


def stint_begin(*, entry: Entry, version: Version) -> Stint:
    """Let a version play for an entry; what is known of its predecessor is where it starts."""
    prior = successor_prior(entry.stint) if entry.stint else NEWCOMER
    reach = SURE * prior.sd
    stint, _ = Stint.objects.get_or_create(
        entry=entry,
        version=version,
        defaults={
            "prior_mean": prior.mean,
            "prior_sd": prior.sd,
            "rating": prior.mean,
            "low": prior.mean - reach,
            "high": prior.mean + reach,
        },
    )
    owed = max(0, PLACEMENT_BLOCKS - stint.booked)
    Entry.objects.filter(pk=entry.pk).update(stint=stint, owed=owed)
    entry.stint, entry.owed = stint, owed
    return stint


def successor_prior(before: Stint) -> Prior:
    """What is believed of a new version: as good as the last one, but less surely so."""
    variance = stint_sd(before) ** 2 + CHANGE_SD**2
    return Prior(before.rating, float(min(variance**0.5, NEWCOMER.sd)))


def stint_sd(stint: Stint) -> float:
    """How uncertain a fitted rating is, as a standard deviation."""
    return interval_sd(stint.low, stint.high)


def block_plan(
    *,
    ladder: Ladder,
    kind: BlockKind,
    chairs: Sequence[tuple[Version, Stint | None]],
    priority: int | None = None,
    seed: int | None = None,
) -> Block:
    """Write down the next block of a ladder that this transaction holds.

    A seed is given where somebody chose it; else it follows from the secret and the block's number.
    Either way no two blocks of a ladder share a number, so no dealt seed tells of another.
    """
    if ladder.secret_revealed_at is not None:
        raise Refused(f"The secret of {ladder} is known: nothing fair can be dealt from it.")
    ladder.blocks_planned += 1
    Ladder.objects.filter(pk=ladder.pk).update(blocks_planned=ladder.blocks_planned)
    block = Block.objects.create(
        ladder=ladder,
        number=ladder.blocks_planned,
        kind=kind,
        priority=PRIORITIES[kind] if priority is None else priority,
        seed=seeds.block_seed(ladder.secret, ladder.blocks_planned) if seed is None else seed,
        is_seed_chosen=seed is not None,
    )
    Place.objects.bulk_create(
        Place(block=block, position=position, version=version, stint=stint)
        for position, (version, stint) in enumerate(chairs)
    )
    if kind == BlockKind.RANKED:
        stints = [stint.pk for _, stint in chairs if stint is not None]
        Stint.objects.filter(pk__in=stints).update(booked=F("booked") + 1)
        Entry.objects.filter(stint__in=stints, owed__gt=0).update(owed=F("owed") - 1)
    return block
