"""Starts programs in order, watches them, restarts the ones that die, stops them in reverse order.

Theory of operation. One process, no threads. Signals (the end of a child, Ctrl-C) become bytes in a
pipe, and the supervisor sleeps on that pipe. Each program leads a session of its own, so a Ctrl-C
typed in the terminal reaches only the supervisor, which passes it on in order; and what a program
leaves behind when it dies can be ended as one group. When the supervisor itself is killed, Linux
sends every program a SIGTERM, so none outlives it for long.
"""

import math
import os
import select
import signal
import time
from collections.abc import Callable
from pathlib import Path

from moonladder.embedded.child import Child
from moonladder.embedded.programs import Program

STOP_SIGNALS = {signal.SIGINT, signal.SIGTERM, signal.SIGHUP}

ONE_REQUEST_SECONDS = 0.5
"""Stop signals closer together than this are one request: the terminal's and make's, say."""

POLL_SECONDS = 0.1
"""How often a condition is looked at while the programs come up."""

ROUND_SECONDS = 60.0
"""How often the logs are looked at when nothing happens."""


class Bell:
    """Wakes the supervisor when a signal arrives."""

    def __init__(self) -> None:
        self._signals, bell = os.pipe()
        os.set_blocking(bell, False)
        signal.set_wakeup_fd(bell)
        for number in (*STOP_SIGNALS, signal.SIGCHLD):
            signal.signal(number, lambda *_: None)

    def wait(self, seconds: float) -> set[int]:
        """Sleep until a signal arrives or the time is over; return the signals."""
        ready, _, _ = select.select([self._signals], [], [], max(0.0, seconds))
        return set(os.read(self._signals, 4096)) if ready else set()


class Supervisor:
    """Keeps programs running until somebody asks for their end."""

    def __init__(self, logs: Path, say: Callable[[str], None]) -> None:
        self.children: list[Child] = []
        self._logs = logs
        self._say = say
        self._bell = Bell()
        self._requests = 0
        self._requested_at = -math.inf

    @property
    def must_stop(self) -> bool:
        """Tell whether somebody has asked for the end."""
        return self._requests > 0

    def start(self, *programs: Program) -> None:
        """Start programs one after another, unless somebody has asked for the end meanwhile."""
        for program in programs:
            self._listen(0)
            if not self.must_stop:
                child = Child(program, self._logs / f"{program.name}.log")
                child.start()
                self.children.append(child)

    def watch(self, until: Callable[[], bool] | None = None, seconds: float = math.inf) -> bool:
        """Keep the programs running until a condition holds; False when it never did.

        Somebody who asks for the end, or the end of `seconds`, ends the watch too.
        """
        deadline = time.monotonic() + seconds
        while not self.must_stop and time.monotonic() < deadline:
            if until and until():
                return True
            self._listen(min(POLL_SECONDS if until else ROUND_SECONDS, self._next_restart()))
            self._revive()
        return False

    def stop(self) -> None:
        """Stop everything, last started first. Each further request to stop is a harder one."""
        for child in reversed(self.children):
            self._stop(child)
            self._say(f"  {child.program.name} stopped")

    def _listen(self, seconds: float) -> None:
        """Sleep until something happens, and count the requests to stop."""
        signals = self._bell.wait(seconds)
        now = time.monotonic()
        if signals & STOP_SIGNALS and now - self._requested_at > ONE_REQUEST_SECONDS:
            self._requests += 1
            self._requested_at = now

    def _next_restart(self) -> float:
        """Return the seconds until the next planned start."""
        planned = [child.restart_at for child in self.children if child.restart_at is not None]
        return min(planned) - time.monotonic() if planned else math.inf

    def _revive(self) -> None:
        """See to the children that died, start those whose time has come."""
        for child in self.children:
            child.shorten_log()
            if child.has_died:
                end, delay = child.obituary(), child.plan_restart()
                child.end_group()
                self._say(f"{end}: starting it again in {delay:.0f} s, see {child.log}")
            elif child.restart_at is not None and child.restart_at <= time.monotonic():
                child.start()
                self._say(f"{child.program.name} runs again")

    def _stop(self, child: Child) -> None:
        """Ask one program to stop, ever harder; then end it."""
        for harder_than, (number, seconds) in enumerate(child.program.stopping, start=1):
            if child.is_running and self._requests <= harder_than:
                child.send(number)
                self._await_end(child, seconds)
        child.end_group()

    def _await_end(self, child: Child, seconds: float) -> None:
        """Wait until a child has ended, its time is over, or somebody asks again."""
        requests, deadline = self._requests, time.monotonic() + seconds
        while child.is_running and self._requests == requests and time.monotonic() < deadline:
            self._listen(deadline - time.monotonic())
