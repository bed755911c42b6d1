"""A ladder filled with made-up bots and results, as large as a benchmark or a test asks for.

Rows are written as the site's own code would leave them, many at once: what is measured is how
pages and lists are read, not how they came to be.
"""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.contrib.auth.models import User
from django.db import transaction

from matches.models import Match, MatchStatus, Meeting, RatingChange, Seat, Tally
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders import seeds, services
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, Stint

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
BATCH = 2_000
SEATS = 4
MET = 32
"""So many of the best have met each other."""


@transaction.atomic
def fill(*, bots: int, blocks: int = 0, slug: str = "full") -> Ladder:
    """A ladder of Shamans with so many ranked bots, of which the best have played these blocks."""
    ladder = services.ladder_open(slug=slug, title=slug.title(), game="shamans", seats=SEATS)
    entries = _entries(ladder, bots, Random(bots))
    for first in range(0, blocks, BATCH):
        _play(ladder, entries, range(first, min(blocks, first + BATCH)))
    _count(entries, max(blocks, 1))
    Ladder.objects.filter(pk=ladder.pk).update(
        roster_changes=bots,
        blocks_planned=blocks,
        matches_planned=blocks * SEATS,
        settled_steps=blocks * SEATS,
        fitted_steps=blocks * SEATS,
        fitted_at=BEGAN + timedelta(seconds=blocks),
    )
    ladder.refresh_from_db()
    return ladder


def _entries(ladder: Ladder, count: int, chance: Random) -> list[Entry]:
    """The bots, the best first, each of another owner."""
    numbers = range(1, count + 1)
    owners = User.objects.bulk_create(
        (User(username=f"{ladder.slug}-{number}") for number in numbers), BATCH
    )
    bots = Bot.objects.bulk_create(
        (Bot(owner=owner, name=f"bot-{owner.pk}", game=ladder.game) for owner in owners), BATCH
    )
    versions = Version.objects.bulk_create((_version(bot) for bot in bots), BATCH)
    for bot, version in zip(bots, versions, strict=True):
        bot.current = version
    Bot.objects.bulk_update(bots, ["current"], BATCH // 4)
    entries = Entry.objects.bulk_create(
        (_entry(ladder, bot, n, count, chance) for n, bot in zip(numbers, bots, strict=True)), BATCH
    )
    stints = (_stint(entry, version) for entry, version in zip(entries, versions, strict=True))
    for entry, stint in zip(entries, Stint.objects.bulk_create(stints, BATCH), strict=True):
        entry.stint = stint
    Entry.objects.bulk_update(entries, ["stint"], BATCH // 4)
    return entries


def _version(bot: Bot) -> Version:
    return Version(
        bot=bot,
        number=1,
        status=VersionStatus.READY,
        upload_name="bot.py",
        upload="uploads/none",
        built="built/none",
        digest="d" * 64,
        runtime="python",
        deterministic=True,
    )


def _entry(ladder: Ladder, bot: Bot, rank: int, count: int, chance: Random) -> Entry:
    return Entry(
        ladder=ladder,
        bot=bot,
        elo=1900 - 800 * rank / count + chance.gauss(0, 25),
        matches=chance.randint(40, 900),
        rank=rank,
        best_rank=max(1, rank - chance.randint(0, 3)),
        worst_rank=min(count, rank + chance.randint(0, 3)),
    )


def _stint(entry: Entry, version: Version) -> Stint:
    rating = 1900 - 800 * (entry.rank or 0) / 100
    reach = 30 + 2000 / entry.matches
    return Stint(
        entry=entry,
        version=version,
        prior_mean=1500,
        prior_sd=350,
        rating=rating,
        low=rating - reach,
        high=rating + reach,
        blocks=entry.matches // SEATS,
        booked=entry.matches // SEATS,
    )


def _play(ladder: Ladder, entries: Sequence[Entry], numbers: range) -> None:
    """Blocks of the best, and a match for each rotation of the seats."""
    chance = Random(numbers.start)
    blocks = Block.objects.bulk_create([_block(ladder, number + 1) for number in numbers], BATCH)
    matches = Match.objects.bulk_create(
        (_match(ladder, block, part) for block in blocks for part in range(SEATS)), BATCH
    )
    rows = [
        row
        for match in matches
        for row in _table(match, chance.sample(entries[:MET], SEATS), chance)
    ]
    Seat.objects.bulk_create((seat for seat, _ in rows), BATCH)
    RatingChange.objects.bulk_create((change for _, change in rows), BATCH)


def _block(ladder: Ladder, number: int) -> Block:
    return Block(
        ladder=ladder,
        number=number,
        kind=BlockKind.RANKED,
        priority=6,
        seed=seeds.block_seed(ladder.secret, number),
        sent_at=BEGAN,
    )


def _match(ladder: Ladder, block: Block, part: int) -> Match:
    number = (block.number - 1) * SEATS + part + 1
    at = BEGAN + timedelta(seconds=number)
    return Match(
        block=block,
        part=part,
        ladder=ladder,
        number=number,
        kind=BlockKind.RANKED,
        status=MatchStatus.FINISHED,
        attempts=1,
        started_at=at,
        finished_at=at + timedelta(seconds=20),
        ending="goal",
        decisions=120,
        fingerprint="f" * 64,
        settled_at=at + timedelta(seconds=30),
    )


def _table(
    match: Match, seated: Sequence[Entry], chance: Random
) -> Iterable[tuple[Seat, RatingChange]]:
    """The seats of a match with what it did to their ratings."""
    for number, entry in enumerate(seated):
        placement = number + 1
        score = (SEATS - placement) / (SEATS - 1)
        before, entry.elo = entry.elo, entry.elo + 16 * (score - 0.5) + chance.gauss(0, 4)
        yield (
            Seat(
                match=match,
                number=number,
                version_id=entry.stint.version_id if entry.stint else 0,
                stint=entry.stint,
                placement=placement,
                score=score,
                points=float(8 - number),
                role_start="shadow" if number == 1 else "shaman",
                elo_before=before,
                elo_after=entry.elo,
            ),
            RatingChange(
                entry=entry,
                match=match,
                step=match.number,
                before=before,
                after=entry.elo,
                expected=0.5,
                scored=score,
                k=16,
            ),
        )


def _count(entries: Sequence[Entry], blocks: int) -> None:
    """What everybody scored by seat and role, and the best against each other."""
    chance = Random(blocks)
    dealt = [
        *(("seat", str(seat)) for seat in range(SEATS)),
        ("role", "shaman"),
        ("role", "shadow"),
    ]
    Tally.objects.bulk_create(
        (
            Tally(entry=entry, aspect=aspect, value=value, matches=20, score=20 * chance.random())
            for entry in entries
            for aspect, value in dealt
        ),
        BATCH,
    )
    best = entries[:MET]
    Meeting.objects.bulk_create(
        Meeting(entry=one, other=other, blocks=5, matches=20, score=20 * chance.random())
        for one in best
        for other in best
        if one is not other
    )
