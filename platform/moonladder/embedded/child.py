"""One supervised program: started as often as it takes, ended together with all it started."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

from moonladder import env
from moonladder.embedded.programs import Program

STEADY_SECONDS = 60.0
"""Who lived this long before it died is started again without extra delay."""

SHORTEST_DELAY_SECONDS = 1.0
LONGEST_DELAY_SECONDS = 30.0
LONGEST_LOG_BYTES = 10_000_000

PR_SET_PDEATHSIG = 1
LIBC = ctypes.CDLL(None)


class Child:
    """A program with its process, its log and the time of its next start."""

    def __init__(self, program: Program, log: Path) -> None:
        self.program = program
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self.restart_at: float | None = None
        self._started_at = 0.0
        self._delay = SHORTEST_DELAY_SECONDS

    def start(self) -> None:
        """Start the program in a session of its own, its output added to its log."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                self.program.command,
                cwd=env.ROOT,
                env={**env.for_programs(), **self.program.variables},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )
        self._started_at = time.monotonic()
        self.restart_at = None

    @property
    def pid(self) -> int | None:
        """The leading process's number."""
        return self.process.pid if self.process else None

    @property
    def is_running(self) -> bool:
        """Tell whether the program's leading process lives."""
        return self.process is not None and self.process.poll() is None

    @property
    def has_died(self) -> bool:
        """Tell whether it ended by itself and nobody has seen to it yet."""
        return self.process is not None and not self.is_running

    def obituary(self) -> str:
        """Say how the process ended."""
        assert self.process is not None
        code = self.process.returncode
        if code < 0:
            how = f"was killed by {signal.Signals(-code).name}"
        else:
            how = f"ended with {code} ({self._last_words()})"
        return f"{self.program.name} (process {self.process.pid}) {how}"

    def _last_words(self) -> str:
        """Return the last line of the log, which for most programs is the reason."""
        lines = self.log.read_text(errors="replace").split("\n")
        return next((line for line in reversed(lines) if line.strip()), "without a word")

    def plan_restart(self) -> float:
        """Set the time of the next start; return the delay, doubled while it keeps dying early."""
        now = time.monotonic()
        steady = now - self._started_at > STEADY_SECONDS
        delay = SHORTEST_DELAY_SECONDS if steady else self._delay
        self._delay = min(LONGEST_DELAY_SECONDS, 2 * delay)
        self.restart_at = now + delay
        return delay

    def send(self, number: signal.Signals) -> None:
        """Send a signal to the leading process."""
        if self.process is not None:
            self.process.send_signal(number)

    def end_group(self) -> None:
        """Kill what is left of the program, such as the pool of a worker that died."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()
            self.process = None  # its number may soon belong to a stranger

    def shorten_log(self) -> None:
        """Set a long log aside, over the one before; the program goes on writing to the file."""
        if self.log.exists() and self.log.stat().st_size > LONGEST_LOG_BYTES:
            self.log.with_suffix(".log.1").write_bytes(self.log.read_bytes())
            os.truncate(self.log, 0)


def _end_with_parent() -> None:
    """Have Linux send SIGTERM to this process when its parent dies, even by SIGKILL."""
    if sys.platform == "linux":
        LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
