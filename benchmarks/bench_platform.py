"""What the platform costs around a match: Celery, claims, records, settlement, planning.

All cases play the same matches in the same boxes, block by block, as workers are given them; a
figure is for one match. A bare loop is a process that is kept to one core, as workers are, and
plays and encodes match after match; two of them, on two cores, show what this machine can give.
Beside that the platform plans the blocks while they are played, claims and records each match on
its own, settles and fits: its time ends when the last match is settled.
"""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack, contextmanager
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.harness import Cases, Timed, race
from moonladder.embedded import redis_server
from tests.services.processes import free_port, running, site_environment, wait_until

if TYPE_CHECKING:
    from matches.jobs import Job
    from moonladder.ladders.models import Block, Ladder

BLOCKS = 8
"""Blocks in one call: enough for two workers to share."""

SEATS = 4
MATCHES = BLOCKS * SEATS
SECRET = "5" * 64
"""What all seeds follow from: the ladders of the cases are dealt alike."""

CROWDS = (10, 100, 1_000, 10_000)

LOOK_SECONDS = 0.2
"""Between two looks at what is settled: a look takes time from who plays."""


@race("one match through the platform", floor="bare loop", most_rounds=8)
def matches_played() -> Iterator[Cases]:
    """Keep one worker and two on the same database, each with a broker and a settler of its own."""
    with tempfile.TemporaryDirectory(prefix="moonladder-bench-") as folder, ExitStack() as site:
        state = Path(folder)
        prepare(state)
        redis = site.enter_context(brokers(state))
        loops = [site.enter_context(bare_loop(state, core)) for core in two_cores()]
        one = site.enter_context(workers(state, 1, f"{redis}/2"))
        two = site.enter_context(workers(state, 2, f"{redis}/4"))
        yield {
            "bare loop": Timed(partial(bare, small_ladder("bare"), loops[:1])),
            "two bare loops": Timed(partial(bare, small_ladder("bares"), loops)),
            "one worker": Timed(partial(through, small_ladder("one"), one)),
            "two workers": Timed(partial(through, small_ladder("two"), two)),
        }


@race("planning one block", floor="10 bots")
def blocks_planned() -> Iterator[Cases]:
    """Ladders of bots that have all played before, and the broker that is told of their blocks."""
    with tempfile.TemporaryDirectory(prefix="moonladder-bench-") as folder, ExitStack() as site:
        state = Path(folder)
        prepare(state)
        site.enter_context(brokers(state))
        yield {f"{size:,} bots": partial(plan, crowded_ladder(size)) for size in CROWDS}


def crowded_ladder(size: int) -> "Ladder":
    """A ladder with so many bots."""
    from tests.matches import arena

    ladder = arena.make_ladder(f"crowd-{size}", seats=SEATS, options={})
    arena.crowd(ladder, size)
    return ladder


def plan(ladder: "Ladder") -> None:
    """Plan a block."""
    from matches import planning

    if planning.ranked_plan(ladder=ladder) is None:
        raise RuntimeError("no table could be filled")


def prepare(state: Path) -> None:
    """Make the site's database, and make this process part of the site."""
    join(state)
    from django.core.management import call_command

    call_command("migrate", verbosity=0)


def join(state: Path) -> None:
    """Make this process part of the site."""
    for name, value in site_environment(state_dir=state).items():
        os.environ[name] = value
    os.environ["DJANGO_SETTINGS_MODULE"] = "moonladder.settings"
    import django

    django.setup()


def two_cores() -> list[int]:
    """A core for each loop; the same one twice where there is but one."""
    cores = sorted(os.sched_getaffinity(0))
    return [cores[0], cores[-1]]


@contextmanager
def bare_loop(state: Path, core: int) -> Iterator[ProcessPoolExecutor]:
    """Keep a process that plays what it is given."""
    with ProcessPoolExecutor(1, get_context("spawn"), join_on_core, (state, core)) as loop:
        yield loop


def join_on_core(state: Path, core: int) -> None:
    """Make this process part of the site and keep it to that core."""
    join(state)
    os.sched_setaffinity(0, {core})


