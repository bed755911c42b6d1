"""What workers are told to do: each task takes an id, is safe to run twice, and decides nothing."""

import logging
import time
from contextlib import suppress

from celery import shared_task

from matches import (
    fitting,
    planning,
    playing,
    queue,
    reproductions,
    retention,
    selectors,
    services,
    settlement,
    trials,
    worker,
)
from matches.jobs import PlatformFault
from moonladder.bots import services as bots
from moonladder.bots.models import Version
from moonladder.ladders import selectors as ladders
from moonladder.ladders.models import Block, BlockKind

logger = logging.getLogger(__name__)

LOOK_SECONDS = 1.0
"""So long what is urgent can wait: a block that is over sooner is played to its end."""


@shared_task(name="matches.play_block")
def play_block(block_id: int) -> None:
    """Play the matches of a block one by one, until it is over or there is a reason to stop."""
    block = Block.objects.select_related("ladder").get(pk=block_id)
    try:
        _play_in_turn(block)
    except PlatformFault:
        return  # the sweeper has it tried again after a while, when things may be better
    if block.kind == BlockKind.TRIAL:
        trials.trial_conclude(block=block)
    queue.send_attend(block.ladder_id)


def _play_in_turn(block: Block) -> None:
    if not selectors.may_be_played_here(block=block):
        return  # it waits for a player that can keep bots apart
    look_from = time.monotonic() + LOOK_SECONDS
    for match_id in selectors.waiting_matches(block_id=block.pk):
        playing.match_play(match_id=match_id)
        may_look = time.monotonic() > look_from
        if worker.is_stopping() or (may_look and selectors.is_something_urgent(than=block)):
            queue.send_block(block)
            return


@shared_task(name="matches.prepare_version")
def prepare_version(version_id: int) -> None:
    """Unpack and build an upload, then plan its trial."""
    if bots.version_prepare(version_id=version_id):
        planning.trial_plan(version=Version.objects.select_related("bot").get(pk=version_id))


@shared_task(name="matches.attend")
def attend(ladder_id: int) -> None:
    """Settle what a ladder has played, and plan what is played next."""
    settlement.ladder_settle(ladder_id=ladder_id)
    fitting.ladder_fit_if_due(ladder_id=ladder_id)
    planning.batch_turn(ladder_id=ladder_id)
    planning.blocks_schedule()


@shared_task(name="matches.attend_all")
def attend_all() -> None:
    """Settle and plan for every ladder, whatever messages were lost."""
    for ladder in ladders.ladders_at_play():
        settlement.ladder_settle(ladder_id=ladder.pk)
        fitting.ladder_fit_if_due(ladder_id=ladder.pk)
        planning.batch_turn(ladder_id=ladder.pk)
    planning.blocks_schedule()


@shared_task(name="matches.sweep")
def sweep() -> None:
    """Take back what lost workers held, conclude what they had no time for, ring again."""
    lost = services.matches_free_lost() + reproductions.reproductions_free_lost()
    if lost := lost + len(bots.versions_free_lost()):
        logger.warning("%d matches or uploads were taken back from lost workers", lost)
    trials.trials_conclude()
    for version in selectors.untried_versions():
        planning.trial_plan(version=version)
    for block in selectors.forgotten_blocks(silence=queue.silence()):
        queue.send_block(block)
    for version in selectors.forgotten_versions():
        queue.send_version(version.pk)
    for reproduction in reproductions.forgotten_reproductions(silence=queue.silence()):
        queue.send_reproduction(reproduction)


@shared_task(name="matches.reproduce")
def reproduce(reproduction_id: int) -> None:
    """Play a finished match again and compare."""
    block = Block.objects.get(matches__reproductions=reproduction_id)
    if not selectors.may_be_played_here(block=block):
        return  # it waits for a player that can keep bots apart
    with suppress(PlatformFault):  # the sweeper has it tried again after a while
        playing.reproduction_play(reproduction_id=reproduction_id)


@shared_task(name="matches.forget_remarks")
def forget_remarks() -> None:
    """Forget what bots said to their owners long ago."""
    retention.remarks_forget()
