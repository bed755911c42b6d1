"""The system call filter: its bytes, and what they decide about every call there is."""

import errno
import json
import struct
from itertools import pairwise
from pathlib import Path

import pytest

from sandbox import seccomp
from sandbox.seccomp import ALLOW, ERRNO, KILL, Instruction, Rule

LISTINGS = Path(__file__).with_name("filters")
ARCHES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
EPERM, ENOSYS = ERRNO | errno.EPERM, ERRNO | errno.ENOSYS


def decide(program: bytes, number: int, *arguments: int, arch: int) -> int:
    """What the kernel would make of a call: an interpreter of the filter's few instructions."""
    padded = [*arguments, 0, 0, 0, 0, 0, 0][:6]
    seen = struct.pack("<IIQ6Q", number, arch, 0, *padded)
    position = accumulator = 0
    while True:
        code, if_true, if_false, value = struct.unpack_from("<HBBI", program, 8 * position)
        position += 1
        if code == seccomp.LOAD:
            (accumulator,) = struct.unpack_from("<I", seen, value)
        elif code == seccomp.AND:
            accumulator &= value
        elif code == seccomp.JUMP_EQUAL:
            position += if_true if accumulator == value else if_false
        elif code == seccomp.JUMP_AT_LEAST:
            position += if_true if accumulator >= value else if_false
        else:
            assert code == seccomp.RETURN
            return int(value)


def listing(program: bytes) -> str:
    """The filter for people: one instruction a line."""
    words = {0x20: "load", 0x15: "if =", 0x35: "if >=", 0x54: "and", 0x06: "return"}
    lines = []
    for place in range(len(program) // 8):
        code, yes, no, value = struct.unpack_from("<HBBI", program, 8 * place)
        jump = f" then +{yes} else +{no}" if words[code].startswith("if") else ""
        lines.append(f"{place:4} {words[code]:6} {value:#010x}{jump}")
    return "\n".join(lines) + "\n"


def test_an_instruction_is_packed_as_the_kernel_reads_it() -> None:
    assert Instruction(0x15, 0xC000003E, 1, 2).packed() == bytes.fromhex("15000102 3e0000c0")


def test_a_rule_of_allowed_values_is_five_instructions_byte_for_byte() -> None:
    program = seccomp.rule_program(Rule("socket", 0, seccomp.WHOLE, (1,), True, errno.EPERM))
    expected = "20000000 10000000 15000100 01000000 06000000 01000500 06000000 0000ff7f"
    assert b"".join(i.packed() for i in program) == bytes.fromhex(expected)


@pytest.mark.parametrize("machine", seccomp.MACHINES)
def test_the_filter_is_the_one_that_was_proof_read(machine: str) -> None:
    assert listing(seccomp.assemble(machine)) == (LISTINGS / f"{machine}.txt").read_text()


@pytest.mark.parametrize("machine", seccomp.MACHINES)
def test_every_call_is_decided_as_the_table_says(machine: str) -> None:
    program, known = seccomp.assemble(machine), seccomp.numbers(machine)
    expected = dict.fromkeys(range(1200), ENOSYS)
    expected |= {known[name]: ALLOW for name in seccomp.names("allow") if name in known}
    expected |= {known[name]: EPERM for name in seccomp.names("refuse") if name in known}
    by_argument = {known[rule.name] for rule in seccomp.RULES if rule.name in known}
    for number, decision in expected.items():
        if number not in by_argument:
            assert decide(program, number, arch=ARCHES[machine]) == decision, number


@pytest.mark.parametrize("machine", seccomp.MACHINES)
@pytest.mark.parametrize(
    ("name", "arguments", "decision"),
    [
        ("clone", (0x01200011,), ALLOW),
        ("clone", (0x10000011,), EPERM),
        ("clone", (0x00000091,), EPERM),
        ("socket", (1, 1), ALLOW),
        ("socket", (2, 1), ERRNO | errno.EAFNOSUPPORT),
        ("socket", (1 | 40 << 32, 1), ALLOW),
        ("fcntl", (0, 3), ALLOW),
        ("fcntl", (0, 7), EPERM),
        ("fcntl", (0, 1026), EPERM),
        ("ioctl", (0, 0x5401), ALLOW),
        ("ioctl", (0, 0x5412), EPERM),
        ("ioctl", (0, 0x5412 | 1 << 63), EPERM),
        ("ioctl", (0, 0x541C | 1 << 32), EPERM),
        ("mknodat", (0, 0, 0o100600), ALLOW),
        ("mknodat", (0, 0, 0o020600), EPERM),
        ("personality", (0xFFFFFFFF,), ALLOW),
        ("personality", (8,), EPERM),
    ],
)
def test_arguments_decide(
    machine: str, name: str, arguments: tuple[int, ...], decision: int
) -> None:
    number = seccomp.numbers(machine)[name]
    program = seccomp.assemble(machine)
    assert decide(program, number, *arguments, arch=ARCHES[machine]) == decision


def test_calls_of_another_table_kill() -> None:
    program = seccomp.assemble("x86_64")
    assert decide(program, 39, arch=0x40000003) == KILL
    assert decide(program, 0x40000000 + 39, arch=ARCHES["x86_64"]) == KILL
    assert decide(seccomp.assemble("aarch64"), 172, arch=ARCHES["x86_64"]) == KILL


def test_every_row_of_the_table_is_decided_once_and_in_order() -> None:
    names = [row["name"] for row in seccomp.table()]
    assert all(earlier < later for earlier, later in pairwise(names))
    assert {row["policy"] for row in seccomp.table()} == {"allow", "refuse", "argument", "unknown"}
    assert sorted(seccomp.names("argument")) == sorted(rule.name for rule in seccomp.RULES)


def test_the_docker_profile_says_the_same() -> None:
    profile = json.loads(json.dumps(seccomp.docker_profile()))
    entries = [entry for entry in profile["syscalls"] if not entry["args"]]
    allowed, refused, unknown = entries
    assert allowed["names"] == [*seccomp.names("allow"), "ioctl"]
    assert refused["names"] == seccomp.names("refuse")
    assert (refused["action"], refused["errnoRet"]) == ("SCMP_ACT_ERRNO", errno.EPERM)
    assert (unknown["names"], unknown["errnoRet"]) == (seccomp.names("unknown"), errno.ENOSYS)
    assert (profile["defaultAction"], profile["defaultErrnoRet"]) == (
        "SCMP_ACT_ERRNO",
        ENOSYS & 255,
    )
    by_argument = {entry["names"][0] for entry in profile["syscalls"] if entry["args"]}
    assert by_argument == {rule.name for rule in seccomp.RULES} - {"ioctl"}


def test_docker_locks_nothing_either() -> None:
    commands = [
        entry["args"][0]["valueTwo"]
        for entry in seccomp.docker_profile()["syscalls"]
        if entry["names"] == ["fcntl"]
    ]
    assert not set(commands) & set(seccomp.LOCKS)
    assert {1, 2, 3, 4, 1030} <= set(commands)
