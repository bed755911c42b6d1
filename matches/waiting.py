"""How long something waits: all that is to be played, in the order in which players take it.

Players take what is most urgent and, of that, what came first; whoever has begun a block plays it
to its end. So the line is played through here once, each match taking as long as such matches took
of late. What comes of it is a guess: something more urgent may always come in.
"""

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.utils import timezone

from matches import selectors
from matches.models import UNDECIDED, Match, MatchStatus
from moonladder.bots.models import Stage, StageName, Version, VersionStatus
from moonladder.ladders.models import Block, BlockKind
from moonladder.ladders.services import PRIORITIES
from moonladder.players import selectors as players

RECENT = 200
"""From so many of the latest matches and stages is learned how long they take."""


class Wait(NamedTuple):
    """How long something has to wait."""

    ahead: int
    """How many matches and uploads are begun before it, of those that nobody has begun yet."""

    seconds: float | None
    """About how long that takes; empty while nothing was played yet to guess from."""


class Turn(NamedTuple):
    """What one player does in one go: a block, or one upload."""

    priority: int
    since: datetime
    steps: tuple[tuple[type, int], ...]
    """What waits in it, in order."""
    seconds: float
    """How long each step takes."""
    left: float = 0.0
    """How long what was begun of it will go on."""
    is_begun: bool = False


@dataclass(frozen=True)
class Line:
    """Everything that waits."""

    waits: dict[tuple[type, int], Wait]

    def wait(self, what: Match | Version) -> Wait | None:
        """How long a match or an upload waits; None unless it does, for a player that is there."""
        return self.waits.get((type(what), what.pk))


def queue_position(what: Match | Version) -> Wait | None:
    """How long a match, an upload or its trial still waits; None when it does not."""
    if isinstance(what, Version) and what.status == VersionStatus.BUILT:
        trial = Match.objects.filter(kind=BlockKind.TRIAL, status=MatchStatus.WAITING)
        found = trial.filter(table__number=0, table__version=what).order_by("pk").first()
        return line_now().wait(found) if found else None
    return line_now().wait(what)


def line_now() -> Line:
    """The line as it stands, in the same few queries however long it is."""
    typical = _match_seconds()
    turns = sorted([*_blocks(typical), *_uploads()], key=lambda turn: (turn.priority, turn.since))
    waits: dict[tuple[type, int], Wait] = {}
    free = []  # when each player has time
    for turn in (each for each in turns if each.is_begun):
        free.append(_play(turn, 0.0, 0, waits, is_known=bool(typical)))
    free += [0.0] * (_player_count() - len(free))
    heapq.heapify(free)
    ahead = 0
    for turn in (each for each in turns if not each.is_begun):
        start = heapq.heappop(free)
        heapq.heappush(free, _play(turn, start, ahead, waits, is_known=bool(typical)))
        ahead += len(turn.steps)
    return Line(waits)


def _play(
    turn: Turn, start: float, ahead: int, waits: dict[tuple[type, int], Wait], *, is_known: bool
) -> float:
    """Note how long each step of a turn waits; return when its player has time again."""
    at = start + turn.left
    for number, step in enumerate(turn.steps):
        waits[step] = Wait(ahead + number, at if is_known else None)
        at += turn.seconds
    return at


def _player_count() -> int:
    """How many matches are played at a time."""
    return max(1, sum(player.processes for player in players.players()))


def _blocks(typical: dict[int, float]) -> Iterator[Turn]:
    """The blocks that are not over."""
    undecided = Match.objects.filter(status__in=UNDECIDED).order_by("block", "part")
    if players.only_house_plays():
        undecided = undecided.filter(block__in=selectors.of_the_house(Block.objects.all()))
    blocks: dict[int, list[Match]] = defaultdict(list)
    for match in undecided.select_related("block"):
        blocks[match.block_id].append(match)
    usual = sum(typical.values()) / len(typical) if typical else 0.0
    for matches in blocks.values():
        yield _block(matches, typical.get(matches[0].ladder_id, usual))


def _block(matches: list[Match], seconds: float) -> Turn:
    running = [match.started_at for match in matches if match.status == MatchStatus.RUNNING]
    began = running[0] if running else None
    return Turn(
        matches[0].block.priority,
        matches[0].block.created_at,
        tuple((Match, match.pk) for match in matches if match.status == MatchStatus.WAITING),
        seconds,
        max(0.0, seconds - (timezone.now() - began).total_seconds()) if began else 0.0,
        is_begun=bool(running),
    )


def _uploads() -> Iterator[Turn]:
    """The uploads that are not built yet."""
    waiting = Version.objects.filter(status__in=(VersionStatus.RECEIVED, VersionStatus.UNPACKED))
    if players.only_house_plays():
        waiting = waiting.filter(bot__is_house=True)
    seconds = _build_seconds()
    for version in waiting:
        steps = () if version.claim else ((Version, version.pk),)
        left, priority = (seconds if version.claim else 0.0), PRIORITIES[BlockKind.TRIAL]
        yield Turn(priority, version.created_at, steps, seconds, left, bool(version.claim))


def _match_seconds() -> dict[int, float]:
    """How long the latest matches of each ladder took."""
    latest = Match.objects.filter(status=MatchStatus.FINISHED).order_by("-pk")[:RECENT]
    taken: dict[int, list[float]] = defaultdict(list)
    for ladder, began, ended in latest.values_list("ladder", "started_at", "finished_at"):
        if began is not None and ended is not None:
            taken[ladder].append(max(0.0, (ended - began).total_seconds()))
    return {ladder: sum(times) / len(times) for ladder, times in taken.items()}


def _build_seconds() -> float:
    """How long it took of late to unpack and build an upload."""
    stages = Stage.objects.filter(name=StageName.BUILT).order_by("-pk")[:RECENT]
    times = list(stages.values_list("seconds", flat=True))
    return sum(times) / len(times) if times else 0.0
