"""The system call policy: one table, from which come the kernel's filter and Docker's profile.

`syscalls.tsv` names every call with its number per architecture and what becomes of it: `allow`;
`refuse`, with EPERM; `argument`, decided by a rule below; `unknown`, and so whatever is not listed,
answers ENOSYS, which makes C libraries fall back to older calls. Calls of another architecture than
the filter's, and x32 calls, kill the process: nothing honest makes them, and their numbers mean
other things.

Some refused calls are more than unneeded. `flock`, `inotify_*` and keys let two bots signal each
other through what both can read; `ptrace` lets a process outlive its container; `sync` stalls the
whole machine; `sched_setaffinity` would leave the processor a worker and its boxes are pinned to.

`assemble` writes classic BPF as the kernel reads it (an array of `struct sock_filter`), which
bubblewrap loads; `docker_profile` writes the same policy for Docker. Only the standard library is
needed, and the bytes are the same on every machine of an architecture.
"""

import errno
import json
import os
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

VERSION = "v1"


class Rule(NamedTuple):
    """A call that is allowed or refused by one argument."""

    name: str
    argument: int
    mask: int
    values: tuple[int, ...]
    """Compared with argument & mask, low 32 bits only: the kernel itself ignores the others."""
    allows: bool
    """Whether the values are the only ones allowed, or the only ones refused."""
    error: int = errno.EPERM


NAMESPACES = 0x7E020080
"""CLONE_NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET and NEWTIME."""
AF_UNIX = 1
TIOCSTI, TIOCLINUX = 0x5412, 0x541C
LOCKS = (6, 7, 37, 38, 1024, 1026)
"""fcntl: SETLK, SETLKW, OFD_SETLK, OFD_SETLKW, SETLEASE, NOTIFY."""
FCNTL_SAFE = (*range(6), *range(8, 12), 15, 16, 36, 1025, *range(1028, 1035))
S_IFMT, MAKEABLE = 0o170000, (0, 0o100000, 0o010000, 0o140000)
WHOLE = 0xFFFFFFFF

RULES = (
    Rule("clone", 0, NAMESPACES, (0,), allows=True),
    Rule("socket", 0, WHOLE, (AF_UNIX,), allows=True, error=errno.EAFNOSUPPORT),
    Rule("socketpair", 0, WHOLE, (AF_UNIX,), allows=True, error=errno.EAFNOSUPPORT),
    Rule("fcntl", 1, WHOLE, LOCKS, allows=False),
    Rule("ioctl", 1, WHOLE, (TIOCSTI, TIOCLINUX), allows=False),
    Rule("mknod", 1, S_IFMT, MAKEABLE, allows=True),
    Rule("mknodat", 2, S_IFMT, MAKEABLE, allows=True),
    Rule("personality", 0, WHOLE, (0, WHOLE), allows=True),
)


@dataclass(frozen=True)
class Machine:
    """What the filter must know of an architecture."""

    name: str
    audit_arch: int
    docker: str
    x32: bool = False
    """Whether numbers from 0x40000000 on are a second table of calls."""


MACHINES = {
    "x86_64": Machine("x86_64", 0xC000003E, "SCMP_ARCH_X86_64", x32=True),
    "aarch64": Machine("aarch64", 0xC00000B7, "SCMP_ARCH_AARCH64"),
}


@cache
def table() -> list[dict[str, str]]:
    """The rows of `syscalls.tsv`."""
    head, *lines = Path(__file__).with_name("syscalls.tsv").read_text().splitlines()
    columns = head.lstrip("# ").split("\t")
    return [dict(zip(columns, line.split("\t"), strict=True)) for line in lines]


def numbers(machine: str) -> dict[str, int]:
    """The number of every system call an architecture has, by name."""
    return {row["name"]: int(row[machine]) for row in table() if row[machine] != "-"}


def names(policy: str) -> list[str]:
    """Every call the policy puts in that class."""
    return [row["name"] for row in table() if row["policy"] == policy]


# The filter

LOAD, JUMP_EQUAL, JUMP_AT_LEAST, AND, RETURN = 0x20, 0x15, 0x35, 0x54, 0x06
KILL, ALLOW, ERRNO = 0x80000000, 0x7FFF0000, 0x00050000
NUMBER, ARCH, ARGUMENTS = 0, 4, 16
"""Offsets in `struct seccomp_data`; an argument takes 8 bytes, its low half first."""
X32 = 0x40000000


class Instruction(NamedTuple):
    """One `struct sock_filter`: jumps count the instructions to skip."""

    code: int
    value: int
    if_true: int = 0
    if_false: int = 0

    def packed(self) -> bytes:
        return struct.pack("<HBBI", self.code, self.if_true, self.if_false, self.value)


