"""Decides what is played next: ranked blocks in fair shares, and the trials of new versions.

The queue is as long as it has to be and no longer: as many ranked blocks wait as are being played,
and at least one for each open ladder. More would only make choices early that are better made late.
A version nobody has seen yet does not wait for room: its first block is planned at once.
"""

from collections.abc import Sequence
from itertools import permutations
from random import Random

from django.db import transaction
from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from matches import queue
from matches.models import UNDECIDED, Match, MatchStatus, Meeting
from matches.selectors import of_the_house
from matches.services import Chair, matches_plan
from moonladder.bots.models import Version
from moonladder.ladders import pairing, selectors, services
from moonladder.ladders.fit import interval_sd
from moonladder.ladders.models import Block, BlockKind, Ladder, LadderState, Stint
from moonladder.players import selectors as players

CANDIDATE = (
    *("entry", "entry__bot__owner", "entry__bot__is_house"),
    *("rating", "low", "high", "booked"),
)
"""The columns of a stint that pairing goes by."""

MOST_NEWCOMERS = 8
"""So many blocks are planned beyond the queue's bound at one go, for versions without any."""


def blocks_schedule() -> list[Block]:
    """Plan ranked blocks until the queue is as long as it should be."""
    ladders = list(selectors.open_ladders())
    planned = [block for ladder in ladders for block in newcomers_schedule(ladder=ladder)]
    queued = queue_lengths()
    while ladders and sum(waiting for waiting, _ in queued.values()) < queue_bound(queued, ladders):
        ladder = min(ladders, key=lambda each: sum(queued.get(each.pk, (0, 0))))
        block = ranked_plan(ladder=ladder)
        if block is None:
            ladders.remove(ladder)  # too few bots for a table
            continue
        planned.append(block)
        waiting, running = queued.get(ladder.pk, (0, 0))
        queued[ladder.pk] = (waiting + 1, running)
    return planned


def queue_lengths() -> dict[int, tuple[int, int]]:
    """For each ladder the ranked blocks that nobody has begun, and those that somebody has."""
    undecided = Match.objects.filter(
        kind=BlockKind.RANKED, status__in=(MatchStatus.WAITING, MatchStatus.RUNNING)
    )
    if players.only_house_plays():
        undecided = undecided.filter(block__in=of_the_house(Block.objects.all()))
    blocks = undecided.values("ladder", "ladder__seats", "block").annotate(
        running=Count("pk", filter=Q(status=MatchStatus.RUNNING)), left=Count("pk")
    )
    lengths: dict[int, tuple[int, int]] = {}
    for block in blocks:
        waiting, running = lengths.get(block["ladder"], (0, 0))
        begun = block["running"] > 0 or block["left"] < block["ladder__seats"]
        lengths[block["ladder"]] = (waiting, running + 1) if begun else (waiting + 1, running)
    return lengths


def queue_bound(queued: dict[int, tuple[int, int]], ladders: Sequence[Ladder]) -> int:
    """How many blocks should wait."""
    return max(len(ladders), sum(running for _, running in queued.values()))


def newcomers_schedule(*, ladder: Ladder) -> list[Block]:
    """Plan one block for each version that has none yet."""
    planned = []
    for _ in range(MOST_NEWCOMERS):
        unseen = selectors.newcomers(stints_to_pair(ladder=ladder)).filter(booked=0)
        block = ranked_plan(ladder=ladder) if unseen.exists() else None
        if block is None:
            break
        planned.append(block)
    return planned


def stints_to_pair(*, ladder: Ladder) -> QuerySet[Stint]:
    """Everybody who may be given a match, of those whom somebody may play."""
    stints = selectors.stints_to_pair(ladder=ladder)
    return stints.filter(entry__bot__is_house=True) if players.only_house_plays() else stints


@transaction.atomic
def ranked_plan(*, ladder: Ladder) -> Block | None:
    """Plan the block that tells most now; None when no table can be filled."""
    ladder = services.ladder_lock(ladder.pk)
    if ladder.state != LadderState.OPEN:
        return None
    # Chance from the secret: nobody can foresee the tables, and afterwards everybody can check.
    dice = Random(f"{ladder.secret} table {ladder.blocks_planned + 1}")
    candidates = _candidates(ladder, dice)
    table = pairing.next_table(candidates, ladder.seats, _met(candidates), dice)
    if table is None:
        return None
    stints = selectors.stints_to_pair(ladder=ladder).filter(entry__in=table)
    places = {stint.entry_id: stint for stint in stints}
    return table_plan(ladder=ladder, table=[places[entry] for entry in table])


