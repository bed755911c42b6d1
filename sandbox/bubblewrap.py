"""Boxes made by bubblewrap: namespaces, a read-only root, our system call filter, control groups.

What the arguments must get right, each learnt from an attack:

- bubblewrap itself is PID 1 of the box, so its environment and its command line can be read there:
  both are empty of everything, the options come through a descriptor (`--args`).
- Its root and /dev are writable file systems without a size, and some settings in /proc/sys belong
  to the box's own namespaces: all are remounted read-only last.
- Each box runs as the user of its slot, which exists nowhere else: what the kernel counts per user
  (pipe pages, keys, pending signals) is shared with nobody.
- Limits on memory, processes and CPU come from control groups. Without root there are none: the
  backend is then `bwrap-nocgroup`, says so in every report, and falls back to rlimits, which hold
  for each process by itself.
"""

import os
import select
import shlex
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from functools import cached_property, partial
from pathlib import Path
from typing import NamedTuple

from sandbox import prerequisites, seccomp
from sandbox.box import Facts, Finding, Job, Stats
from sandbox.cgroups import Group, Layout
from sandbox.clock import Meter, WallMeter
from sandbox.faults import Exit, SandboxError, Unavailable
from sandbox.limits import KIB, MIB, BoxLimits
from sandbox.prerequisites import PROGRAM
from sandbox.slots import Slot, Slots
from sandbox.spares import Spares
from sandbox.spawn import LIFE, Keeper, KeptBox, Request
from sandbox.toolchains import Toolbox

PRLIMIT = "/usr/bin/prlimit"
ARGS, SECCOMP, STATUS = 3, 4, 5
"""The descriptors bubblewrap finds its options, its filter and its status line at."""
MASKED = ("/proc/keys", "/proc/key-users", "/proc/kallsyms", "/proc/timer_list")
ETC = ("ld.so.cache", "alternatives", "java-*-openjdk")
NOBODY = "65534"
GATE = 'IFS= read -r command && eval "exec $command"'
"""What a box runs until it is told what to run, in one line that comes before all others."""
GATE_SECONDS = 10.0
"""How long a box may take to hear what to run."""
ENVIRONMENT = {"PATH": "/usr/bin:/bin", "HOME": "/tmp", "LANG": "C.UTF-8"}


def rlimits(limits: BoxLimits) -> dict[str, int]:
    """What every process of a box may use, control groups or not. Address space is not limited:
    honest runtimes reserve gigabytes they never touch."""
    return {
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": limits.open_files,
        "RLIMIT_FSIZE": limits.file_mib * MIB,
        "RLIMIT_STACK": limits.stack_mib * MIB,
        "RLIMIT_MEMLOCK": limits.locked_kib * KIB,
        "RLIMIT_MSGQUEUE": 0,
    }


def lone_rlimits(limits: BoxLimits) -> dict[str, int]:
    """The same where no control group bounds memory. Stacks of threads count as data there."""
    stack = min(limits.stack_mib, 8) * MIB
    return rlimits(limits) | {"RLIMIT_DATA": limits.memory_bytes, "RLIMIT_STACK": stack}


class Shape(NamedTuple):
    """All that is decided when a box is made: boxes of one shape can stand in for each other."""

    limits: BoxLimits
    environment: tuple[tuple[str, str], ...]
    scratch_mib: int
    tools: tuple[tuple[str, str], ...]
    processors: frozenset[int]

    @classmethod
    def of(cls, job: Job, toolbox: Toolbox) -> "Shape":
        return cls(
            limits=job.limits,
            environment=tuple(job.environment.items()),
            scratch_mib=job.scratch_mib,
            tools=tuple(toolbox.needed_by(job.command)),
            processors=frozenset(os.sched_getaffinity(0)),
        )


