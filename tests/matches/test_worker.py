"""Workers as they start: those that play prove that they can keep bots apart, or say why not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from celery import current_app

from matches import planning
from matches.models import Match, MatchStatus
from moonladder.env import ROOT
from tests.matches import arena
from tests.matches.site import celery, descendants, worker, worker_words
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


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(("queues", "backend"), [("celery", "nowhere"), ("matches", "process")])
def test_workers_without_boxes_start_where_they_need_none_or_are_told_so(
    broker: str, tmp_path: Path, queues: str, backend: str
) -> None:
    log = tmp_path / "log"
    with celery(*worker_words("w", queues), log=log, sandbox=backend):
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")


@pytest.mark.django_db(transaction=True)
def test_each_process_of_a_worker_stays_on_one_core(broker: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    with celery(*worker_words("w", "matches", 2), log=log, sandbox="process") as pid:
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")
        both = min(2, len(os.sched_getaffinity(0)))
        wait_until(lambda: settled_cores(pid) == [1, 1, both], what="them to settle")


def test_a_worker_without_boxes_goes_to_whatever_core_has_time(broker: str, tmp_path: Path) -> None:
    log = tmp_path / "log"
    queue = "alone"  # other tests' workers listen to the usual one
    with celery(*worker_words("w", queue), log=log) as pid:
        wait_until(lambda: " ready." in log.read_text(), what="the worker to start")
        current_app.send_task("celery.accumulate", queue=queue)
        wait_until(lambda: " succeeded " in log.read_text(), what="a task to run")
        assert settled_cores(pid) == [len(os.sched_getaffinity(0))] * 2


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_asked_to_stop_leaves_the_rest_of_its_block_to_others(
    broker: str, tmp_path: Path
) -> None:
    ladder = arena.make_ladder(game="shadow_hunters", seats=8, options={})
    for number in range(8):
        arena.seat(ladder, f"bot-{number}", "seeded")
    block = planning.ranked_plan(ladder=ladder)
    assert block is not None
    matches = Match.objects.filter(block=block)
    with worker(tmp_path, size=1, queues="matches", sandbox="process"):
        wait_until(matches.filter(status=MatchStatus.FINISHED).exists, what="the first match")
    assert set(matches.values_list("status", "attempts")) == {("finished", 1), ("waiting", 0)}


def settled_cores(worker: int) -> list[int]:
    """How many cores each process of a pool may use, and all of them together."""
    pool = {number for number, _ in descendants(worker)} - {worker}
    try:
        cores = [os.sched_getaffinity(number) for number in pool]
    except ProcessLookupError:
        return []  # one that took too long to start is being replaced
    return [*map(len, cores), len(set().union(*cores))]
