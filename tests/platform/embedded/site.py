"""A site run by `manage.py up`, seen from outside: its output, its health, its processes."""

import contextlib
import http.client
import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from moonladder.env import ROOT
from tests.services.processes import (
    PATIENCE_SECONDS,
    free_port,
    manage,
    site_environment,
    wait_until,
)


class Site:
    """One running `manage.py up` on a state folder and a port of its own."""

    def __init__(self, state_dir: Path, before: Sequence[str] = (), *words: str) -> None:
        self.state_dir = state_dir
        self.port = free_port()
        self.output = state_dir.with_suffix(".out")
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [*before, sys.executable, "manage.py", "up", *words],
                cwd=ROOT,
                env=site_environment(**self.variables),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
            )

    @property
    def variables(self) -> dict[str, object]:
        """What sets this site apart from others."""
        sizes = {"web_processes": 1, "workers": 1, "secret_key": ""}
        return {"state_dir": self.state_dir, "port": self.port, **sizes}

    @property
    def address(self) -> str:
        """Where its pages begin."""
        return f"http://127.0.0.1:{self.port}"

    def run(self, code: str) -> str:
        """Run Python inside this site; return what it printed."""
        result = manage("shell", "--no-imports", "-c", code, **self.variables)
        assert result.returncode == 0, result.stderr
        return result.stdout

    def said(self) -> str:
        """Return everything it has printed so far."""
        return self.output.read_text()

    def wait_until_up(self) -> None:
        """Wait for the line that gives the address."""
        wait_until(self._is_up_or_gone, what=f"the site to be up, which said: {self.said()}")
        assert self.process.poll() is None, self.said()

    def _is_up_or_gone(self) -> bool:
        return "Moonladder is up" in self.said() or self.process.poll() is not None

    def get(self, path: str) -> tuple[int, bytes]:
        """Return status and body of a page."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE_SECONDS)
        with contextlib.closing(connection):
            connection.request("GET", path)
            response = connection.getresponse()
            return response.status, response.read()

    def health(self) -> tuple[int, Any]:
        """Return status and content of the health page."""
        status, body = self.get("/healthz")
        return status, json.loads(body)

    def pid(self, name: str) -> int:
        """Return the process that the printed table names."""
        (line,) = [line for line in self.said().splitlines() if line.startswith(f"  {name} ")]
        return int(line.split()[1])

    def processes(self) -> set[int]:
        """Return every process, however deep, that was started for this site."""
        folders = Path("/proc").glob("[0-9]*")
        return {int(folder.name) for folder in folders if self._owns(folder)}

    def _owns(self, folder: Path) -> bool:
        """Redis writes its title over its environment, so its command line is looked at too."""
        try:
            words = (folder / "environ").read_bytes() + (folder / "cmdline").read_bytes()
        except OSError:
            return False  # the process ended, or is another user's
        return os.fsencode(self.state_dir) in words

    def ask_to_stop(self, number: signal.Signals = signal.SIGTERM) -> int:
        """Send a signal to the supervisor; return its exit code."""
        self.process.send_signal(number)
        return self.process.wait(PATIENCE_SECONDS)

    def end(self) -> None:
        """Leave nothing behind, whatever the test did."""
        if self.process.poll() is None:
            self.ask_to_stop()
        for pid in self.processes():
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)


@contextlib.contextmanager
def site(state_dir: Path, before: Sequence[str] = (), *words: str) -> Iterator[Site]:
    """Run a site until the block ends, behind a command that changes what it can do here."""
    running = Site(state_dir, before, *words)
    try:
        running.wait_until_up()
        yield running
    finally:
        running.end()
