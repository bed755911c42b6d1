"""Spares: boxes that wait, each used once, and never by mistake."""

import os
from typing import Any

import sandbox
from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Group
from sandbox.docker import Docker
from sandbox.spares import LIMIT, Spares
from tests.sandbox.traces import Traces, eventually

DEADLINE = sandbox.Deadline(charged=10, wall=60)
ECHO = sandbox.runtime("python").echo()


class Waiting:
    """A spare that only remembers what became of it."""

    def __init__(self, *, alive: bool = True) -> None:
        self.alive, self.fate = alive, "waits"

    def waits(self) -> bool:
        return self.alive

    def go(self, job: sandbox.Job) -> None:
        self.fate = "told"

    def discard(self) -> None:
        self.fate = "discarded"

    def forget(self) -> None:
        self.fate = "forgotten"


def test_a_spare_is_taken_once_and_only_for_its_shape() -> None:
    spares: Spares[Waiting] = Spares()
    box = Waiting()
    spares.add("round", box)
    assert spares.take("square") is None
    assert spares.take("round") is box
    assert spares.take("round") is None


def test_a_dead_spare_is_passed_over() -> None:
    spares: Spares[Waiting] = Spares()
    dead, alive = Waiting(alive=False), Waiting()
    for box in (dead, alive):
        spares.add("round", box)
    assert spares.take("round") is alive
    assert dead.fate == "discarded"


def test_the_oldest_goes_when_there_are_too_many() -> None:
    spares: Spares[Waiting] = Spares()
    boxes = [Waiting() for _ in range(LIMIT + 2)]
    for box in boxes:
        spares.add("round", box)
    assert [box.fate for box in boxes] == ["discarded"] * 2 + ["waits"] * LIMIT


def test_after_the_end_nothing_waits() -> None:
    spares: Spares[Waiting] = Spares()
    before, after = Waiting(), Waiting()
    spares.add("round", before)
    spares.close()
    spares.add("round", after)
    assert (before.fate, after.fate) == ("discarded", "discarded")


def test_a_forked_child_forgets_its_parents_spares() -> None:
    spares: Spares[Waiting] = Spares()
    box = Waiting()
    spares.add("round", box)
    spares.forget()
    assert box.fate == "forgotten"
    assert spares.take("round") is None


def play(backend: Bubblewrap | Docker, line: bytes) -> object:
    """One match; returns its box when all that it leaves to be done is done."""
    with sandbox.open(ECHO, "python", backend=backend) as channel:
        channel.send(line + b"\n")
        assert channel.receive(DEADLINE).line == line
        box = channel._box
    settle(backend)
    return box


def settle(backend: Bubblewrap | Docker) -> None:
    if isinstance(backend, Docker):
        backend.settle()


def waiting(backend: Bubblewrap | Docker) -> list[Any]:
    return [box for _, box in backend.spares._waiting]


def test_a_closed_box_leaves_one_that_waits(either: Bubblewrap | Docker) -> None:
    play(either, b"one")
    boxes = waiting(either)
    assert play(either, b"two") in boxes
    assert len(waiting(either)) == len(boxes) >= 1


def test_a_waiting_box_holds_nothing_of_the_match_before(either: Bubblewrap | Docker) -> None:
    first = sandbox.Archive.of([*ECHO.files, sandbox.File("secret.txt", b"secret")])
    source = (
        b"import os; input(); print(sorted(os.listdir('/bot') + os.listdir('/tmp')), flush=True)"
    )
    for files, seen in ((first, None), (sandbox.read_upload("bot.py", source), b"['bot.py']")):
        with sandbox.open(files, "python", backend=either) as channel:
            channel.send(b"x\n")
            line = channel.receive(DEADLINE).line
            assert seen in (None, line)
        settle(either)


def test_a_box_that_died_waiting_is_not_used(either: Bubblewrap | Docker) -> None:
    play(either, b"one")
    boxes = waiting(either)
    for box in boxes:
        box.kill()
    assert play(either, b"two") not in boxes


def test_other_limits_want_another_box(either: Bubblewrap | Docker) -> None:
    play(either, b"one")
    limits = sandbox.Limits(memory_mib=77)
    with sandbox.open(ECHO, "python", limits, backend=either) as channel:
        group = channel._box.meter
        assert isinstance(group, Group)
        names = ("memory.max", "memory.limit_in_bytes")
        paths = [group.homes["memory"] / name for name in names]
        assert [int(path.read_text()) for path in paths if path.exists()] == [77 << 20]


def test_builds_leave_no_box_waiting(either: Bubblewrap | Docker) -> None:
    assert either.find("python3")
    settle(either)
    before = waiting(either)
    sandbox.build(ECHO, "python", backend=either)
    settle(either)
    assert waiting(either) == before


def test_a_command_of_any_length_gets_through_the_gate(either: Bubblewrap | Docker) -> None:
    words = [f"word {number} 'quoted' $HOME `x` \\ \"" for number in range(4000)]
    job = sandbox.Job(
        files=ECHO, command=("/bin/echo", *words), limits=sandbox.Limits(line_kib=1024)
    )
    with sandbox.Channel(either.start(job), sandbox.Limits(line_kib=1024)) as channel:
        assert channel.receive(DEADLINE).line == " ".join(words).encode()


def test_spares_of_a_finished_process_are_gone(either: Bubblewrap | Docker) -> None:
    child = os.fork()
    if child == 0:
        own = (
            Docker(address=either.address, state=either.state)
            if isinstance(either, Docker)
            else Bubblewrap(state=either.state)
        )
        play(own, b"one")
        own.close()
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    own_spares = len(waiting(either))
    assert eventually(lambda: Traces.of(either).folders == own_spares)
    either.close()
    assert eventually(lambda: Traces.of(either)[:4] == (0, 0, 0, 0))
