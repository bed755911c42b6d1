"""A small world to play in: owners, bots of a few lines, a ladder of short matches."""

import hashlib
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

from django.contrib.auth.models import User
from django.core.files.base import ContentFile

import sandbox
from matches import fitting, planning, playing, selectors, services, settlement, trials
from matches.jobs import Result, SeatResult
from matches.models import Match
from matches.rows import rows_update
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Version, VersionStatus
from moonladder.ladders import seeds
from moonladder.ladders import services as ladders
from moonladder.ladders.models import Block, Entry, Ladder, Stint

SOURCES = Path(__file__).with_name("players")
QUICK = {"game": "shamans", "seats": 3, "options": {"max_rounds": 1}}
"""Over after some twenty decisions, and nearly always with a winner."""


def make_user(name: str) -> User:
    """Somebody who owns bots."""
    return User.objects.get_or_create(username=name)[0]


def make_ladder(slug: str = "quick", **changes: Any) -> Ladder:
    """A ladder of short matches, whose secret is none: every run deals and seats the same."""
    ladder = ladders.ladder_open(slug=slug, title=slug.title(), **{**QUICK, **changes})
    ladder.secret = hashlib.sha256(slug.encode()).hexdigest()
    ladder.commitment = seeds.commitment(ladder.secret)
    ladder.save(update_fields=("secret", "commitment"))
    return ladder


def source(player: str) -> bytes:
    """The program of that player."""
    return (SOURCES / f"{player}.py").read_bytes()


def make_bot(ladder: Ladder, name: str, *, owner: str = "", is_house: bool = True) -> Bot:
    """A bot entered on a ladder, without any version."""
    user = make_user(owner or name)
    bot = bots.bot_create(owner=user, name=name, game=ladder.game, is_house=is_house)
    ladders.bot_enter(ladder=ladder, bot=bot)
    return bot


def upload(bot: Bot, player: str = "first") -> Version:
    """An upload of a player's program, as it comes in."""
    return bots.version_submit(bot=bot, name="bot.py", content=source(player))


def seat(ladder: Ladder, name: str, player: str = "first", **who: Any) -> Entry:
    """A bot with a version that plays, taken over as it is: neither built nor tried."""
    version = take_over(make_bot(ladder, name, **who), player)
    return Entry.objects.get(ladder=ladder, bot=version.bot)


def take_over(bot: Bot, player: str = "first") -> Version:
    """The next version of a bot, which plays from now on: neither built nor tried."""
    version = upload(bot, player)
    files = sandbox.read_upload("bot.py", source(player))
    version.digest, version.runtime = files.digest, "python"
    version.built.save("built.tar.gz", ContentFile(files.pack()), save=False)
    version.status = VersionStatus.BUILT
    version.save()
    bots.version_accept(version=version, log="taken over", seconds=0, deterministic=True)
    ladders.version_enter(version=version)
    version.refresh_from_db()
    return version


def foursome(blocks: int = 0) -> Ladder:
    """A ladder with a bot of ada's, bob's, cleo's and dan's, after so many made-up blocks."""
    ladder = make_ladder()
    for name in ("ada", "bob", "cleo", "dan"):
        seat(ladder, name)
    if blocks:
        play_rounds(ladder, blocks, decide_block)
    return ladder


def crowd(ladder: Ladder, size: int) -> None:
    """Seat so many bots that have played before: rows as they would be, without any programs."""
    name = f"{ladder.slug}-crowd"
    users = User.objects.bulk_create(User(username=f"{name}-{n}") for n in range(size))
    bots = Bot.objects.bulk_create(Bot(owner=who, name="one", game=ladder.game) for who in users)
    versions = Version.objects.bulk_create(
        Version(
            bot=bot,
            number=1,
            status=VersionStatus.READY,
            built="built/none.tar.gz",
            digest="0" * 64,
            runtime="python",
        )
        for bot in bots
    )
    entries = Entry.objects.bulk_create(Entry(ladder=ladder, bot=bot) for bot in bots)
    ratings = [2000.0 - 1000.0 * place / size for place in range(size)]
    stints = Stint.objects.bulk_create(
        Stint(
            entry=entry,
            version=version,
            prior_mean=1500.0,
            prior_sd=350.0,
            rating=rating,
            low=rating - 60,
            high=rating + 60,
            blocks=40,
            booked=40,
        )
        for entry, version, rating in zip(entries, versions, ratings, strict=True)
    )
    for rank, (entry, stint) in enumerate(zip(entries, stints, strict=True), start=1):
        entry.stint, entry.rank = stint, rank
    rows_update(entries, ("stint", "rank"))


def play_block(block: Block) -> list[Match]:
    """Play what waits of a block, as a worker would."""
    for match_id in selectors.waiting_matches(block_id=block.pk):
        playing.match_play(match_id=match_id)
    return list(Match.objects.filter(block=block).order_by("part"))


def play_rounds(
    ladder: Ladder, rounds: int, play: Callable[[Block], list[Match]] = play_block
) -> list[Match]:
    """Plan, play and settle so many blocks one after another."""
    played = []
    for _ in range(rounds):
        block = planning.ranked_plan(ladder=ladder)
        assert block is not None
        played += play(block)
    settlement.ladder_settle(ladder_id=ladder.pk)
    fitting.ladder_fit(ladder_id=ladder.pk)
    return played


def decide_block(block: Block) -> list[Match]:
    """Record made-up results of a block: what is tested is what becomes of results."""
    for match_id in selectors.waiting_matches(block_id=block.pk):
        decide(match_id)
    return list(Match.objects.filter(block=block).order_by("part"))


def decide(match_id: int) -> None:
    """Record that the seats came in in an order of chance, the same in every run."""
    job = services.match_claim(match_id=match_id, worker="nobody")
    assert job is not None
    order = list(range(1, job.seats + 1))
    match = Match.objects.get(pk=match_id)
    random.Random(f"{job.seed} {match.kind} {match.part}").shuffle(order)
    seats = tuple(_fared(seat, place, job.seats) for seat, place in enumerate(order))
    result = Result("made up", 1, "f" * 64, seats, b"{}")
    assert services.match_record(job=job, result=result)


def _fared(seat: int, placement: int, seats: int) -> SeatResult:
    role = ("shaman", "shadow")[seat % 2]
    score = (seats - placement) / (seats - 1)
    dealt = (role, role, f"{role}s", f"{role}s")
    return SeatResult(placement, score, 0.0, *dealt, 0, "", "", None, None, "none", "")


def bring_in(version: Version) -> Version:
    """Take an upload all the way, as workers would."""
    if bots.version_prepare(version_id=version.pk):
        block = planning.trial_plan(version=version)
        assert block is not None
        play_block(block)
        trials.trial_conclude(block=block)
    version.refresh_from_db()
    return version


def is_ready(version: Version) -> bool:
    """Whether it plays."""
    return version.status == VersionStatus.READY
