"""The fair clock: a bot pays for computing and for sleeping, never for waiting for a processor.

charged = max(CPU time, wall time - pressure), where pressure is the time in which the box had
something ready to run and nothing running (PSI, `cpu.pressure`, "full"). "some" would also count
threads that wait for each other, which a bot can arrange; the maximum charges what is left of that
trick, being throttled for using more than one's share, as CPU.
Where a machine cannot measure pressure it counts as zero; where it cannot measure CPU the wall
clock alone decides. `Facts` say which clock a match had.

Until its first answer a bot is charged its CPU time only, where that is counted. Most of what else
passes then is the platform's: making the box, on a machine that may be busy. The cap on wall time
holds all the same.
"""

import time
from typing import NamedTuple, Protocol

PROMPT_SECONDS = 0.001
"""An answer for which nobody had to wait longer than this was there before it was looked for."""


class Deadline(NamedTuple):
    """When waiting ends, in seconds from the last line sent: charged ones, and by the wall."""

    charged: float
    wall: float


class Spent(NamedTuple):
    """What one answer took, in seconds."""

    charged: float
    cpu: float
    wall: float
    pressure: float


class Meter(Protocol):
    """Where the clock reads what a box has used since it began, in seconds."""

    def cpu_seconds(self) -> float: ...

    def pressure_seconds(self) -> float: ...


class WallMeter:
    """For boxes nobody measures: the wall clock alone decides."""

    def cpu_seconds(self) -> float:
        return 0.0

    def pressure_seconds(self) -> float:
        return 0.0


class Clock:
    """Measures one answer after another, each from the line that asked for it.

    CPU time that passes between two answers is charged to the next one: what a box computed before
    it was first asked is its start-up, and a frozen box computes nothing in between. Pressure
    counts only while an answer is awaited; in a box that `keeps_still` in between there is none
    then, and no need to read it again.
    """

    def __init__(self, meter: Meter, *, keeps_still: bool = False, counts_cpu: bool = True) -> None:
        self._meter = meter
        self._keeps_still = keeps_still
        self._still = False
        self._first = counts_cpu
        self._cpu = meter.cpu_seconds()
        self._pressure = 0.0
        self.began = time.monotonic()

    def start(self) -> None:
        if not self._still:
            self._pressure = self._meter.pressure_seconds()
        self.began = time.monotonic()

    def spent(self, *, prompt: bool = False) -> Spent:
        """What the answer in progress has taken so far.

        A `prompt` one was there before anybody looked: when it came is unknown, so it is charged
        its CPU time only.
        """
        wall = time.monotonic() - self.began
        cpu = self._meter.cpu_seconds() - self._cpu
        pressure = self._meter.pressure_seconds() - self._pressure
        charged = cpu if prompt or self._first else max(cpu, wall - pressure)
        return Spent(charged, cpu, wall, pressure)

    def stop(self, *, prompt: bool = False) -> Spent:
        """What the answer took; the next one begins at zero."""
        spent = self.spent(prompt=prompt)
        self._cpu += spent.cpu
        self._pressure += spent.pressure
        self._still = self._keeps_still
        self._first = False
        return spent