def table_plan(
    *, ladder: Ladder, table: Sequence[Stint], kind: BlockKind = BlockKind.RANKED
) -> Block:
    """Plan a block for these players, once for each rotation of the seats, and have it played."""
    places = {stint.pk: stint for stint in table}
    block = services.block_plan(
        ladder=ladder,
        kind=kind,
        chairs=[(stint.version, stint) for stint in table],
        priority=_priority(table) if kind == BlockKind.RANKED else None,
    )
    tables: list[list[Chair]] = [
        [(places[pk].version, places[pk]) for pk in order]
        for order in pairing.rotations(list(places))
    ]
    matches_plan(ladder=ladder, block=block, tables=tables)
    if kind == BlockKind.RANKED:
        _meet([stint.entry_id for stint in table])
    queue.send_block(block)
    return block


def _priority(table: Sequence[Stint]) -> int:
    """The first blocks of a version are played as soon as a challenge."""
    is_new = any(stint.booked < pairing.PLACEMENT_BLOCKS for stint in table if not _house(stint))
    return services.PRIORITIES[BlockKind.CHALLENGE if is_new else BlockKind.RANKED]


def _house(stint: Stint) -> bool:
    return stint.entry.bot.is_house


def _candidates(ladder: Ladder, dice: Random) -> list[pairing.Candidate]:
    """Who may be seated: newcomers, and no more of the others than are compared for a seat."""
    everybody = stints_to_pair(ladder=ladder)
    newcomers = selectors.newcomers(everybody)[: pairing.SAMPLE]
    others = selectors.drawn(everybody, ladder=ladder, size=pairing.SAMPLE, dice=dice)
    found = {
        entry: pairing.Candidate(entry, owner, house, rating, interval_sd(*ends), blocks)
        for stints in (newcomers, others)
        for entry, owner, house, rating, *ends, blocks in stints.values_list(*CANDIDATE)
    }
    return [found[entry] for entry in sorted(found)]


def _met(candidates: Sequence[pairing.Candidate]) -> pairing.Met:
    """How often each candidate was at a table with each other one."""
    others = [each.entry for each in candidates]

    def met(entry: int) -> dict[int, int]:
        meetings = Meeting.objects.filter(entry=entry, other__in=others)
        return dict(meetings.values_list("other", "blocks"))

    return met


def _meet(entries: Sequence[int]) -> None:
    """Count one more block in which these sit at the same table."""
    pairs = list(permutations(entries, 2))
    Meeting.objects.bulk_create(
        [Meeting(entry_id=one, other_id=other) for one, other in pairs], ignore_conflicts=True
    )
    Meeting.objects.filter(entry__in=entries, other__in=entries).update(blocks=F("blocks") + 1)


def batch_turn(*, ladder_id: int) -> Block | None:
    """Let one block of a ladder's batches take its turn among the ranked ones.

    Behind those it would never be played: of them there is always one that waits. The rest of the
    batch is played when there is nothing better to do.
    """
    last, turn = services.PRIORITIES[BlockKind.BATCH], services.PRIORITIES[BlockKind.RANKED]
    undecided = Match.objects.filter(block=OuterRef("pk"), status__in=UNDECIDED)
    batch = Block.objects.filter(Exists(undecided), ladder=ladder_id, kind=BlockKind.BATCH)
    if batch.filter(priority=turn).exists():
        return None
    begun = undecided.filter(status=MatchStatus.RUNNING)
    block = batch.exclude(Exists(begun)).select_related("ladder").order_by("pk").first()
    if block is None or not batch.filter(pk=block.pk, priority=last).update(priority=turn):
        return None
    block.priority = turn
    queue.send_block(block)
    return block


# ── trials ────────────────────────────────────────────────────────────────────────────────────────


@transaction.atomic
def trial_plan(*, version: Version) -> Block | None:
    """Have a built version play twice against the house; None while it is entered nowhere."""
    ladder = Ladder.objects.filter(entries__bot=version.bot).exclude(state=LadderState.CLOSED)
    first = ladder.order_by("entries__pk").first()
    if first is None or trial_of(version=version) is not None:
        return None
    held = services.ladder_lock(first.pk)
    opponents = house_versions(ladder=held) or [version]
    table: list[Chair] = [(version, None)]
    while len(table) < held.seats:
        table.append((opponents[len(table) % len(opponents)], None))
    block = services.block_plan(ladder=held, kind=BlockKind.TRIAL, chairs=table)
    matches_plan(ladder=held, block=block, tables=[table, table])
    queue.send_block(block)
    return block


def trial_of(*, version: Version) -> Block | None:
    """The trial of a version that was planned last, unless it came to nothing."""
    trials = Block.objects.filter(kind=BlockKind.TRIAL, places__position=0, places__version=version)
    return trials.exclude(matches__status=MatchStatus.VOID).order_by("-pk").first()


def house_versions(*, ladder: Ladder) -> list[Version]:
    """What a newcomer is tried against: the house bots of the ladder, in no order of strength."""
    house = selectors.stints_to_pair(ladder=ladder).filter(entry__bot__is_house=True)
    return [stint.version for stint in house]
