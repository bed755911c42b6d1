"""What boxes need of a machine, bubblewrap's above all: what is there, and how to get the rest."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sandbox.box import Finding
from sandbox.cgroups import Group, Layout
from sandbox.limits import BoxLimits
from sandbox.slots import Slots

PROGRAM = "/usr/bin/bwrap"
NAMESPACES = {
    "kernel.unprivileged_userns_clone": ("0", "1"),
    "kernel.apparmor_restrict_unprivileged_userns": ("1", "0"),
    "user.max_user_namespaces": ("0", "10000"),
}
"""Kernel settings: the value that keeps bubblewrap from making boxes, and one that does not."""


def findings(slots: Slots, layout: Layout | None) -> Iterator[Finding]:
    """Everything but what only a box itself can tell."""
    version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True).stdout
    yield Finding("must", "bubblewrap", True, version.strip())
    yield _namespaces()
    root = os.geteuid() == 0
    users = "each slot has a user of its own" if root else "all boxes share this user"
    yield Finding("should", "slot users", root, users, "run as root")
    yield from _groups(slots, layout)
    yield _state(slots.state)
    yield core_pattern()


def _namespaces() -> Finding:
    shut = [name for name, (bad, _) in NAMESPACES.items() if _setting(name) == bad]
    found = ", ".join(f"{name} is {_setting(name)}" for name in shut) or "allowed"
    remedy = " and ".join(f"sysctl {name}={NAMESPACES[name][1]}" for name in shut)
    return Finding("must", "user namespaces", not shut, found, remedy)


def _setting(name: str) -> str | None:
    """A kernel setting, or None on kernels that have no such one."""
    path = Path("/proc/sys", *name.split("."))
    return path.read_text().strip() if path.exists() else None


def _groups(slots: Slots, layout: Layout | None) -> Iterator[Finding]:
    kind = Layout.of_this_machine().kind
    if layout is None:
        found = f"{kind}, not usable: limits hold for each process by itself"
        yield Finding("should", "control groups", False, found, "run as root")
        return
    found = f"{kind}: memory, processes and CPU are limited for the whole box"
    yield Finding("should", "control groups", True, found)
    with _trial(slots, layout) as group:
        yield from group_findings(group)


def group_findings(group: Group) -> Iterator[Finding]:
    """What the control group of a box can do for it."""
    found = "bots are stopped between turns" if group.can_freeze else "absent"
    remedy = "mount the cgroup2 file system, or the freezer controller"
    yield Finding("should", "freezer", group.can_freeze, found, remedy)
    remedy = "mount the cgroup2 file system and boot with psi=1"
    found = f"the clock is {group.clock}"
    yield Finding("should", "fair clock", group.clock == "fair", found, remedy)
    yield _swap(group)


@contextmanager
def _trial(slots: Slots, layout: Layout) -> Iterator[Group]:
    """A control group like that of a box, with nothing in it."""
    slot = slots.take()
    group = Group.create(layout, slot.name, BoxLimits())
    try:
        yield group
    finally:
        group.remove()
        slot.release()


def _swap(group: Group) -> Finding:
    there = len(Path("/proc/swaps").read_text().splitlines()) > 1
    limited = group.limits_swap() or not there
    found = "none" if not there else "limited" if limited else "not limited"
    return Finding("should", "swap", limited, found, "boot with swapaccount=1, or swapoff -a")


def _state(folder: Path) -> Finding:
    """Debian mounts /run without permission to execute, for one."""
    runs = not os.statvfs(folder).f_flag & os.ST_NOEXEC
    found = f"programs {'run' if runs else 'do not run'} from {folder}"
    return Finding("must", "state folder", runs, found, "mount it without noexec")


def core_pattern() -> Finding:
    """A pattern that is a program runs on the host, whatever limit a crashing bot has."""
    pattern = Path("/proc/sys/kernel/core_pattern").read_text().strip()
    remedy = "sysctl kernel.core_pattern=core"
    return Finding("nice", "core pattern", not pattern.startswith("|"), pattern, remedy)