class Bubblewrap:
    """The backend: one keeper process, and boxes in slots of this machine."""

    def __init__(
        self,
        *,
        state: Path | None = None,
        root: Path = Path("/"),
        layout: Layout | None = None,
        cgroups: bool = True,
        spares: bool = True,
    ) -> None:
        """`state` is where slots live; `root` the tree whose /usr boxes see; `layout` the control
        groups to use, if not all this machine has; without `cgroups` there are none, and without
        `spares` no boxes wait for the next match."""
        if seccomp.this_machine() not in seccomp.MACHINES:
            raise Unavailable(f"there is no system call table for {seccomp.this_machine()}")
        if not os.access(PROGRAM, os.X_OK):
            raise Unavailable(f"{PROGRAM} is missing; install it with: apt-get install bubblewrap")
        self._root = root
        self._slots = Slots(state)
        self._layout = _usable(layout or Layout.of_this_machine()) if cgroups else None
        self._toolbox = Toolbox(self._slots.state / "tools", privileged=os.geteuid() == 0)
        self._keeper = Keeper(self._toolbox.mounts())
        self.spares: Spares[BubblewrapBox] = Spares()
        self._keeps_spares = spares
        self.name = "bwrap" if self._layout else "bwrap-nocgroup"
        self.sweep()

    @property
    def state(self) -> Path:
        """Where the slots of this backend live."""
        return self._slots.state

    def find(self, tool: str) -> str | None:
        return self._toolbox.find(tool)

    def start(self, job: Job) -> "BubblewrapBox":
        return self.spares.start(Shape.of(job, self._toolbox), job, self._make)

    def _make(self, shape: "Shape") -> "BubblewrapBox":
        """A box that waits to be told what to run."""
        slot = self._slots.take()
        with ExitStack() as undo:
            undo.callback(slot.release)
            folder = slot.prepare()
            group = Group.create(self._layout, slot.name, shape.limits) if self._layout else None
            if group:
                undo.callback(group.remove)
            box = BubblewrapBox(slot, folder, group, partial(self._replace, shape))
            box.launch(self._keeper, shape.limits, [*self._options(shape, folder)])
            undo.pop_all()
            return box

    def _replace(self, shape: "Shape") -> None:
        """Whoever closes a box soon wants another like it, and is in no hurry now.

        Builds are rare: they leave none.
        """
        if self._keeps_spares and not shape.scratch_mib:
            with suppress(SandboxError, OSError):
                self.spares.add(shape, self._make(shape))

    def findings(self) -> Iterator[Finding]:
        return prerequisites.findings(self._slots, self._layout)

    def sweep(self) -> None:
        """Remove what workers that were killed have left: folders and control groups of slots."""
        for slot in self._slots.left_behind():
            if self._layout:
                Group(self._layout.homes(slot.name)).remove()

    def close(self) -> None:
        self.spares.close()
        self._keeper.close()

    def _options(self, shape: "Shape", folder: Path) -> Iterator[str]:
        """What bubblewrap reads from its descriptor; the order of mounts matters."""
        yield from ("--unshare-all", "--unshare-user", "--disable-userns")
        yield from ("--uid", NOBODY, "--gid", NOBODY, "--hostname", "bot")
        yield from ("--die-with-parent", "--new-session", "--clearenv")
        for name, value in (ENVIRONMENT | dict(shape.environment)).items():
            yield from ("--setenv", name, value)
        yield from self._system_mounts
        for source, target in shape.tools:
            yield from ("--ro-bind", source, target)
        yield from ("--proc", "/proc", "--dev", "/dev")
        yield from _tmpfs("/dev/shm", shape.limits.shm_mib)
        yield from _tmpfs("/tmp", shape.limits.tmp_mib)
        if shape.scratch_mib:
            yield from _tmpfs("/build", shape.scratch_mib)
        yield from ("--ro-bind", str(folder), "/bot", "--chdir", "/bot")
        for path in MASKED:
            if os.path.exists(path):
                yield from ("--ro-bind", "/dev/null", path)
        yield from ("--remount-ro", "/proc", "--remount-ro", "/dev", "--remount-ro", "/")
        yield from ("--seccomp", str(SECCOMP), "--json-status-fd", str(STATUS))

    @cached_property
    def _system_mounts(self) -> list[str]:
        mounts = ["--ro-bind", str(self._root / "usr"), "/usr"]
        for name in ("bin", "lib", "lib32", "lib64", "sbin"):
            if (self._root / "usr" / name).exists():
                mounts += ["--symlink", f"usr/{name}", f"/{name}"]
        for pattern in ETC:
            for path in sorted((self._root / "etc").glob(pattern)):
                mounts += ["--ro-bind", str(path), f"/etc/{path.name}"]
        return mounts


def _tmpfs(path: str, size_mib: int) -> tuple[str, ...]:
    return ("--size", str(size_mib * MIB), "--tmpfs", path)


