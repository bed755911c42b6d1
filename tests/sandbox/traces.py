"""What boxes could leave behind on a machine, looked for from outside."""

import contextlib
import gc
import os
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

from sandbox.background import Background
from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Layout
from sandbox.daemon import SLOT
from sandbox.docker import Docker
from sandbox.slots import Slot

CGROUPS = Path("/sys/fs/cgroup")
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


def wait_for_background() -> None:
    """Let what other tests in this process have left to be done be done."""
    for background in [found for found in gc.get_objects() if type(found) is Background]:
        background.wait()


class Traces(NamedTuple):
    """Everything that boxes of one backend touch outside themselves."""

    processes: int
    groups: int
    folders: int
    containers: int
    mounts: int
    descriptors: int
    threads: int
    children: dict[str, int]
    """How many descriptors each has open."""

    @classmethod
    def of(cls, backend: Bubblewrap | Docker, engine: int | str = "self") -> "Traces":
        """`engine` is the process among whose mounts those of boxes would be."""
        slot = Slot(backend.state, 0, -1)
        children = _children(os.getpid())
        containers = containers_of(backend) if isinstance(backend, Docker) else []
        groups = list(_groups(backend, slot))
        gc.collect()  # of connections to the engine, above all
        return cls(
            processes=sum(_owner(process) - slot.uid in range(1000) for process in processes()),
            groups=len(groups),
            folders=sum(path.name.isdigit() for path in backend.state.iterdir()),
            containers=len(containers),
            mounts=len(Path(f"/proc/{engine}/mountinfo").read_text().splitlines()),
            descriptors=len(os.listdir("/proc/self/fd")),
            threads=threading.active_count(),
            children={child: len(os.listdir(f"/proc/{child}/fd")) for child in children},
        )

    def beyond(self, before: "Traces") -> dict[str, object]:
        """What there is more of than before. What other tests started may go meanwhile."""
        pairs = zip(self._fields[:-1], before[:-1], self[:-1], strict=True)
        more: dict[str, object] = {name: (was, now) for name, was, now in pairs if now > was}
        children = {
            child: (before.children.get(child), descriptors)
            for child, descriptors in self.children.items()
            if descriptors > before.children.get(child, -1)
        }
        return more | ({"children": children} if children else {})


def _groups(backend: Bubblewrap | Docker, slot: Slot) -> Iterator[Path]:
    if isinstance(backend, Docker):
        engine = Path(backend.address.removeprefix("unix://")).parent.name
        for container in containers_of(backend):
            yield from CGROUPS.glob(f"*/{engine}/{container}")
        return
    for home in Layout.of_this_machine().homes("").values():
        yield from home.glob(slot.name.replace("-0", "-*"))


def containers_of(backend: Docker) -> list[str]:
    """Those of the backend's slots, running or not."""
    family = Slot(backend.state, 0, -1).name.removesuffix("0")
    return [found for found, labels, _ in backend.daemon.boxes() if labels[SLOT].startswith(family)]


def _owner(process: Path) -> int:
    try:
        return process.stat().st_uid
    except OSError:
        return -1


def _children(pid: int) -> list[str]:
    tasks = Path(f"/proc/{pid}/task").glob("*/children")
    return [child for task in tasks for child in task.read_text().split()]
