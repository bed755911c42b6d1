"""The seam between the channel and the backends: what a backend is given, and what it gives back.

A backend turns a `Job` into a `Box`: one process tree, isolated as well as the backend can, with
three plain file descriptors to talk through. `Channel` does everything else, for all backends alike
(deadlines, caps, verdicts), so a backend neither reads nor writes a bot's lines.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

from sandbox.archive import Archive
from sandbox.clock import Meter
from sandbox.faults import Exit
from sandbox.limits import BoxLimits


@dataclass(frozen=True, kw_only=True)
class Job:
    """One program to run in one box."""

    files: Archive
    """Unpacked, read-only, as /bot, which is also the working directory."""
    command: tuple[str, ...]
    """Tools by the path `Backend.find` gave for them; files of the bot under /bot."""
    limits: BoxLimits
    environment: Mapping[str, str] = field(default_factory=dict)
    scratch_mib: int = 0
    """Size of an empty writable /build; none with 0."""


class Facts(NamedTuple):
    """What stood between this bot and the machine; part of every report."""

    backend: str
    """`docker`, `bwrap`, `bwrap-nocgroup`, or `process`, which isolates nothing."""
    policy: str
    """Version of the system call policy, or `none`."""
    freeze: bool
    """Whether the bot was stopped while it was not its turn."""
    clock: str
    """`fair` (CPU and pressure), `cpu` (CPU and wall) or `wall`."""
    sandboxed: bool

    @property
    def stamp(self) -> str:
        """How results are marked: `unsandboxed` for plain processes, else the backend's name."""
        return self.backend if self.sandboxed else "unsandboxed"


class Stats(NamedTuple):
    """What a box used in all; None where the backend cannot tell."""

    cpu_seconds: float | None = None
    peak_memory_bytes: int | None = None
    oom_kills: int = 0
    pids_limit_hits: int = 0
    throttled_seconds: float = 0.0


class Box(Protocol):
    """One running program and everything it started."""

    facts: Facts
    meter: Meter
    stdin: int
    """Descriptors of this side: non-blocking, closed by `close`."""
    stdout: int
    stderr: int

    def freeze(self) -> None:
        """Stop everything in the box; does nothing where `facts.freeze` is false."""

    def thaw(self) -> None: ...

    def wait(self, seconds: float) -> Exit | None:
        """How the program ended, waiting for that at most so long; None while it runs.

        Raises SandboxError if it never ran.
        """

    def out_of_memory(self) -> bool:
        """Whether the kernel has killed anything in the box for want of memory."""

    def dies_whole(self) -> bool:
        """Whether running out of memory ends the whole box, and not one process of it."""

    def kill(self) -> None:
        """End everything in the box. Nothing of it runs when this returns; else SandboxError."""

    def stats(self) -> Stats: ...

    def close(self) -> None:
        """Kill, then remove every trace. Safe to call twice."""


class Finding(NamedTuple):
    """One thing a backend needs or would like of this machine."""

    need: str
    """`must`: no box without it. `should`: a promise fails without it. `nice`: worth having."""
    name: str
    ok: bool
    found: str
    remedy: str = ""

    def __str__(self) -> str:
        mark = "ok  " if self.ok else "-   " if self.need == "nice" else "FAIL"
        hint = f"; {self.remedy}" if self.remedy and not self.ok else ""
        return f"  {mark} {self.name}: {self.found}{hint}"


class Backend(Protocol):
    """One way to make boxes; made once per worker process, safe to use from many threads."""

    name: str

    def find(self, tool: str) -> str | None:
        """The path, inside a box, of a real program (never a shim), or None if it has none."""

    def start(self, job: Job) -> Box:
        """A box with the job's program started in it."""

    def findings(self) -> Iterable[Finding]:
        """What this machine has, and lacks, of what the backend protects with."""

    def close(self) -> None:
        """Give back what is kept between boxes (pools, helper processes)."""
