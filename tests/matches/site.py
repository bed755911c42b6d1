"""The programs of a site for tests: workers and beat as processes, on the database of the test."""

import contextlib
import os
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.services.fixtures import shared_database_url
from tests.services.processes import running, site_environment, wait_until

Process = tuple[int, int]
"""A process's number and when it began: numbers are used again."""


@contextlib.contextmanager
def celery(*words: str, log: Path, **variables: object) -> Iterator[int]:
    """Run a Celery program of the site for as long as the block lasts; yield its process."""
    environment = site_environment(database_url=shared_database_url(), **variables)
    command = [sys.executable, "-m", "celery", "-A", "moonladder", *words]
    with running(command, log=log, env=environment) as process:
        yield process.pid


def worker_words(name: str, queues: str, size: int = 1) -> tuple[str, ...]:
    """The command line of a worker, behind `celery -A moonladder`."""
    quiet = ("--without-gossip", "--without-mingle")
    node = ("--hostname", f"{name}@%h", "--queues", queues, "--concurrency", str(size))
    return ("worker", *quiet, *node)


@contextlib.contextmanager
def worker(folder: Path, *, size: int, queues: str, **variables: object) -> Iterator[int]:
    """Run one worker with that many processes, once it is ready."""
    log = folder / f"worker-{size}.log"
    with celery(*worker_words("test", queues, size), log=log, **variables) as pid:
        wait_until(lambda: " ready." in log.read_text(), what=f"the worker to start, see {log}")
        yield pid


def descendants(root: int) -> set[Process]:
    """The process and all it has started, however deep."""
    parents = {}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
            parents[int(folder.name), int(fields[19])] = int(fields[1])
    found = {process for process in parents if process[0] == root}
    while more := {p for p, parent in parents.items() if parent in {n for n, _ in found}} - found:
        found |= more
    return found


def living(processes: set[Process]) -> set[Process]:
    """Those that run still; the dead that nobody has waited for do not count."""
    alive = set()
    for number, began in processes:
        with contextlib.suppress(OSError):
            fields = Path(f"/proc/{number}/stat").read_text().rpartition(")")[2].split()
            if int(fields[19]) == began and fields[0] != "Z":
                alive.add((number, began))
    return alive


def kill(pid: int) -> None:
    """End a process as hard as the kernel can."""
    with contextlib.suppress(ProcessLookupError):
        os.kill(pid, 9)
