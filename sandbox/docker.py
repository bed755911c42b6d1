"""Boxes made by a Docker engine: one hardened container for one bot in one match, then none.

A container is never reused, and nothing is ever started in one from outside: what runs is what its
gate was told to run. Making one takes the engine many times longer than starting a bot, and
removing it half as long, so both are done in the background: `start` takes one that waits.
"""

import platform
import time
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any

from sandbox import prerequisites, seccomp
from sandbox.archive import Archive
from sandbox.background import Background
from sandbox.box import Finding, Job
from sandbox.cgroups import Group, Layout
from sandbox.channel import Channel
from sandbox.clock import Deadline
from sandbox.container import Container, Shape, configuration, merged, processors
from sandbox.daemon import HOST, SLOT, Daemon
from sandbox.faults import BotFault, SandboxError, Unavailable
from sandbox.gates import SocketGate, StreamGate
from sandbox.limits import BoxLimits, Limits
from sandbox.slots import Slot, Slots
from sandbox.spares import Spares

Way = type[SocketGate] | type[StreamGate]

IMAGE = "moonladder/bots:1"
BUILD = "make bots-image"
"""What makes the image."""
REMAPPED_UID = 10_000
"""Where slots' users begin on engines that give containers only the first 65536 numbers."""
STALE_SECONDS = 24 * 3600
"""Another machine's containers are left alone for so long: by then it has gone, or been renamed."""
TOOLS = "cd /usr/bin && echo *"
PATIENT = Deadline(charged=30, wall=60)


