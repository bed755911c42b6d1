"""What the platform costs around a match: Celery, claims, records and settlement, beside the bots.

The bare loop plays the same matches in the same boxes, one after another, and keeps nothing. What
is raced is blocks, as workers are given them; a figure is for one match.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.bench_sandbox import pinned
from benchmarks.harness import Batch, Cases, race
from moonladder.embedded import redis_server
from tests.services.processes import running, site_environment, wait_until

if TYPE_CHECKING:
    from moonladder.ladders.models import Block

BLOCKS = 4
"""Blocks in one call: enough for two workers to share."""

SEATS = 4


@race("one match through the platform", floor="bare loop")
def matches_played() -> Iterator[Cases]:
    """Keep one worker on a queue of its own and two on another, on the same database."""
    with tempfile.TemporaryDirectory(prefix="moonladder-bench-") as folder, ExitStack() as site:
        state = Path(folder)
        prepare(state)
        site.enter_context(running(redis_server.command(state), log=state / "redis.log"))
        wait_until(lambda: redis_server.answers(state), what="Redis to start")
        for name, queues, size in (
            ("settler", "celery", 1),
            ("one", "one", 1),
            ("two", "two", 2),
        ):
            site.enter_context(worker(state, name, queues, size))
        ladder = small_ladder()
        size = BLOCKS * SEATS
        yield {
            "bare loop": Batch(partial(bare, ladder), size),
            "one worker": Batch(partial(through, ladder, "one"), size),
            "two workers": Batch(partial(through, ladder, "two"), size),
        }


def prepare(state: Path) -> None:
    """Make the site's database, and make this process part of the site."""
    for name, value in site_environment(state_dir=state).items():
        os.environ[name] = value
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonladder.settings"
    import django
    from django.core.management import call_command

    django.setup()
    call_command("migrate", verbosity=0)


@contextmanager
def worker(state: Path, name: str, queues: str, size: int) -> Iterator[None]:
    """Run a worker until the block ends."""
    log = state / f"{name}.log"
    node = ("--hostname", f"{name}@%h", "--queues", queues, "--concurrency", str(size))
    command = [sys.executable, "-m", "celery", "-A", "moonladder", "worker", *node]
    with running(command, log=log, env=site_environment(state_dir=state)):
        wait_until(lambda: " ready." in log.read_text(), what=f"the worker {name} to start")
        yield


def small_ladder() -> int:
    """A ladder with light bots, paused: what is played is planned here."""
    from moonladder.ladders.models import Ladder, LadderState
    from tests.matches import arena

    ladder = arena.make_ladder(seats=SEATS, options={})
    for number in range(SEATS):
        arena.seat(ladder, f"bot-{number}", "seeded")
    Ladder.objects.filter(pk=ladder.pk).update(state=LadderState.PAUSED)
    return ladder.pk


def blocks(ladder_id: int) -> "list[Block]":
    """Plan some blocks. The message that goes with each is for a queue that nobody listens to."""
    from matches import planning
    from moonladder.ladders import selectors
    from moonladder.ladders.models import Ladder

    planned = []
    for _ in range(BLOCKS):
        ladder = Ladder.objects.get(pk=ladder_id)
        stints = list(selectors.stints_to_pair(ladder=ladder))
        planned.append(planning.table_plan(ladder=ladder, table=stints))
    return planned


def bare(ladder_id: int) -> None:
    """Play the matches of new blocks one after another, and keep nothing."""
    from matches import runner, selectors, services
    from matches.models import Match, MatchStatus

    for block in blocks(ladder_id):
        with pinned():
            for match_id in selectors.waiting_matches(block_id=block.pk):
                runner.play(services.match_job(match_id=match_id))
        Match.objects.filter(block=block).update(status=MatchStatus.VOID, trouble="bare loop")


def through(ladder_id: int, queue: str) -> None:
    """Have new blocks played by the workers of a queue, and wait for the last record."""
    from celery import current_app

    from matches.models import UNDECIDED, Match

    sent = blocks(ladder_id)
    for block in sent:
        current_app.send_task("matches.play_block", (block.pk,), queue=queue)
    waiting = Match.objects.filter(block__in=sent, status__in=UNDECIDED)
    wait_until(lambda: not waiting.exists(), what="the blocks to be played")
