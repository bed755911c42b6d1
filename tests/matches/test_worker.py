"""Workers as they start: those that play prove that they can keep bots apart, or say why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from moonladder.env import ROOT
from tests.matches.site import celery, descendants, worker_words
from tests.services.processes import PATIENCE_SECONDS, site_environment, wait_until


def start(queues: str, **variables: object) -> subprocess.CompletedProcess[str]:
    """Start a worker that is expected to give up, and wait for what it says."""
    command = [sys.executable, "-m", "celery", "-A", "moonladder", *worker_words("w", queues)]
    return subprocess.run(
        command,
        cwd=ROOT,
        env=site_environment(**variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )


def test_a_worker_that_cannot_keep_bots_apart_does_not_start(broker: str) -> None:
    gone = start("matches", sandbox="nowhere")
    assert gone.returncode == 1
    assert "there is no backend 'nowhere'" in gone.stderr
    assert "MOONLADDER_SANDBOX=process" in gone.stderr


@pytest.mark.parametrize(("queues", "backend"), [("celery", "nowhere"), ("matches", "process")])
def test_workers_without_boxes_start_where_they_need_none_or_are_told_so(
    broker: str, tmp_path: Path, queues: str, backend: str
) -> None:
    log = tmp_path / "log"
    with celery(*worker_words("w", queues), log=log, sandbox=backend):
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")


def test_each_process_of_a_worker_stays_on_one_core(broker: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with celery(*worker_words("w", "matches", 2), log=log, sandbox="process") as pid:
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")
        both = min(2, len(os.sched_getaffinity(0)))
        wait_until(lambda: settled_cores(pid) == [1, 1, both], what="them to settle")


def settled_cores(worker: int) -> list[int]:
    """How many cores each process of a pool may use, and all of them together."""
    pool = {number for number, _ in descendants(worker)} - {worker}
    try:
        cores = [os.sched_getaffinity(number) for number in pool]
    except ProcessLookupError:
        return []  # one that took too long to start is being replaced
    return [*map(len, cores), len(set().union(*cores))]
