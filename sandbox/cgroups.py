"""Control groups: what a box may use, what it has used, and how to stop or end all of it at once.

A machine mounts version 1 (one hierarchy per controller), version 2 (one for all), or both.
`Layout` finds out which hierarchy serves which need; a `Group` is then one directory in each
hierarchy that is needed. Files read or written every turn are opened once and kept.

    need        version 2                      version 1
    memory      memory.max, memory.events      memory.limit_in_bytes, memory.oom_control
    pids        pids.max, pids.events          pids.max, pids.events
    cpu         cpu.max, cpu.stat              cpu.cfs_quota_us, cpu.stat
    CPU time    cpu.stat (always there)        cpuacct.usage
    pressure    cpu.pressure (always there)    -
    freeze      cgroup.freeze                  freezer.state
    kill        cgroup.kill, else one by one   one by one
"""

import contextlib
import errno
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from sandbox.box import Stats
from sandbox.faults import SandboxError, Unavailable
from sandbox.limits import BoxLimits

PARENT = "moonladder"
CONTROLLERS = ("memory", "pids", "cpu")
PREFERENCE = 10
"""How much more boxes weigh, all together, than others who want a processor at the same time."""
PERIOD_USEC = 100_000
KILL_SECONDS = 5.0

Setting = tuple[str, str]
"""A file of a group and what to write there."""


@dataclass(frozen=True)
class Layout:
    """Which control group hierarchies this machine has, and where."""

    unified: Path | None = None
    unified_controllers: frozenset[str] = frozenset()
    v1: dict[str, Path] = field(default_factory=dict)

    @classmethod
    def of_this_machine(cls) -> "Layout":
        layout = cls.from_mounts(Path("/proc/self/mounts").read_text())
        if layout.unified is None:
            return layout
        offered = (layout.unified / "cgroup.controllers").read_text().split()
        return replace(layout, unified_controllers=frozenset(offered))

    @classmethod
    def from_mounts(cls, mounts: str) -> "Layout":
        """The hierarchies in a mount table; of several mounts of one kind the first counts."""
        unified, v1 = None, dict[str, Path]()
        for line in mounts.splitlines():
            _, point, kind, options, *_ = line.split()
            if kind == "cgroup2":
                unified = unified or Path(point)
            elif kind == "cgroup":
                for controller in options.split(","):
                    v1.setdefault(controller, Path(point))
        return cls(unified, v1=v1)

    @property
    def kind(self) -> str:
        has_v1 = any(controller in self.v1 for controller in CONTROLLERS)
        if self.unified is None:
            return "v1" if has_v1 else "none"
        return "hybrid" if has_v1 else "v2"

    def missing(self) -> list[str]:
        """The controllers a full box needs and this machine does not offer."""
        offered = self.v1.keys() | self.unified_controllers
        return [name for name in CONTROLLERS if name not in offered]

    def homes(self, name: str) -> dict[str, Path]:
        """The directory that serves each need of the group of that name."""
        old = CONTROLLERS if self.unified else (*CONTROLLERS, *V1_ONLY)
        homes = {need: self.v1[need] / PARENT / name for need in old if need in self.v1}
        if self.unified is None:
            return homes
        return self._served_by(self.unified / PARENT / name) | homes

    def _served_by(self, unified: Path) -> dict[str, Path]:
        needs = [need for need in CONTROLLERS if need in self.unified_controllers]
        return dict.fromkeys([*needs, "unified"], unified)

    def prepare(self) -> None:
        """Make the parent of all groups, with every controller version 2 offers switched on."""
        if missing := self.missing():
            raise Unavailable(f"no control group hierarchy offers: {', '.join(missing)}")
        try:
            for home in self.homes("").values():
                home.mkdir(exist_ok=True)
                if not os.access(home, os.W_OK):
                    raise PermissionError(f"{home} belongs to somebody else")
            self._delegate()
            self._weigh()
        except OSError as error:
            raise Unavailable(
                f"control groups cannot be made here ({error}); run as root"
            ) from None

    def _delegate(self) -> None:
        offered = [name for name in CONTROLLERS if name in self.unified_controllers]
        if self.unified is None or not offered:
            return
        wanted = " ".join(f"+{name}" for name in offered)
        for directory in (self.unified, self.unified / PARENT):
            (directory / "cgroup.subtree_control").write_text(wanted)

    def _weigh(self) -> None:
        """All boxes together would weigh as much as one other group, or even as one process."""
        cpu = self.homes("")["cpu"]
        if "cpu" in self.v1:
            (cpu / "cpu.shares").write_text(str(1024 * PREFERENCE))
        else:
            (cpu / "cpu.weight").write_text(str(100 * PREFERENCE))


V1_ONLY = ("cpuacct", "freezer")
"""Needs that version 2 serves in every group, with no controller of their own."""


