"""A site in its heyday: many bots on a ladder of each game, and something to see on every page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from hashlib import sha256
from typing import Any

from django.contrib.auth.models import User
from django.db.models import F
from django.utils import timezone
from msgspec.structs import replace

from matches import fitting, organising, planning, services, settlement
from matches.challenges import challenge_create
from matches.models import Match, Reproduction, ReproductionStatus, Swap
from matches.replay import Difference
from matches.rows import rows_update
from matches.swaps import swap_request
from moonladder.accounts.services import token_create
from moonladder.audit.services import audit_record
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, Stage, Version, VersionStatus
from moonladder.bots.selectors import version_named
from moonladder.ladders import games, seeds
from moonladder.ladders import services as ladders
from moonladder.ladders.models import Block, Ladder
from moonladder.players.models import Ground
from moonladder.players.services import player_arrive
from tests.browser.results import decide_block, house_match
from tests.matches import arena, shelf

SEATS = {"shamans": 4, "shadow_hunters": 5, "shamanix": 2}
PEOPLE = (
    *("mina", "oskar", "ada", "jonas", "kira", "bob", "ines"),
    *("hugo", "cleo", "lars", "pia", "dan", "noor", "finn"),
)
"""Who owns the bots of every ladder; ada is the one to log in as."""

NAMES: Mapping[str, tuple[str, ...]] = {
    "shamans": (
        *("nightjar", "halfmoon", "tidepool", "moth", "lanternfish", "saltmarsh", "owlet"),
        *("juniper", "quicksand", "thimble", "ember", "driftwood", "bramble", "pebble"),
    ),
    "shadow_hunters": (
        *("corvid", "inquisitor", "poacher", "hollow", "nettle", "kestrel", "foxglove"),
        *("wren", "marsh-light", "tinder", "burdock", "thorn", "hemlock", "stoat"),
    ),
    "shamanix": (
        *("gambit", "abacus", "tempo", "zugzwang", "meeple", "lookahead", "plumb-line"),
        *("cartographer", "knot", "pawnshop", "hexagon", "sextant", "brute", "dice-cup"),
    ),
}
"""Their bots, the strongest first."""

BEGAN = timedelta(days=9)
"""So long ago the first match was played."""

WRONG_IMPORT = """Traceback (most recent call last):
  File "/bot/bot.py", line 1, in <module>
    import numpyy
ModuleNotFoundError: No module named 'numpyy'
"""


@dataclass(frozen=True)
class Heyday:
    """What there is to visit."""

    owner: User
    organiser: User
    matches: Mapping[str, Match]
    """By what is special about them."""
    swap: Swap


def arrive(blocks: int) -> Heyday:
    """Fill an empty site; every ladder has played so many blocks."""
    player_arrive(
        name="player@one",
        ground=Ground.FULL,
        backend="bwrap",
        missing=(),
        processes=2,
        languages=("python", "javascript", "c", "cpp", "rust", "java", "go"),
    )
    organiser = User.objects.create_superuser("olga")
    played = {game: _ladder(game, blocks) for game in SEATS}
    ada = User.objects.get(username="ada")
    swap = _another_version(played["shamans"], ada, blocks)
    _refused_version(ada)
    arena.upload(Bot.objects.get(name="tempo"), "seeded")
    _closed_and_empty(organiser)
    token_create(owner=ada, name="laptop", scopes=("read", "submit"))
    _spread_over_days()
    watched = {game: _watched(game, ladder) for game, ladder in played.items()}
    _doubt(watched["shamanix"], organiser)
    _trouble(played["shadow_hunters"], organiser)
    now = _under_way(played["shamans"], ada, organiser)
    return Heyday(ada, organiser, {**watched, **now}, swap)


# ── ladders, with what happened on them ───────────────────────────────────────────────────────


def _ladder(game: str, blocks: int) -> Ladder:
    """A ladder with a bot of everybody's and two of the house's, on which so much was played."""
    slug = game.replace("_", "-")
    ladder = _opened(slug, title=games.title(game), game=game, seats=SEATS[game])
    for owner, name in zip(PEOPLE, NAMES[game], strict=True):
        arena.seat(ladder, name, owner=owner, is_house=False)
    for name in ("greedy", "random"):
        arena.seat(ladder, f"{slug}-{name}", owner="house")
    _play(ladder, blocks)
    return ladder


def _opened(slug: str, **terms: Any) -> Ladder:
    """A ladder whose secret follows from its name, so that every run deals and pairs the same."""
    ladder = ladders.ladder_open(slug=slug, **terms)
    ladder.secret = sha256(slug.encode()).hexdigest()
    ladder.commitment = seeds.commitment(ladder.secret)
    ladder.save()
    return ladder


def _play(ladder: Ladder, blocks: int) -> None:
    arena.play_rounds(ladder, blocks, partial(decide_block, order=NAMES[ladder.game]))


def _closed_and_empty(organiser: User) -> None:
    """A ladder that is over, and one on which nobody plays yet."""
    spring = _opened("spring", title="Spring", game="shamans", seats=3)
    for owner in ("mina", "ada", "bob"):
        arena.seat(spring, f"{owner}-in-spring", owner=owner, is_house=False)
    arena.play_rounds(spring, 3, decide_block)
    ladders.ladder_pause(ladder=spring, actor=organiser, reason="Spring is over.")
    ladders.ladder_close(ladder=spring, actor=organiser, reason="Spring is over.")
    arena.make_ladder("autumn")


def _watched(game: str, ladder: Ladder) -> Match:
    """The first match of a ladder's latest block, with the record of one as it is played."""
    record = house_match(game)
    planned = _planned(ladder)
    for match in planned:
        shelf.finish(match.pk, replace(record, bots=_names(match)))
    begun = F("finished_at") - timedelta(seconds=9)
    Match.objects.filter(pk__in=[match.pk for match in planned]).update(started_at=begun)
    settlement.ladder_settle(ladder_id=ladder.pk)
    fitting.ladder_fit(ladder_id=ladder.pk)
    return Match.objects.select_related("ladder").get(pk=planned[0].pk)


