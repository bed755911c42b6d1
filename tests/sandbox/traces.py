"""What boxes could leave behind on a machine, looked for from outside."""

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Layout
from sandbox.slots import Slot

PATIENCE_SECONDS = 20
"""How long to wait for something that must come; only ever used up by a failure."""


def processes() -> Iterator[Path]:
    return (path for path in Path("/proc").iterdir() if path.name.isdigit())


def marked(token: str) -> list[int]:
    """The processes with that word on their command line, wherever they run."""
    found = []
    for process in processes():
        with contextlib.suppress(OSError):
            if token.encode() in (process / "cmdline").read_bytes():
                found.append(int(process.name))
    return found


def wait_until_gone(token: str) -> bool:
    return eventually(lambda: not marked(token))


def eventually(condition: Callable[[], object]) -> bool:
    """Whether something becomes true before patience ends."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > deadline:
            return False
        time.sleep(0.005)
    return True


class Traces(NamedTuple):
    """Everything that boxes of one backend touch outside themselves."""

    processes: int
    groups: int
    folders: int
    mounts: int
    descriptors: int
    children: list[str]
    keeper_descriptors: list[int]

    @classmethod
    def of(cls, backend: Bubblewrap) -> "Traces":
        slot = Slot(backend.state, 0, -1)
        homes = Layout.of_this_machine().homes("").values()
        keepers = _children(os.getpid())
        return cls(
            processes=sum(_owner(process) - slot.uid in range(1000) for process in processes()),
            groups=sum(len([*home.glob(slot.name.replace("-0", "-*"))]) for home in homes),
            folders=sum(path.name.isdigit() for path in backend.state.iterdir()),
            mounts=len(Path("/proc/self/mountinfo").read_text().splitlines()),
            descriptors=len(os.listdir("/proc/self/fd")),
            children=keepers,
            keeper_descriptors=[len(os.listdir(f"/proc/{keeper}/fd")) for keeper in keepers],
        )


def _owner(process: Path) -> int:
    try:
        return process.stat().st_uid
    except OSError:
        return -1


def _children(pid: int) -> list[str]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for task in tasks for child in task.read_text().split()]
