"""One hardened container, for one bot in one match: what it is made with, and the box it is.

What the configuration must get right, each learnt from an attack:

- Docker's own system call profile allows what lets two bots signal each other, and what lets a
  process outlive its container unseen (`ptrace`): ours is given, from the same table as elsewhere.
- The log of a container is a file of the host without a limit: there is none.
- Everything of one box is one user's, which exists nowhere else, as with bubblewrap.
- What the kernel tells in /sys and some files of /proc is the host's, and so is what the engine
  puts in /etc: all of it is masked.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from sandbox import seccomp
from sandbox.box import Facts, Job, Stats
from sandbox.bubblewrap import ENVIRONMENT, rlimits
from sandbox.cgroups import Group
from sandbox.clock import Meter, WallMeter
from sandbox.daemon import Daemon, Json
from sandbox.faults import Exit, SandboxError
from sandbox.gates import BOT, Gate
from sandbox.limits import MIB, BoxLimits
from sandbox.slots import Slot

MASKED = (
    *("/etc/hostname", "/etc/hosts", "/etc/resolv.conf"),
    *("/proc/acpi", "/proc/asound", "/proc/kallsyms", "/proc/kcore", "/proc/keys"),
    *("/proc/key-users", "/proc/latency_stats", "/proc/sched_debug", "/proc/scsi"),
    *("/proc/timer_list", "/proc/timer_stats", "/sys"),
)


class Shape(NamedTuple):
    """All that is decided when a container is made: those of one shape stand in for each other."""

    limits: BoxLimits
    scratch_mib: int = 0
    processors: frozenset[int] = frozenset()
    """Those to keep it to; all of them if none is named."""


def processors() -> frozenset[int]:
    """Those this process is kept to, and so its boxes; none if it may use all."""
    mine = os.sched_getaffinity(0)
    return frozenset(mine if len(mine) < (os.cpu_count() or 1) else ())


def configuration(image: str, shape: Shape, uid: int, runtime: str | None = None) -> Json:
    """What the engine is asked for, in its own words; a gate adds what it needs."""
    limits = shape.limits
    host = {
        "NetworkMode": "none",
        "ReadonlyRootfs": True,
        "CapDrop": ["ALL"],
        "SecurityOpt": ["no-new-privileges", f"seccomp={seccomp.docker_json()}"],
        "MaskedPaths": list(MASKED),
        "PidsLimit": limits.pids,
        "Memory": limits.memory_bytes,
        "MemorySwap": limits.memory_bytes,
        "NanoCpus": int(limits.cpu_cores * 1e9),
        "Tmpfs": dict(_tmpfs(shape)),
        "ShmSize": limits.shm_mib * MIB,
        "IpcMode": "private",
        "Ulimits": [
            {"Name": name.removeprefix("RLIMIT_").lower(), "Soft": value, "Hard": value}
            for name, value in rlimits(limits).items()
        ],
        "LogConfig": {"Type": "none"},
    }
    if shape.processors:
        host["CpusetCpus"] = ",".join(map(str, sorted(shape.processors)))
    if runtime:
        host["Runtime"] = runtime
    return {
        "Image": image,
        "User": f"{uid}:{uid}",
        "Hostname": "bot",
        "WorkingDir": BOT,
        "NetworkDisabled": True,
        "HostConfig": host,
    }


def _tmpfs(shape: Shape) -> Iterator[tuple[str, str]]:
    common = f"rw,exec,nosuid,nodev,mode=1777,nr_inodes={shape.limits.tmp_inodes}"
    yield "/tmp", f"{common},size={shape.limits.tmp_mib}m"
    if shape.scratch_mib:
        yield "/build", f"{common},size={shape.scratch_mib}m"


def merged(one: Json, other: Json) -> Json:
    """Both, with the folders they share merged too."""
    shared = {
        key: merged(one[key], other[key])
        for key in one.keys() & other.keys()
        if isinstance(one[key], dict)
    }
    return one | other | shared


class Container:
    """One bot in its container, with its gate and, where they are in sight, its control groups.

    Without these it cannot be frozen, and only the engine can end it.
    """

    def __init__(
        self,
        daemon: Daemon,
        ident: str,
        gate: Gate,
        group: Group | None,
        *,
        slot: Slot,
        remove: Callable[[], None],
        replace: Callable[[], None],
    ) -> None:
        """`remove` and `replace` have something done, later, about it and for the next match."""
        self._daemon, self._ident, self._gate = daemon, ident, gate
        self.group, self._slot = group, slot
        self._remove: Callable[[], None] | None = remove
        self._replace: Callable[[], None] | None = replace
        self._left: Stats | None = None
        self.stdin = self.stdout = self.stderr = -1
        self.meter: Meter = group or WallMeter()
        self.facts = Facts(
            backend="docker",
            policy=seccomp.VERSION,
            freeze=group is not None,
            clock=group.clock if group else "wall",
            sandboxed=True,
        )

    def go(self, job: Job) -> None:
        """Put the bot's files in, and have its program run."""
        self._gate.give(job.files)
        self._gate.tell(job.command, ENVIRONMENT | dict(job.environment))
        self.stdin, self.stdout, self.stderr = self._gate.streams

    def waits(self) -> bool:
        """Whether it is still there to be told what to run."""
        return self._gate.waits()

    def freeze(self) -> None:
        if self.group:
            self.group.freeze()

    def thaw(self) -> None:
        if self.group:
            self.group.thaw()

    def wait(self, seconds: float) -> Exit | None:
        code = self._gate.end(seconds)
        return None if code is None else Exit(code)

    def out_of_memory(self) -> bool:
        if self.group and self._left is None:
            return bool(self.group.oom_kills())  # asked after each answer: one read, not ten
        return bool(self.stats().oom_kills)

    def dies_whole(self) -> bool:
        """Without groups in sight nobody can tell while it runs, so nobody needs to ask."""
        return self.group is None or self.group.dies_whole()

    def kill(self) -> None:
        if self._left is not None:
            return
        self._left = self._last_stats()
        if self.group:
            self.group.kill()
        else:
            self._gate.hang_up()
            self._daemon.remove(self._ident)

    def stats(self) -> Stats:
        if self._left is not None:
            return self._left
        if self.group:
            return self.group.stats()
        return Stats(oom_kills=int(self._daemon.state(self._ident).get("OOMKilled", False)))

    def _last_stats(self) -> Stats:
        """What can still be told: the engine removes the groups of what has ended."""
        try:
            return self.stats()
        except OSError:
            return Stats()

    def discard(self) -> None:
        """Close a box that nobody has used, and leave no spare in its place."""
        self._replace = None
        with suppress(SandboxError):
            self.close()

    def forget(self) -> None:
        """In a forked child: let go of what is the parent's."""
        self._gate.forget()
        if self.group:
            self.group.close()
        self._slot.forget()

    def close(self) -> None:
        remove, self._remove = self._remove, None
        if remove is None:
            return
        try:
            self.kill()
        finally:
            self._gate.close()
            if self.group:
                self.group.close()
            remove()
            if self._replace:
                self._replace()
