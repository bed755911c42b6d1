"""The fair clock: what is charged, on paper and on a crowded processor."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

import sandbox
from sandbox.clock import Clock

WORKER = """
import sys, time
for line in sys.stdin:
    what, amount = line.split()
    if what == "sleep":
        time.sleep(float(amount))
    else:
        end = time.process_time() + float(amount)
        while time.process_time() < end:
            pass
    print("done", flush=True)
"""
DEADLINE = sandbox.Deadline(charged=30, wall=120)


class Meters:
    cpu = pressure = 0.0

    def cpu_seconds(self) -> float:
        return self.cpu

    def pressure_seconds(self) -> float:
        return self.pressure


def test_the_first_answer_pays_for_the_start() -> None:
    meters = Meters()
    clock = Clock(meters)
    meters.cpu = 2.0
    clock.start()
    assert clock.stop().charged == 2.0


def test_pressure_before_the_question_does_not_count() -> None:
    meters = Meters()
    clock = Clock(meters)
    meters.pressure = 5.0
    clock.start()
    assert clock.spent().pressure == 0.0


@pytest.mark.parametrize("keeps_still", [True, False])
def test_each_answer_begins_at_zero(keeps_still: bool) -> None:
    meters = Meters()
    clock = Clock(meters, keeps_still=keeps_still)
    meters.cpu = meters.pressure = 2.0
    clock.stop()
    clock.start()
    meters.cpu, meters.pressure = 2.5, 2.25
    spent = clock.stop()
    assert (spent.charged, spent.pressure) == (0.5, 0.25)


def test_the_time_it_takes_to_make_a_box_is_not_the_bots() -> None:
    clock = Clock(Meters())
    clock.began -= 3
    assert clock.stop().charged == 0
    clock.start()
    clock.began -= 3
    assert clock.stop().charged >= 3


def test_decoys_that_make_pressure_are_charged_as_computing() -> None:
    meters = Meters()
    clock = Clock(meters)
    clock.stop()
    clock.start()
    meters.cpu, meters.pressure = 3.0, 100.0
    assert clock.spent().charged == 3.0


@contextmanager
def crowded_processor(spinners: int) -> Iterator[None]:
    """This process, what it starts, and some that only spin, all on one processor."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    spin = [sys.executable, "-I", "-S", "-c", "while True: pass"]
    others = [subprocess.Popen(spin) for _ in range(spinners)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, before)


def test_a_bot_among_spinning_neighbours_pays_for_its_own_time(backend: sandbox.Backend) -> None:
    files = sandbox.read_upload("bot.py", WORKER.encode())
    with crowded_processor(4), sandbox.open(files, "python", backend=backend) as channel:
        if channel.usage().facts.clock != "fair":
            return
        channel.send(b"work 0.01\n")
        channel.receive(DEADLINE)
        channel.send(b"work 0.3\n")
        spent = channel.receive(DEADLINE).spent
    assert spent.cpu >= 0.3
    waited = spent.wall - spent.cpu
    assert spent.charged - spent.cpu < waited / 2


def test_a_sleeping_bot_pays_for_its_sleep(backend: sandbox.Backend) -> None:
    files = sandbox.read_upload("bot.py", WORKER.encode())
    with sandbox.open(files, "python", backend=backend) as channel:
        channel.send(b"work 0.01\n")
        channel.receive(DEADLINE)
        channel.send(b"sleep 0.3\n")
        spent = channel.receive(DEADLINE).spent
    assert spent.charged >= 0.3 - 0.05
    assert spent.cpu < 0.1