class Docker:
    """The backend: an engine, an image with every tool chain, and containers in slots."""

    name = "docker"

    def __init__(
        self,
        *,
        address: str | None = None,
        image: str = IMAGE,
        runtime: str | None = None,
        state: Path | None = None,
        layout: Layout | None = None,
        ways: tuple[Way, ...] = (SocketGate, StreamGate),
    ) -> None:
        """`address` is the engine's, if not what DOCKER_HOST says; `runtime` another OCI runtime
        than the engine's own, such as gVisor's `runsc`; `state` is where slots live; `layout` the
        control groups to look for; `ways` are those to reach a gate: the first that works is used.
        """
        if seccomp.this_machine() not in seccomp.MACHINES:
            raise Unavailable(f"there is no system call table for {seccomp.this_machine()}")
        self.daemon = Daemon(address)
        if not self.daemon.has_image(image):
            self.daemon.close()
            raise Unavailable(f"the Docker engine has no image {image}; make it with: {BUILD}")
        self._image, self._runtime = image, runtime
        self._slots = Slots(state)
        self._layout = layout or Layout.of_this_machine()
        self._remaps = _remaps(self.daemon.info())
        self._background = Background()
        self.spares: Spares[Container] = Spares()
        self._tools: frozenset[str] | None = None
        self._closed = False
        self.sweep()
        self._way = self._first_that_works(ways)

    @property
    def address(self) -> str:
        """The engine's, as in DOCKER_HOST."""
        return self.daemon.address

    @property
    def state(self) -> Path:
        """Where the slots of this backend live."""
        return self._slots.state

    def _first_that_works(self, ways: tuple[Way, ...]) -> Way:
        """Found by making a box, which then waits for the first match."""
        reasons = []
        for way in ways:
            self._way = way
            shape = self._shape(Limits())
            try:
                self.spares.add(shape, self._make(shape))
            except (SandboxError, OSError) as error:
                reasons.append(str(error))
            else:
                return way
        self.close()
        raise Unavailable(f"no container can be used: {'; '.join(reasons)}")

    def find(self, tool: str) -> str | None:
        if self._tools is None:
            self._tools = frozenset(self._list_tools())
        return f"/usr/bin/{tool}" if tool in self._tools else None

    def _list_tools(self) -> list[str]:
        job = Job(files=Archive.of([]), command=("/bin/sh", "-c", TOOLS), limits=Limits())
        channel = Channel(self.start(job), Limits())
        try:
            return channel.receive(PATIENT).line.decode().split()
        except BotFault as fault:
            raise SandboxError(f"{self._image} does not tell what is in it: {fault}") from None
        finally:
            channel.close()

    def start(self, job: Job) -> Container:
        return self.spares.start(self._shape(job.limits, job.scratch_mib), job, self._make)

    def _shape(self, limits: BoxLimits, scratch_mib: int = 0) -> Shape:
        """What is decided now. Processors have the same numbers only on this machine."""
        return Shape(limits, scratch_mib, processors() if self._way is SocketGate else frozenset())

    def _make(self, shape: Shape) -> Container:
        """A container that waits to be told what to run."""
        slot = self._slots.take()
        with ExitStack() as undo:
            undo.callback(slot.release)
            gate = self._way(self.daemon, slot.prepare())
            undo.callback(gate.close)
            uid = REMAPPED_UID + slot.number if self._remaps else slot.uid
            wanted = configuration(self._image, shape, uid, self._runtime)
            made = self.daemon.create(merged(wanted, gate.configuration()), slot.name)
            undo.callback(self.daemon.remove, made)
            gate.meet(self.daemon, made)
            group = self._group_of(gate.pid)
            undo.pop_all()
            return Container(
                self.daemon, made, gate, group, slot=slot,
                remove=partial(self._background.do, partial(self._remove, made, slot)),
                replace=partial(self._replace, shape),
            )  # fmt: skip

    def _group_of(self, pid: int) -> Group | None:
        """The container's own control groups, where this process may use them."""
        if not pid:
            return None
        group = Group.of_process(self._layout, pid)
        if group.can_freeze and "memory" in group.homes:
            return group
        group.close()
        return None

    def _remove(self, container: str, slot: Slot) -> None:
        """What cannot be removed now is removed by whoever sweeps the slot."""
        try:
            self.daemon.remove(container)
        finally:
            slot.release()

    def _replace(self, shape: Shape) -> None:
        """Whoever closes a box soon wants another like it. Builds are rare: they leave none."""
        if not shape.scratch_mib:
            self._background.do(partial(self._refill, shape))

    def _refill(self, shape: Shape) -> None:
        if not self._closed:
            self.spares.add(shape, self._make(shape))

    def settle(self) -> None:
        """Return when nothing is being made or removed any more."""
        self._background.wait()

    def sweep(self) -> None:
        """Remove containers whose worker was killed: those of slots that are free again."""
        ours: dict[str, list[str]] = {}
        for container, labels, created in self.daemon.boxes():
            if labels[HOST] == platform.node():
                ours.setdefault(labels[SLOT], []).append(container)
            elif time.time() - created > STALE_SECONDS:
                self.daemon.remove(container)
        for slot in self._slots.left_behind() if ours else ():
            for container in ours.get(slot.name, []):
                self.daemon.remove(container)

    def findings(self) -> Iterator[Finding]:
        info = self.daemon.info()
        yield Finding("must", "Docker", True, f"{self.daemon.version} at {self.daemon.address}")
        yield Finding("must", "image", True, self._image)
        yield Finding("nice", "runtime", True, self._runtime or info["DefaultRuntime"])
        near = self._way is SocketGate
        found = "bots are reached directly" if near else "bots are reached through the engine"
        remedy = f"run the worker on the engine's machine, with {self.state} at the same place"
        yield Finding("nice", "pipes", near, found, remedy)
        yield from self._group_findings()
        yield prerequisites.core_pattern()

    def _group_findings(self) -> Iterator[Finding]:
        job = Job(files=Archive.of([]), command=("/bin/cat",), limits=Limits())
        box = self.start(job)
        try:
            if box.group is None:
                found = "the control groups of containers cannot be used from here"
                remedy = "run the worker as root on the engine's machine"
                yield Finding("should", "control groups", False, found, remedy)
            else:
                yield from prerequisites.group_findings(box.group)
        finally:
            box.close()

    def close(self) -> None:
        self._closed = True
        self.spares.close()
        self._background.close()
        self.daemon.close()


def _remaps(info: dict[str, Any]) -> bool:
    """Whether root in a container is somebody else outside: few users are left to choose from."""
    options = info.get("SecurityOptions") or []
    return any(f"name={word}" in option for option in options for word in ("userns", "rootless"))
