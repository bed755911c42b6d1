"""What a box costs beyond the bare process: starting a bot, one line there and back, one turn."""

import atexit
import os
import select
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from functools import cache, partial
from pathlib import Path
from tempfile import TemporaryDirectory

import sandbox
from benchmarks.harness import Cases, Timed, race
from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Group
from sandbox.docker import Docker
from tests.services.docker_engine import load_bots_image, private_engine, why_docker_cannot_run

PATIENT = sandbox.Deadline(charged=60, wall=180)
LINE = b"x" * 963 + b"\n"
"""As long as an ordinary question."""
TALKATIVE = sandbox.Limits(stdout_kib=1 << 30)
"""A match's share of output is soon used up by a race."""


@contextmanager
def pinned() -> Iterator[None]:
    """Keep this process, and what it starts, on one processor, as workers are kept."""
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(before)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, before)


@cache
def backends() -> dict[str, Bubblewrap | Docker]:
    """The isolating backends this machine can have, until the process ends."""
    found: dict[str, Bubblewrap | Docker] = {}
    stack = ExitStack()
    atexit.register(stack.close)
    for name, make in (("bwrap", Bubblewrap), ("docker", partial(containers, stack))):
        try:
            found[name] = stack.enter_context(closing(make()))
        except sandbox.Unavailable as reason:
            print(f"  (no {name} here: {reason})")
    return found


def containers(stack: ExitStack) -> Docker:
    """Containers on a private engine: one that the machine may have runs other things too."""
    if reason := why_docker_cannot_run():
        raise sandbox.Unavailable(reason)
    engine = stack.enter_context(private_engine())
    load_bots_image(engine)
    return Docker(address=engine.url)


class Bare:
    """A process with two pipes and nothing around it."""

    def __init__(self, argv: list[str]) -> None:
        self._process = subprocess.Popen(argv, stdin=-1, stdout=-1, stderr=-1, bufsize=0, env={})
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self.talk = partial(
            there_and_back, self._process.stdin.fileno(), self._process.stdout.fileno()
        )

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


def there_and_back(into: int, out: int) -> None:
    """Write a line, wait for its echo."""
    os.write(into, LINE)
    poll = select.poll()
    poll.register(out, select.POLLIN)
    read = 0
    while read < len(LINE):
        poll.poll()
        read += len(os.read(out, 65536))


def turn(channel: sandbox.Channel) -> None:
    """Ask and be answered, as in a match: thawed, timed, frozen."""
    channel.send(LINE)
    channel.receive(PATIENT)


def start_bare(argv: list[str]) -> float:
    """The seconds from nothing to a bare bot's first line."""
    began = time.perf_counter()
    bare = Bare(argv)
    bare.talk()
    seconds = time.perf_counter() - began
    bare.close()
    return seconds


def start_boxed(files: sandbox.Archive, language: str, backend: Bubblewrap | Docker) -> float:
    """The same for a bot in a box; ending it, and making the next box, is nobody's wait."""
    began = time.perf_counter()
    channel = sandbox.open(files, language, backend=backend)
    turn(channel)
    seconds = time.perf_counter() - began
    channel.close()
    if isinstance(backend, Docker):
        backend.settle()
    return seconds


def starting(language: str) -> Iterator[Cases]:
    """Start a bot and hear from it, with and without boxes that wait."""
    with pinned(), TemporaryDirectory() as folder:
        process = sandbox.backend("process")
        files = echo_for(process, language)
        files.unpack(Path(folder))
        command = sandbox.runtime(language).run_command(files, process, sandbox.Limits())
        argv = [word.replace("/bot/", f"{folder}/", 1) for word in command]
        cases = {"bare process": Timed(partial(start_bare, argv))}
        for name, backend in backends().items():
            cases[f"{name}, waiting box"] = start_case(language, backend)
        with closing(Bubblewrap(spares=False)) as cold:
            cases["bwrap, cold"] = start_case(language, cold)
            yield cases


def start_case(language: str, backend: Bubblewrap | Docker) -> Timed:
    return Timed(partial(start_boxed, echo_for(backend, language), language, backend))


def echo_for(backend: sandbox.Backend, language: str) -> sandbox.Archive:
    """The echo as built for that backend, whose libraries may not be this machine's."""
    return sandbox.build(sandbox.runtime(language).echo(), language, backend=backend).files


@race("start of a Python bot to its first line", floor="bare process")
def starting_python() -> Iterator[Cases]:
    yield from starting("python")


@race("start of a C bot to its first line", floor="bare process")
def starting_c() -> Iterator[Cases]:
    yield from starting("c")


@contextmanager
def bare_echo() -> Iterator[Bare]:
    """The echo in C with nothing around it."""
    with TemporaryDirectory() as folder:
        echo_for(sandbox.backend("process"), "c").unpack(Path(folder))
        bare = Bare([f"{folder}/bot"])
        try:
            yield bare
        finally:
            bare.close()


@race("one line of 1 KB to a C bot and back", floor="bare pipe")
def lines() -> Iterator[Cases]:
    """The pipe alone, then the whole turn: deadline, meters, freeze and thaw."""
    with pinned(), bare_echo() as bare, ExitStack() as stack:
        cases: dict[str, Callable[[], object]] = {"bare pipe": bare.talk}
        for name, backend in backends().items():
            files = echo_for(backend, "c")
            free = stack.enter_context(sandbox.open(files, "c", TALKATIVE, backend=backend))
            asked = stack.enter_context(sandbox.open(files, "c", TALKATIVE, backend=backend))
            cases[f"{name}: the pipe"] = partial(there_and_back, free._box.stdin, free._box.stdout)
            cases[f"{name}: the whole turn"] = partial(turn, asked)
        process = sandbox.backend("process")
        trusted = sandbox.open(echo_for(process, "c"), "c", TALKATIVE, backend=process)
        cases["plain process: the whole turn"] = partial(turn, stack.enter_context(trusted))
        yield cases


@race("what fairness costs a turn", floor="one line through a bare pipe")
def fairness() -> Iterator[Cases]:
    """Freeze, thaw, and the reading of CPU time and pressure, on a waiting box."""
    with pinned(), bare_echo() as bare, ExitStack() as stack:
        cases: dict[str, Callable[[], object]] = {"one line through a bare pipe": bare.talk}
        for name, backend in backends().items():
            files = echo_for(backend, "c")
            channel = stack.enter_context(sandbox.open(files, "c", TALKATIVE, backend=backend))
            turn(channel)
            group = channel._box.meter
            assert isinstance(group, Group)
            cases[f"{name}: freeze and thaw"] = partial(freeze_and_thaw, group)
            cases[f"{name}: CPU and pressure"] = partial(read_meters, group)
        yield cases


def freeze_and_thaw(group: Group) -> None:
    group.freeze()
    group.thaw()


def read_meters(group: Group) -> None:
    group.cpu_seconds()
    group.pressure_seconds()