Program = list[Instruction]


def verdict(value: int) -> Program:
    return [Instruction(RETURN, value)]


def refusal(error: int) -> Program:
    return verdict(ERRNO | error)


def rule_program(rule: Rule) -> Program:
    """Return one way if the argument is among the rule's values, the other way if not."""
    program = [Instruction(LOAD, ARGUMENTS + 8 * rule.argument)]
    if rule.mask != WHOLE:
        program.append(Instruction(AND, rule.mask))
    found, other = verdict(ALLOW), refusal(rule.error)
    if not rule.allows:
        found, other = other, found
    count = len(rule.values)
    for position, value in enumerate(rule.values):
        program.append(Instruction(JUMP_EQUAL, value, if_true=count - position))
    return program + other + found


Range = tuple[int, Program]
"""The lowest number of a run of calls, and what decides about all of them."""


def ranges(machine: str) -> list[Range]:
    """The whole number line, cut wherever the decision changes."""
    known = numbers(machine)
    unknown = refusal(errno.ENOSYS)
    decisions = {known[name]: verdict(ALLOW) for name in names("allow") if name in known}
    decisions |= {known[name]: refusal(errno.EPERM) for name in names("refuse") if name in known}
    decisions |= {known[rule.name]: rule_program(rule) for rule in RULES if rule.name in known}
    line: list[Range] = []
    for number in range(max(decisions) + 2):
        decision = decisions.get(number, unknown)
        if not line or line[-1][1] != decision:
            line.append((number, decision))
    return line


def search(line: Sequence[Range]) -> Program:
    """A binary search for the range the loaded number lies in."""
    if len(line) == 1:
        return line[0][1]
    middle = len(line) // 2
    below, above = search(line[:middle]), search(line[middle:])
    if len(below) < 256:
        return [Instruction(JUMP_AT_LEAST, line[middle][0], if_true=len(below)), *below, *above]
    raise ValueError("the policy is too long for one jump")


@cache
def assemble(machine: str) -> bytes:
    """The filter for one architecture, as the kernel reads it."""
    target = MACHINES[machine]
    program = [Instruction(LOAD, ARCH), Instruction(JUMP_EQUAL, target.audit_arch, if_true=1)]
    program += [*verdict(KILL), Instruction(LOAD, NUMBER)]
    if target.x32:
        program += [Instruction(JUMP_AT_LEAST, X32, if_false=1), *verdict(KILL)]
    program += search(ranges(machine))
    return b"".join(instruction.packed() for instruction in program)


def this_machine() -> str:
    return os.uname().machine


# Docker's profile


def docker_profile() -> dict[str, Any]:
    """The policy as Docker reads it, for every architecture at once.

    Docker cannot refuse some values of an argument and allow the rest, so `fcntl` lists the
    commands that are safe and `ioctl` stays open: what it refuses needs a terminal, and no box has
    one.
    """
    return {
        "defaultAction": "SCMP_ACT_ERRNO",
        "defaultErrnoRet": errno.ENOSYS,
        "architectures": [machine.docker for machine in MACHINES.values()],
        "syscalls": [
            _docker_allows([*names("allow"), "ioctl"]),
            _docker_refuses(names("refuse"), errno.EPERM),
            _docker_refuses(names("unknown"), errno.ENOSYS),  # old engines: EPERM by default
            *(entry for rule in RULES if rule.name != "ioctl" for entry in _docker_rule(rule)),
        ],
    }


@cache
def docker_json() -> str:
    """The profile as an engine is given it."""
    return json.dumps(docker_profile())


DockerEntry = dict[str, Any]


def _docker_allows(calls: list[str], *conditions: DockerEntry) -> DockerEntry:
    return {"names": calls, "action": "SCMP_ACT_ALLOW", "args": list(conditions)}


def _docker_refuses(calls: list[str], error: int, *conditions: DockerEntry) -> DockerEntry:
    action = {"action": "SCMP_ACT_ERRNO", "errnoRet": error}
    return {"names": calls, "args": list(conditions)} | action


def _docker_rule(rule: Rule) -> Iterator[DockerEntry]:
    for value in FCNTL_SAFE if rule.name == "fcntl" else rule.values:
        condition = {"index": rule.argument, "value": rule.mask, "valueTwo": value}
        yield _docker_allows([rule.name], condition | {"op": "SCMP_CMP_MASKED_EQ"})
    if rule.mask == WHOLE and len(rule.values) == 1:
        other = {"index": rule.argument, "value": rule.values[0], "op": "SCMP_CMP_NE"}
        yield _docker_refuses([rule.name], rule.error, other)
