"""A ladder filled with made-up bots and results, as large as a benchmark or a test asks for.

Rows are written as the site's own code would leave them, many at once: what is measured is how
pages and lists are read, not how they came to be. The first few thousand blocks are made up one by
one; those behind them are copies that the database makes, with numbers of their own.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from random import Random

from django.contrib.auth.models import User
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.db.models import Max

from matches.models import Match, MatchStatus, Meeting, RatingChange, Seat, Tally
from matches.rows import rows_update
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders import seeds, services
from moonladder.ladders.models import Block, BlockKind, Entry, Ladder, Stint

BEGAN = datetime(2026, 3, 1, 12, tzinfo=UTC)
BATCH = 2_000
SEATS = 4
MET = 32
"""So many of the best have met each other."""

COPIED = 2_500
"""So many blocks are made up, and are copied where more are asked for: all of 10,000 bots play."""

SHIFTED: Mapping[type[models.Model], Mapping[str, int]] = {
    Block: {"id": 1, "number": 1},
    Match: {"id": SEATS, "block_id": 1, "number": SEATS},
    Seat: {"id": SEATS**2, "match_id": SEATS},
    RatingChange: {"id": SEATS**2, "match_id": SEATS, "step": SEATS},
}
"""What sets the copy of a block apart: by how many these columns are further on for each block."""


@transaction.atomic
def fill(
    *,
    bots: int,
    blocks: int = 0,
    slug: str = "full",
    tell: Callable[[int], None] = lambda blocks: None,
) -> Ladder:
    """A ladder of Shamans with so many ranked bots, who have played these blocks in turn.

    Beyond `COPIED` blocks ask for a multiple of it; `tell` hears how many there are.
    """
    ladder = services.ladder_open(slug=slug, title=slug.title(), game="shamans", seats=SEATS)
    entries = _entries(ladder, bots, Random(bots))
    made_up = min(blocks, COPIED)
    for first in range(0, made_up, BATCH):
        _play(ladder, entries, range(first, min(made_up, first + BATCH)))
    if blocks > COPIED:
        _copy(COPIED, blocks // COPIED - 1, tell)
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
    rows_update(bots, ("current",))
    entries = Entry.objects.bulk_create(
        (_entry(ladder, bot, n, count, chance) for n, bot in zip(numbers, bots, strict=True)), BATCH
    )
    stints = (_stint(entry, version) for entry, version in zip(entries, versions, strict=True))
    for entry, stint in zip(entries, Stint.objects.bulk_create(stints, BATCH), strict=True):
        entry.stint = stint
    rows_update(entries, ("stint",))
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
    """Blocks of neighbours in the standings, and a match for each rotation of the seats."""
    chance = Random(numbers.start)
    blocks = Block.objects.bulk_create([_block(ladder, number + 1) for number in numbers], BATCH)
    matches = Match.objects.bulk_create(
        (_match(ladder, block, part) for block in blocks for part in range(SEATS)), BATCH
    )
    rows = [
        row for match in matches for row in _table(match, _seated(entries, match, chance), chance)
    ]
    Seat.objects.bulk_create((seat for seat, _ in rows), BATCH)
    RatingChange.objects.bulk_create((change for _, change in rows), BATCH)


def _seated(entries: Sequence[Entry], match: Match, chance: Random) -> list[Entry]:
    """Who plays a match, in the order in which they come in."""
    first = (match.block.number - 1) * SEATS
    table = [entries[(first + seat) % len(entries)] for seat in range(SEATS)]
    return chance.sample(table, SEATS)


def _copy(made_up: int, times: int, tell: Callable[[int], None]) -> None:
    """Copy the blocks that were made up last, with all that hangs on them, so many times."""
    last = {model: model._default_manager.aggregate(at=Max("pk"))["at"] or 0 for model in SHIFTED}
    with connection.cursor() as cursor:
        for time in range(1, times + 1):
            for model, shifted in SHIFTED.items():
                first = last[model] - shifted["id"] * made_up + 1
                statement = _copying(model, {name: n * made_up for name, n in shifted.items()})
                cursor.execute(statement, {"time": time, "first": first, "last": last[model]})
            tell((time + 1) * made_up)
        for statement in connection.ops.sequence_reset_sql(no_style(), list(SHIFTED)):
            cursor.execute(statement)


def _copying(model: type[models.Model], shifted: Mapping[str, int]) -> str:
    """The statement that copies rows of a table, with those columns so much further on."""
    table = connection.ops.quote_name(model._meta.db_table)
    names = [str(field.column) for field in model._meta.concrete_fields]
    quoted = {name: connection.ops.quote_name(name) for name in names}
    values = (
        f"{quoted[name]} + %(time)s * {shifted[name]}" if name in shifted else quoted[name]
        for name in names
    )
    return (
        f"INSERT INTO {table} ({', '.join(quoted.values())}) SELECT {', '.join(values)} "
        f"FROM {table} WHERE id BETWEEN %(first)s AND %(last)s"
    )


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