@contextmanager
def brokers(state: Path) -> Iterator[str]:
    """Run a Redis; each of its databases is a broker, and the next one its pages' cache."""
    port = free_port()
    command = [*redis_server.command(state), "--port", str(port)]
    with running(command, log=state / "redis.log"):
        wait_until(lambda: redis_server.answers(state), what="Redis to start")
        yield f"redis://127.0.0.1:{port}"


@contextmanager
def workers(state: Path, size: int, broker: str) -> Iterator[str]:
    """Run a settler and so many players until the block ends; yield their broker."""
    environment = site_environment(state_dir=state, redis_url=broker)
    with ExitStack() as stack:
        for name, queues, processes in (("settler", "celery", 1), ("player", "matches", size)):
            log = state / f"{name}-{size}.log"
            node = ("--hostname", f"{name}-{size}@%h", "--concurrency", str(processes))
            quiet = ("--queues", queues, "--without-gossip", "--without-mingle")
            command = [sys.executable, "-m", "celery", "-A", "moonladder", "worker", *node, *quiet]
            stack.enter_context(running(command, log=log, env=environment))
            wait_until(partial(is_ready, log), what=f"the worker {name} to start")
        yield broker


def is_ready(log: Path) -> bool:
    """Tell whether a worker has said that it takes tasks."""
    return " ready." in log.read_text()


def small_ladder(slug: str) -> int:
    """A ladder with light bots, paused: what is played is planned here."""
    from moonladder.ladders.models import Ladder, LadderState
    from tests.matches import arena

    ladder = arena.make_ladder(slug, seats=SEATS, options={})
    for number in range(SEATS):
        arena.seat(ladder, f"{slug}-{number}", "seeded")
    Ladder.objects.filter(pk=ladder.pk).update(state=LadderState.PAUSED, secret=SECRET)
    return ladder.pk


def blocks(ladder_id: int) -> "Iterator[Block]":
    """Plan some blocks. The message that goes with each is for a queue that nobody listens to."""
    from matches import planning
    from moonladder.ladders import selectors
    from moonladder.ladders.models import Ladder

    for _ in range(BLOCKS):
        ladder = Ladder.objects.get(pk=ladder_id)
        stints = list(selectors.stints_to_pair(ladder=ladder))
        yield planning.table_plan(ladder=ladder, table=stints)


def bare(ladder_id: int, loops: Sequence[ProcessPoolExecutor]) -> float:
    """Have the matches of new blocks played by loops that share them; the seconds for each."""
    from matches import selectors, services
    from matches.models import Match, MatchStatus

    planned = [block.pk for block in blocks(ladder_id)]
    ids = [pk for block in planned for pk in selectors.waiting_matches(block_id=block)]
    jobs = [services.match_job(match_id=match_id) for match_id in ids]
    Match.objects.filter(pk__in=ids).update(status=MatchStatus.VOID, trouble="bare loop")
    share = len(jobs) // len(loops)
    began = time.perf_counter()
    playing = [
        loop.submit(play, jobs[number * share : (number + 1) * share])
        for number, loop in enumerate(loops)
    ]
    for part in playing:
        part.result()
    return (time.perf_counter() - began) / MATCHES


def play(jobs: "Sequence[Job]") -> None:
    """Play matches one after another, and keep nothing."""
    from matches import runner

    for job in jobs:
        runner.play(job)


def through(ladder_id: int, broker: str) -> float:
    """Have new blocks planned, played and settled through a broker; the seconds for each match."""
    from celery import current_app
    from django.db.models import Max
    from django.utils import timezone

    from matches.models import Match

    began, sent = timezone.now(), []
    with current_app.connection_for_write(broker) as connection:
        for block in blocks(ladder_id):
            current_app.send_task(
                "matches.play_block", (block.pk,), queue="matches", connection=connection
            )
            sent.append(block.pk)
    matches = Match.objects.filter(block__in=sent)
    while matches.filter(settled_at=None).exists():
        time.sleep(LOOK_SECONDS)
    ended = matches.aggregate(at=Max("settled_at"))["at"]
    return float((ended - began).total_seconds()) / MATCHES