def _usable(layout: Layout) -> Layout | None:
    """The layout, if this process may make groups in it."""
    try:
        layout.prepare()
    except Unavailable:
        return None
    return layout


class BubblewrapBox(KeptBox):
    """One bot under bubblewrap, with its slot and its control group."""

    def __init__(
        self, slot: Slot, folder: Path, group: Group | None, replace: Callable[[], None]
    ) -> None:
        super().__init__()
        self._slot, self._folder, self._group = slot, folder, group
        self._replace: Callable[[], None] | None = replace
        self.meter: Meter = group or WallMeter()
        self.facts = Facts(
            backend="bwrap" if group else "bwrap-nocgroup",
            policy=seccomp.VERSION,
            freeze=bool(group and group.can_freeze),
            clock=group.clock if group else "wall",
            sandboxed=True,
        )

    def launch(self, keeper: Keeper, limits: BoxLimits, options: list[str]) -> None:
        """Start bubblewrap with no environment and a command line that gives nothing away."""
        request = Request(
            argv=[PROGRAM, "--args", str(ARGS), "--", "/bin/sh", "-c", GATE],
            env={},
            uid=self._slot.uid if os.geteuid() == 0 else None,
            rlimits=rlimits(limits) if self._group else lone_rlimits(limits),
        )
        with ExitStack() as sent:
            arguments = _memory_file("\0".join(options).encode())
            policy = _memory_file(seccomp.assemble(seccomp.this_machine()))
            groups = self._group.procs_files() if self._group else []
            for file in (arguments, policy, *groups):
                sent.callback(os.close, file)
            self.attach(keeper, request, [arguments, policy, LIFE], groups)

    def go(self, job: Job) -> None:
        """Put the bot's files in, which the box sees at once, and have its program run."""
        job.files.unpack(self._folder)
        command = job.command if self._group else _with_nproc(job)
        with suppress(BrokenPipeError):  # a box that could not be made says so when it is read
            self._tell(shlex.join(command).encode() + b"\n")

    def _tell(self, line: bytes) -> None:
        if b"\n" in line[:-1]:
            raise ValueError("a command that holds a newline does not get through the gate")
        poll = select.poll()
        poll.register(self.stdin, select.POLLOUT)
        while line:
            if not poll.poll(GATE_SECONDS * 1000):
                raise SandboxError("a box does not listen")
            line = line[os.write(self.stdin, line) :]

    def waits(self) -> bool:
        """Whether the box is still there to be told what to run."""
        try:
            return self.end(0) is None
        except SandboxError:
            return False

    def discard(self) -> None:
        """Close a box that nobody has used, and leave no spare in its place."""
        self._replace = None
        with suppress(SandboxError):
            self.close()

    def forget(self) -> None:
        super().forget()
        if self._group:
            self._group.close()
        self._slot.forget()

    def freeze(self) -> None:
        if self._group:
            self._group.freeze()

    def thaw(self) -> None:
        if self._group:
            self._group.thaw()

    def wait(self, seconds: float) -> Exit | None:
        end = self.end(seconds)
        if end is None or os.WIFSIGNALED(end.status):
            return Exit(128 + os.WTERMSIG(end.status)) if end else None
        if end.exit_code is None:
            raise SandboxError("bubblewrap could not make the box")
        return Exit(end.exit_code)

    def out_of_memory(self) -> bool:
        return bool(self._group and self._group.oom_kills())

    def dies_whole(self) -> bool:
        return self._group is None or self._group.dies_whole()

    def kill(self) -> None:
        if self._group:
            self._group.kill()
        super().kill()

    def stats(self) -> Stats:
        return self._group.stats() if self._group else Stats()

    def close(self) -> None:
        try:
            super().close()
        finally:
            if self._group:
                self._group.remove()
            self._slot.release()
        replace, self._replace = self._replace, None
        if replace:
            replace()


def _with_nproc(job: Job) -> tuple[str, ...]:
    """Without control groups: the box's own user namespace counts its processes against a limit
    that is set inside it."""
    return (PRLIMIT, f"--nproc={job.limits.pids}:{job.limits.pids}", "--", *job.command)


def _memory_file(content: bytes) -> int:
    file = os.memfd_create("options", os.MFD_CLOEXEC)
    os.write(file, content)
    os.lseek(file, 0, os.SEEK_SET)
    return file
