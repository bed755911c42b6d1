"""Starting programs for a test, waiting for them, and leaving none behind."""

import contextlib
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from moonladder.env import ROOT, for_programs

PATIENCE_SECONDS = 180.0
"""Far longer than anything here takes: who waits this long waits for something that is broken."""


def wait_until(condition: Callable[[], bool], *, what: str) -> None:
    """Return as soon as the condition holds; fail the test when it never does."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            pytest.fail(f"waited {PATIENCE_SECONDS:.0f} s in vain: {what}")
        time.sleep(0.05)


def find_program(name: str, *folders: Path) -> str:
    """Return a program's path; skip the test on a machine where it could not be installed."""
    path = os.pathsep.join([*map(str, folders), os.environ["PATH"], "/usr/sbin"])
    return shutil.which(name, path=path) or pytest.skip(f"{name} is not installed")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def site_environment(**variables: object) -> dict[str, str]:
    """Return the environment of a program of the site, with some variables of its own."""
    environment = for_programs()
    environment.pop("DJANGO_SETTINGS_MODULE", None)  # the site's own settings, not the suite's
    return environment | {f"MOONLADDER_{name.upper()}": str(v) for name, v in variables.items()}


@contextlib.contextmanager
def running(
    command: list[str], *, log: Path, stop: signal.Signals = signal.SIGTERM, **options: Any
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program for as long as the block lasts, then end it with all it started."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, cwd=ROOT, stdout=output, stderr=output, start_new_session=True, **options
        )
    try:
        yield process
    finally:
        process.send_signal(stop)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(PATIENCE_SECONDS)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def manage(*arguments: str, **variables: object) -> subprocess.CompletedProcess[str]:
    """Run one management command of the site to its end."""
    return manage_behind((), *arguments, **variables)


def manage_behind(
    before: Sequence[str], *arguments: str, **variables: object
) -> subprocess.CompletedProcess[str]:
    """Do so behind a command that changes what the site can do on this machine."""
    return subprocess.run(
        [*before, sys.executable, "manage.py", *arguments],
        cwd=ROOT,
        env=site_environment(**variables),
        capture_output=True,
        text=True,
        timeout=PATIENCE_SECONDS,
    )
