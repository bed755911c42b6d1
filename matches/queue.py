"""Tells workers what there is to do: every message is sent here, when what it is about is stored.

Messages are bells (docs/decisions/0002). One that nobody heard in time is thrown away, and the
sweeper rings again.
"""

from datetime import timedelta
from functools import partial
from typing import Any

from celery import current_app
from django.db import transaction
from django.utils import timezone

from matches.models import Reproduction
from matches.services import lease
from moonladder.ladders.models import Block, BlockKind, Ladder
from moonladder.ladders.services import PRIORITIES

OVERHEAD_SECONDS = 60
"""What a match may take beside its bots' time: boxes, the database, a busy machine."""


def send_block(block: Block) -> None:
    """Have a block's matches played."""
    limit = block_seconds(block.ladder)
    Block.objects.filter(pk=block.pk).update(sent_at=timezone.now())
    _send(
        "matches.play_block",
        block.pk,
        priority=block.priority,
        soft_time_limit=limit,
        time_limit=limit + OVERHEAD_SECONDS,
    )


def send_version(version_id: int) -> None:
    """Have an upload unpacked, built and tried."""
    _send("matches.prepare_version", version_id, priority=PRIORITIES[BlockKind.TRIAL])


def send_reproduction(reproduction: Reproduction) -> None:
    """Have a match played again, in its turn among the ladders' own blocks.

    Behind them it would never be played: of those there is always one that waits.
    """
    limit = block_seconds(reproduction.match.ladder)
    Reproduction.objects.filter(pk=reproduction.pk).update(sent_at=timezone.now())
    _send(
        "matches.reproduce",
        reproduction.pk,
        priority=PRIORITIES[BlockKind.RANKED],
        soft_time_limit=limit,
        time_limit=limit + OVERHEAD_SECONDS,
    )


def send_attend(ladder_id: int) -> None:
    """Have a ladder's results settled and its next matches planned."""
    _send("matches.attend", ladder_id)


def silence() -> timedelta:
    """After this a message nobody has taken is thrown away, and the sweeper sends another."""
    return 2 * lease()


def block_seconds(ladder: Ladder) -> int:
    """Longer than any block of this ladder takes, by the ladder's own clock."""
    clock = ladder.clock
    seat = 2 * clock["start_seconds"] + clock["match_seconds"]
    return int(ladder.seats * (ladder.seats * seat + OVERHEAD_SECONDS))


def _send(task: str, pk: int, **options: Any) -> None:
    """Send when the transaction that made it true is through; at once if there is none."""
    send = partial(current_app.send_task, task, args=(pk,), expires=silence().total_seconds())
    transaction.on_commit(partial(send, **_routed(task), **options))


def _routed(task: str) -> dict[str, str]:
    return {"queue": "matches"} if task in PLAYING else {}


PLAYING = {"matches.play_block", "matches.prepare_version", "matches.reproduce"}
"""Tasks that need boxes: workers that make boxes listen to a queue of their own."""