def settings(limits: BoxLimits, version: int) -> dict[str, list[Setting]]:
    """What to write where, by controller."""
    memory, quota = str(limits.memory_bytes), str(int(limits.cpu_cores * PERIOD_USEC))
    pids = [("pids.max", str(limits.pids))]
    if version == 2:
        return {
            "memory": [("memory.max", memory), ("memory.swap.max", "0"), ("memory.oom.group", "1")],
            "pids": pids,
            "cpu": [("cpu.max", f"{quota} {PERIOD_USEC}")],
        }
    return {
        "memory": [
            ("memory.limit_in_bytes", memory),
            ("memory.memsw.limit_in_bytes", memory),
            ("memory.swappiness", "0"),
        ],
        "pids": pids,
        "cpu": [("cpu.cfs_period_us", str(PERIOD_USEC)), ("cpu.cfs_quota_us", quota)],
    }


SWAP_FILES = {"memory.swap.max", "memory.memsw.limit_in_bytes", "memory.swappiness"}
"""Absent where the kernel accounts no swap: there is nothing to limit there."""


class Group:
    """One box's control group: a directory for every need, and the files used every turn."""

    def __init__(self, homes: dict[str, Path]) -> None:
        self.homes = homes
        self.paths = list(dict.fromkeys(homes.values()))
        self._unified = homes.get("unified")
        self._cpu = self._pressure = self._freeze = self._oom = -1

    @classmethod
    def create(cls, layout: Layout, name: str, limits: BoxLimits) -> "Group":
        """A new group with its limits set, whatever a dead owner of that name left behind."""
        group = cls(layout.homes(name))
        group.remove()
        for path in group.paths:
            path.mkdir()
        group._limit(limits)
        group.open()
        return group

    @classmethod
    def of_process(cls, layout: Layout, pid: int) -> "Group":
        """The group that something else, such as a container engine, put a process in.

        A need whose hierarchy has the process in its root is left out: that is no group of its own.
        """
        homes = dict[str, Path]()
        for line in Path(f"/proc/{pid}/cgroup").read_text().splitlines():
            _, controllers, path = line.split(":", 2)
            if path == "/":
                continue
            for need in controllers.split(",") if controllers else ["unified"]:
                root = layout.v1.get(need) if controllers else layout.unified
                if root is not None and need in (*CONTROLLERS, *V1_ONLY, "unified"):
                    homes[need] = root / path.lstrip("/")
        if "unified" in homes:
            homes = layout._served_by(homes["unified"]) | homes
        group = cls(homes)
        group.open()
        return group

    def _limit(self, limits: BoxLimits) -> None:
        for controller in CONTROLLERS:
            home = self.homes[controller]
            for name, value in settings(limits, self._version(controller))[controller]:
                if name not in SWAP_FILES or (home / name).exists():
                    (home / name).write_text(value)

    def _version(self, controller: str) -> int:
        return 2 if self.homes[controller] == self._unified else 1

    def open(self) -> None:
        """Open what is used every turn."""
        if "memory" in self.homes:
            self._oom = _open_file(self.homes["memory"] / self._oom_name(), os.O_RDONLY)
        if self._unified is not None:
            self._cpu = _open_file(self._unified / "cpu.stat", os.O_RDONLY)
            self._pressure = _open_file(self._unified / "cpu.pressure", os.O_RDONLY)
            self._freeze = _open_file(self._unified / "cgroup.freeze", os.O_WRONLY)
            return
        if "cpuacct" in self.homes:
            self._cpu = _open_file(self.homes["cpuacct"] / "cpuacct.usage", os.O_RDONLY)
        if "freezer" in self.homes:
            self._freeze = _open_file(self.homes["freezer"] / "freezer.state", os.O_WRONLY)

    def procs_files(self) -> list[int]:
        """New descriptors; whoever writes "0" to each of them joins the group."""
        return [os.open(path / "cgroup.procs", os.O_WRONLY | os.O_CLOEXEC) for path in self.paths]

    @property
    def can_freeze(self) -> bool:
        return self._freeze >= 0

    @property
    def clock(self) -> str:
        """Which clock the group can keep, in the words of `Facts.clock`."""
        if self._cpu < 0:
            return "wall"
        return "fair" if self._pressure >= 0 else "cpu"

    def freeze(self) -> None:
        if self._freeze >= 0:
            os.write(self._freeze, b"1" if self._unified else b"FROZEN")

    def thaw(self) -> None:
        if self._freeze >= 0:
            os.write(self._freeze, b"0" if self._unified else b"THAWED")

    def cpu_seconds(self) -> float:
        """CPU time of everything that ever ran in the group."""
        if self._cpu < 0:
            return 0.0
        text = os.pread(self._cpu, 64, 0)
        if self._unified is None:
            return int(text) / 1e9
        return int(text[11 : text.index(b"\n")]) / 1e6  # the first line is "usage_usec N"

    def pressure_seconds(self) -> float:
        """Time in which the group had something ready to run and nothing running.

        That is the line "full", the last one; kernels before 5.13 have only "some", which counts
        more: also the time in which one thread waits while another runs.
        """
        if self._pressure < 0:
            return 0.0
        text = os.pread(self._pressure, 256, 0)
        return int(text[text.rindex(b"total=") + 6 :]) / 1e6

    def _oom_name(self) -> str:
        return "memory.events" if self._version("memory") == 2 else "memory.oom_control"

    def limits_swap(self) -> bool:
        return any((self.homes["memory"] / name).exists() for name in SWAP_FILES)

    def dies_whole(self) -> bool:
        """Whether running out of memory ends everything in the group at once."""
        if "memory" not in self.homes or self._version("memory") == 1:
            return False
        return (self.homes["memory"] / "memory.oom.group").read_text() == "1\n"

    def oom_kills(self) -> int:
        """How many processes of the group the kernel has killed for want of memory."""
        if self._oom < 0:
            return 0
        text = os.pread(self._oom, 256, 0)
        return int(text[text.index(b"oom_kill ") + 9 :].split(maxsplit=1)[0])

    def stats(self) -> Stats:
        v2 = self._version("memory") == 2
        peak = self.homes["memory"] / ("memory.peak" if v2 else "memory.max_usage_in_bytes")
        return Stats(
            cpu_seconds=self.cpu_seconds(),
            peak_memory_bytes=int(peak.read_text()) if peak.exists() else None,
            oom_kills=self.oom_kills(),
            pids_limit_hits=self._counter("pids", "pids.events", "max"),
            throttled_seconds=self._throttled_seconds(),
        )

    def _throttled_seconds(self) -> float:
        if self._version("cpu") == 2:
            return self._counter("cpu", "cpu.stat", "throttled_usec") / 1e6
        return self._counter("cpu", "cpu.stat", "throttled_time") / 1e9

    def _counter(self, controller: str, file: str, key: str) -> int:
        """One number of a file of `key number` lines; 0 on kernels that do not count it."""
        lines = (self.homes[controller] / file).read_text().splitlines()
        return int(dict(line.split() for line in lines).get(key, 0))

    def pids(self) -> set[int]:
        """Every process in the group, in whichever hierarchy it is."""
        found = set[int]()
        for path in self.paths:
            with _unless_gone():
                found.update(map(int, (path / "cgroup.procs").read_text().split()))
        return found

    def kill(self) -> None:
        """End every process of the group, and return when none is left."""
        kill_file = self._unified / "cgroup.kill" if self._unified else None
        if kill_file and kill_file.exists():
            with _unless_gone():
                kill_file.write_text("1")
        deadline = time.monotonic() + KILL_SECONDS
        while pids := self.pids():
            if time.monotonic() > deadline:
                raise SandboxError(f"processes {sorted(pids)} survived SIGKILL in {self.paths[0]}")
            self._kill_each(pids)
            time.sleep(0.001)

    def _kill_each(self, pids: set[int]) -> None:
        """Frozen first, so that nothing forks away; version 1 lets them die only once thawed."""
        with _unless_gone():
            self.freeze()
        for pid in pids:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        with _unless_gone():
            self.thaw()

    def close(self) -> None:
        """Close the kept files; the group itself stays."""
        for file in (self._cpu, self._pressure, self._freeze, self._oom):
            if file >= 0:
                os.close(file)
        self._cpu = self._pressure = self._freeze = self._oom = -1

    def remove(self) -> None:
        """Kill what runs in the group and remove it. Safe on a group that is not there."""
        if any(path.exists() for path in self.paths):
            self.kill()
        self.close()
        for path in self.paths:
            _remove_directory(path)


@contextlib.contextmanager
def _unless_gone() -> Iterator[None]:
    """A container engine removes the groups it made as soon as the container has ended."""
    try:
        yield
    except OSError as error:
        if error.errno not in (errno.ENOENT, errno.ENODEV):
            raise


def _open_file(path: Path, flags: int) -> int:
    """A descriptor, or -1 where the kernel does not offer the file."""
    try:
        return os.open(path, flags | os.O_CLOEXEC)
    except OSError:
        return -1


def _remove_directory(path: Path) -> None:
    """A group of dead processes stays busy for the moment the kernel needs to bury them."""
    deadline = time.monotonic() + KILL_SECONDS
    while True:
        try:
            path.rmdir()
        except FileNotFoundError:
            return
        except OSError as error:
            if time.monotonic() > deadline:
                raise SandboxError(f"control group {path} cannot be removed: {error}") from None
            time.sleep(0.001)