def _names(match: Match) -> list[str]:
    """Who sits at the table, as records call them."""
    seats = match.table.select_related("version__bot__owner").order_by("number")
    return [f"{seat.version.bot.owner}/{seat.version.bot.name}" for seat in seats]


def _planned(ladder: Ladder) -> list[Match]:
    """The matches of another block, which nobody has played yet."""
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    return list(Match.objects.filter(block=block).select_related("ladder").order_by("part"))


def _spread_over_days() -> None:
    """Let what was done in a moment have taken days, up to now."""
    now = timezone.now()
    matches = list(Match.objects.exclude(finished_at=None).select_related("ladder"))
    for match in matches:
        left = 1 - match.number / match.ladder.matches_planned
        match.finished_at = now - timedelta(minutes=2) - BEGAN * left
        match.started_at = match.finished_at - timedelta(seconds=7 + match.decisions % 9)
    rows_update(matches, ("started_at", "finished_at"))
    versions = list(Version.objects.all())
    for version in versions:
        version.created_at = now - BEGAN / version.number
    rows_update(versions, ("created_at",))


# ── versions of ada's bot ─────────────────────────────────────────────────────────────────────


def _another_version(ladder: Ladder, ada: User, blocks: int) -> Swap:
    """Let ada's bot have a second version, which plays and is compared with the first."""
    bot = Bot.objects.get(owner=ada, game=ladder.game)
    first = Version.objects.get(bot=bot)
    second = arena.take_over(bot)
    _built(second)
    _play(ladder, blocks // 2)
    swap = swap_request(user=ada, ladder=ladder, version=second, against=first, blocks=3)
    for block in Block.objects.filter(swap_block__swap=swap)[:2]:
        decide_block(block)
    return swap


def _refused_version(ada: User) -> None:
    """And a third, which did not start."""
    bot = Bot.objects.get(owner=ada, game="shamans")
    third = bots.version_submit(bot=bot, name="bot.py", content=b"import numpyy\n")
    Version.objects.filter(pk=third.pk).update(status=VersionStatus.REJECTED)
    _built(third)
    Stage.objects.create(
        version=third, name="tried", outcome="rejected", log=WRONG_IMPORT, seconds=0.4
    )


def _built(version: Version) -> None:
    """Tell of the stages in between."""
    for name, log in (("unpacked", "1 file, 812 bytes"), ("built", "Nothing to build.")):
        Stage.objects.create(version=version, name=name, outcome="passed", log=log, seconds=0.3)


# ── matches with something about them ─────────────────────────────────────────────────────────


def _doubt(match: Match, organiser: User) -> None:
    """Have a match come out otherwise when played again, and taken out of the ratings for it."""
    organising.match_exclude(match=match, actor=organiser, reason="It came out otherwise.")
    at = "at decision 31 of the match, in turn 9, where seat 1 chose option 2 instead of option 0"
    Reproduction.objects.create(
        match=match,
        status=ReproductionStatus.DIVERGED,
        difference=Difference(1, 9, 31, {"choice": 0}, {"choice": 2}, at)._asdict(),
        done_at=timezone.now(),
    )
    audit_record(actor=None, action="alarm", subject=match, reason=f"came out otherwise {at}")


def _trouble(ladder: Ladder, organiser: User) -> None:
    """Something for organisers: a bot out of play, and a version that the site has failed."""
    stoat = Bot.objects.get(name="stoat")
    organising.bot_disable(bot=stoat, actor=organiser, reason="It tells its seat to its twin.")
    failed = arena.upload(Bot.objects.get(name="thorn"))
    Version.objects.filter(pk=failed.pk).update(status=VersionStatus.FAILED)


def _under_way(ladder: Ladder, ada: User, organiser: User) -> dict[str, Match]:
    """What is played now, and what waits; ada has asked for matches of her own."""
    running, void, *_ = _planned(ladder)
    for match in (running, _planned(Ladder.objects.get(game="shamanix"))[0]):
        assert services.match_claim(match_id=match.pk, worker="player@one") is not None
    organising.match_void(match=void, actor=organiser, reason="The host was switched off.")
    names = [f"{PEOPLE[place]}/{NAMES[ladder.game][place]}" for place in (2, 0, 1, 3)]
    table = [version_named(name, ada) for name in names]
    asked = [challenge_create(user=ada, ladder=ladder, versions=table) for _ in range(2)]
    shelf.finish(Match.objects.get(block=asked[0].block).pk, house_match(ladder.game))
    waiting = Match.objects.get(block=asked[1].block)
    return {"running": running, "void": void, "waiting": waiting}
