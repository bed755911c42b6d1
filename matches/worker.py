"""What a worker that makes boxes does when it starts: proves that it can, and settles on a core.

A worker that listens to the queue of matches refuses to start where bots would not be kept apart,
unless MOONLADDER_SANDBOX says `process`: then every result is stamped and uploads are refused.
Workers that only settle and plan need no boxes and start anywhere.
"""

import logging
import mmap
import os
import subprocess
import sys
from typing import Any

from billiard import current_process
from celery.signals import celeryd_after_setup, worker_process_init, worker_shutting_down
from django.conf import settings

from moonladder import env

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
def refuse_to_play_unprotected(sender: str, instance: Any, **_: object) -> None:
    """Try the doors of a box before taking work."""
    if QUEUE not in instance.app.amqp.queues.consume_from:
        return
    if settings.SANDBOX == "process":
        logger.warning("Bots run without isolation: results are stamped, uploads are refused")
    elif missing := what_is_missing():
        sys.exit(
            f"{missing}\nThis worker does not start. Install what is missing, or let the house "
            "bots play without isolation: set MOONLADDER_SANDBOX=process."
        )


def what_is_missing() -> str:
    """What `sandbox_check` complains of; it runs apart, so that none of its helpers stay here."""
    check = subprocess.run(
        [sys.executable, str(env.ROOT / "manage.py"), "sandbox_check"],
        env=env.for_programs(),
        capture_output=True,
        text=True,
    )
    return "" if check.returncode == 0 else f"{check.stdout}{check.stderr}"


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
