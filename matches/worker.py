"""What a worker that makes boxes does when it starts: proves that it can, and settles on a core.

A worker that listens to the queue of matches is a player. It refuses to start where bots would not
be kept apart, unless MOONLADDER_SANDBOX says how it shall make do (ground.py): then it plays less,
and every result is stamped. Workers that only settle and plan need no boxes and start anywhere.
"""

import json
import logging
import mmap
import os
import subprocess
import sys
from collections.abc import Sequence
from typing import Any

from billiard import current_process
from celery.signals import (
    celeryd_after_setup,
    worker_process_init,
    worker_shutdown,
    worker_shutting_down,
)
from django.conf import settings
from django.db import DatabaseError, connections

from matches import ground
from moonladder import env
from moonladder.players import services as players
from moonladder.players.models import Ground

logger = logging.getLogger(__name__)

QUEUE = "matches"

_stopping = mmap.mmap(-1, 1)
"""One byte that a worker shares with the processes of its pool: whether it is asked to stop."""


@worker_shutting_down.connect
def stop_after_this_match(**_: object) -> None:
    """Let the pool know: a worker waits for its tasks, and a block may have long to go."""
    _stopping[0] = 1


def is_stopping() -> bool:
    """Whether this worker is asked to stop: what it has not begun is for another."""
    return _stopping[0] == 1


@celeryd_after_setup.connect
def arrive(sender: str, instance: Any, **_: object) -> None:
    """Try the doors of a box before taking work, and tell the site who plays here and what."""
    if QUEUE not in instance.app.amqp.queues.consume_from:
        return
    kind, backend, missing, languages = standing()
    settings.SANDBOX = backend  # what was tried is what is used
    if kind != Ground.FULL:
        logger.warning("%s Missing:\n  %s", ground.PLAYS[Ground(kind)], "\n  ".join(missing))
    try:
        players.player_arrive(
            name=sender,
            ground=kind,
            backend=backend,
            missing=missing,
            languages=languages,
            processes=instance.concurrency,
        )
    except DatabaseError as error:
        sys.exit(f"This player does not start, because the database does not answer: {error}")
    finally:
        connections.close_all()  # the pool's processes open their own


def standing() -> Sequence[Any]:
    """What `sandbox_check` found; it runs apart, so that none of its helpers stay here."""
    check = subprocess.run(
        [sys.executable, str(env.ROOT / "manage.py"), "sandbox_check", "--standing"],
        env=env.for_programs(),
        capture_output=True,
        text=True,
    )
    if check.returncode != 0:
        sys.exit(
            f"{check.stdout}{check.stderr}\nThis player does not start. Install what is missing, "
            "or let the house bots alone play, without isolation: MOONLADDER_SANDBOX=process."
        )
    return tuple(json.loads(check.stdout))


@worker_shutdown.connect
def leave(sender: Any, **_: object) -> None:
    """Let nobody wait for a player that was told to stop."""
    if QUEUE in sender.app.amqp.queues.consume_from:
        try:
            players.player_leave(name=sender.hostname)
        except DatabaseError:
            logger.warning("This player leaves unnoticed: the database does not answer")


@celeryd_after_setup.connect
def settle_on_cores(instance: Any, **_: object) -> None:
    """Have each process of a pool that makes boxes keep to one core, together with its boxes.

    A referee and the bot it waits for never run at the same time, and handing over to another
    core costs more than most answers. Who makes no boxes goes to whatever core has time.
    """
    if QUEUE in instance.app.amqp.queues.consume_from:
        worker_process_init.connect(settle_on_a_core)


def settle_on_a_core(**_: object) -> None:
    """Keep this process to its share of the machine's cores."""
    cores = sorted(os.sched_getaffinity(0))
    os.sched_setaffinity(0, {cores[current_process().index % len(cores)]})
