"""The worker's side of the keeper: asks it for processes, and holds their life lines."""

import contextlib
import json
import os
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from sandbox.faults import SandboxError
from sandbox.forks import forget_in_children

PROGRAM = Path(__file__).with_name("keeper.py")
LIFE = -1
"""Stands for the life line itself among the descriptors a process is to have."""
END_SECONDS = 5.0
"""How long a killed process may take to be gone."""


@dataclass(frozen=True, kw_only=True)
class Request:
    """One process to start, in the keeper's words."""

    argv: Sequence[str]
    env: Mapping[str, str]
    uid: int | None = None
    rlimits: Mapping[str, int] = field(default_factory=dict)
    cwd: str = "/"
    affinity: list[int] = field(default_factory=lambda: sorted(os.sched_getaffinity(0)))


class End(NamedTuple):
    """How a process of the keeper's ended."""

    status: int
    """As wait(2) has it."""
    exit_code: int | None
    """What bubblewrap said of the program inside; None if that never ran, or could not be said."""
    cpu_seconds: float
    peak_rss_bytes: int


class Life:
    """One started process: how it ended, and the means to end it."""

    def __init__(self, line: socket.socket) -> None:
        self._line = line
        self._text = b""
        self._end: End | None = None

    def wait(self, seconds: float) -> End | None:
        """How the process ended, waiting for that at most so long; None while it runs."""
        deadline = time.monotonic() + seconds
        poll = select.poll()
        poll.register(self._line, select.POLLIN)
        while self._end is None:
            remaining = max(0.0, deadline - time.monotonic())
            if not poll.poll(remaining * 1000):
                return None
            self._listen()
        return self._end

    def _listen(self) -> None:
        chunk = self._line.recv(4096)
        self._text += chunk
        if not chunk:
            self._end = self._conclude()

    def _conclude(self) -> End:
        told: dict[str, Any] = {}
        for line in self._text.decode().splitlines():
            told |= json.loads(line)
        if "error" in told:
            raise SandboxError(f"the box could not be started: {told['error']}")
        if "status" not in told:
            raise SandboxError("the keeper of the boxes has died")
        rss = told["rss_kib"] * 1024
        return End(told["status"], told.get("exit-code"), told["cpu"], rss)

    def kill(self) -> None:
        """Ask the keeper to end the process; `wait` tells when it has."""
        with contextlib.suppress(OSError):
            self._line.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._line.close()


class Keeper:
    """Starts processes that live until they end, are killed, or this process dies.

    The keeper process is started at first use, and again if it has died or this process is a fork
    of the one that used it. Requests are single datagrams, so threads need no lock to send them.
    """

    def __init__(self, tools: Sequence[tuple[str, str]] = ()) -> None:
        self._tools = tools
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None
        forget_in_children(self)

    def spawn(self, request: Request, files: Sequence[int], groups: Sequence[int]) -> Life:
        """Start a process that has `files` as its descriptors 0, 1, 2, ... and is in the groups
        whose `cgroup.procs` are given; the caller keeps its own copies."""
        ours, theirs = socket.socketpair()
        message = json.dumps(asdict(request) | {"keep": len(files)}).encode()
        with theirs:
            life = theirs.fileno()
            passed = [life, *(life if file == LIFE else file for file in files), *groups]
            try:
                socket.send_fds(self._ready(), [message], passed)
            except OSError as error:
                ours.close()
                raise SandboxError(f"the keeper of the boxes does not answer: {error}") from None
        return Life(ours)

    def close(self) -> None:
        """End the keeper, and with it every process it started."""
        with self._lock:
            if self._control is None or self._process is None:
                return
            self._control.close()
            self._process.wait()
            self._control = self._process = None

    def _ready(self) -> socket.socket:
        with self._lock:
            if self._control is None or self._process is None or self._process.poll() is not None:
                self._start()
            assert self._control is not None
            return self._control

    def _start(self) -> None:
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        number = theirs.fileno()
        argv = [sys.executable, "-I", "-S", str(PROGRAM), str(number), json.dumps(self._tools)]
        with theirs:
            self._process = subprocess.Popen(
                argv, pass_fds=[number], env={}, cwd="/", stdin=subprocess.DEVNULL,
                start_new_session=True,
            )  # fmt: skip
        if self._control is not None:
            self._control.close()
        self._control = ours

    def forget(self) -> None:
        """In a forked child: the keeper is the parent's, and must see the parent's end only."""
        if self._control is not None:
            self._control.close()
        self._lock = threading.Lock()
        self._control = self._process = None


class KeptBox:
    """What boxes have in common whose process the keeper starts: three pipes and a life line."""

    def __init__(self) -> None:
        self.stdin = self.stdout = self.stderr = -1
        self._life: Life | None = None

    def attach(
        self, keeper: Keeper, request: Request, extra: Sequence[int], groups: Sequence[int]
    ) -> None:
        """Start the process with pipes as its standard streams and `extra` from descriptor 3 on."""
        stdin, self.stdin = os.pipe2(os.O_CLOEXEC)
        self.stdout, stdout = os.pipe2(os.O_CLOEXEC)
        self.stderr, stderr = os.pipe2(os.O_CLOEXEC)
        try:
            for file in (self.stdin, self.stdout, self.stderr):
                os.set_blocking(file, False)
            self._life = keeper.spawn(request, [stdin, stdout, stderr, *extra], groups)
        except SandboxError:
            self._close_pipes()
            raise
        finally:
            for file in (stdin, stdout, stderr):
                os.close(file)

    def end(self, seconds: float) -> End | None:
        """How the process ended, waiting for that at most so long."""
        return self._life.wait(seconds) if self._life else None

    def kill(self) -> None:
        if self._life:
            self._life.kill()
            if self._life.wait(END_SECONDS) is None:
                raise SandboxError("a killed box does not end")

    def close(self) -> None:
        if self._life is None:
            return
        try:
            self.kill()
        finally:
            self._life.close()
            self._life = None
            self._close_pipes()

    def forget(self) -> None:
        """In a forked child: let go of what is the parent's."""
        if self._life is not None:
            self._life.close()
            self._life = None
            self._close_pipes()

    def _close_pipes(self) -> None:
        for file in (self.stdin, self.stdout, self.stderr):
            os.close(file)
