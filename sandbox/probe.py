"""The self-test of a backend: tries every door from inside a box, and names those that open.

The expectations come from the policy itself, so a filter that was not loaded, a kernel that reads
it differently or a mount that went missing shows as a difference.
"""

import json
from pathlib import Path

from sandbox import seccomp
from sandbox.archive import Archive, File
from sandbox.box import Backend, Job
from sandbox.channel import Channel
from sandbox.clock import Deadline
from sandbox.faults import BotFault, SandboxError
from sandbox.limits import Limits

INSIDE = Path(__file__).with_name("probe_inside.py")
REFUSED = {"EPERM"}
UNKNOWN = {"ENOSYS", "EPERM"}
"""Older container engines answer EPERM to calls they do not know."""
NO_FAMILY = {"EAFNOSUPPORT", "EPERM"}
CLOSED = {"ENOENT", "EROFS", "EACCES", "EPERM", "ENOTDIR", "EISDIR"}
DEADLINE = Deadline(charged=10, wall=30)
LIMITS = Limits()

ARGUMENTS: dict[str, tuple[str, tuple[int, ...], set[str]]] = {
    "socket internet": ("socket", (2, 1, 0), NO_FAMILY),
    "socket internet 6": ("socket", (10, 1, 0), NO_FAMILY),
    "socket netlink": ("socket", (16, 3, 0), NO_FAMILY),
    "socket packet": ("socket", (17, 3, 0), NO_FAMILY),
    "socket crypto": ("socket", (38, 5, 0), NO_FAMILY),
    "socket hypervisor": ("socket", (40, 1, 0), NO_FAMILY),
    "socket local": ("socket", (1, 1, 0), {"ok"}),
    "socketpair internet": ("socketpair", (2, 1, 0, 0), NO_FAMILY),
    "clone new user": ("clone", (0x10000011, 0, 0, 0, 0), REFUSED),
    "clone new mounts": ("clone", (0x00020011, 0, 0, 0, 0), REFUSED),
    "clone new time": ("clone", (0x00000091, 0, 0, 0, 0), REFUSED),
    "fcntl lock": ("fcntl", (0, 6, 0), REFUSED),
    "fcntl open file lock": ("fcntl", (0, 37, 0), REFUSED),
    "fcntl lease": ("fcntl", (0, 1024, 0), REFUSED),
    "fcntl notify": ("fcntl", (0, 1026, 0), REFUSED),
    "fcntl get flags": ("fcntl", (0, 3, 0), {"ok"}),
    "mknodat device": ("mknodat", (0, 0, 0o020600, 0), REFUSED | UNKNOWN),
    "personality 32": ("personality", (8,), REFUSED | UNKNOWN),
    "getpid": ("getpid", (), {"ok"}),
}
WRITE = [
    "/x",
    "/bot/x",
    "/etc/x",
    "/usr/x",
    "/dev/x",
    "/proc/sys/kernel/hostname",
    "/proc/sysrq-trigger",
    "/sys/fs/cgroup/cgroup.procs",
]
READ = [
    "/etc/shadow",
    "/root/.profile",
    "/home/x",
    "/srv/x",
    "/proc/kcore",
    "/dev/mem",
    "/dev/kvm",
    "/dev/vda",
    "/dev/sda",
    "/var/run/docker.sock",
    "/var/lib/moonladder",
]
OPEN = ["/tmp/x", "/dev/shm/x", "/dev/null"]


def expectations(machine: str) -> dict[str, set[str]]:
    """What each probe must come to."""
    known = seccomp.numbers(machine)
    expected = {name: REFUSED for name in seccomp.names("refuse") if name in known}
    expected |= {name: UNKNOWN for name in seccomp.names("unknown") if name in known}
    expected |= {probe: allowed for probe, (_, _, allowed) in ARGUMENTS.items()}
    expected |= {f"write {path}": CLOSED for path in WRITE}
    expected |= {f"read {path}": CLOSED for path in READ}
    expected |= {f"write {path}": {"ok"} for path in OPEN}
    return expected | FACTS


FACTS: dict[str, set[str]] = {
    "host name": {"bot"},
    "no new privileges": {"1"},
    "system call filter": {"2"},
    "capabilities": {"0"},
    "processes": {"True"},
    "interfaces": {"lo"},
    "variables": {"HOME LANG PATH"},
    "descriptors": {"True"},
}


def request(machine: str) -> dict[str, object]:
    """What the program inside is asked to try."""
    known = seccomp.numbers(machine)
    names = [*seccomp.names("refuse"), *seccomp.names("unknown")]
    calls = {name: [known[name], 0, 0, 0, 0, 0, 0] for name in names if name in known}
    calls |= {probe: [known[call], *args] for probe, (call, args, _) in ARGUMENTS.items()}
    return {"calls": calls, "write": [*WRITE, *OPEN], "read": READ}


def run(backend: Backend) -> dict[str, str]:
    """What every probe came to, in a box of that backend."""
    python = backend.find("python3")
    if python is None:
        raise SandboxError(f"{backend.name} has no python3 to run the self-test with")
    files = Archive.of([File("probe.py", INSIDE.read_bytes())])
    command = (python, "-E", "-s", "-B", "/bot/probe.py")
    with Channel(
        backend.start(Job(files=files, command=command, limits=LIMITS)), LIMITS
    ) as channel:
        channel.send(json.dumps(request(seccomp.this_machine())).encode() + b"\n")
        try:
            line = channel.receive(DEADLINE).line
        except BotFault as fault:
            said = channel.usage().as_json()["stderr"]
            raise SandboxError(f"the self-test in the box ended with {fault}\n{said}") from None
    answers: dict[str, str] = json.loads(line)
    return answers


def differences(backend: Backend) -> list[str]:
    """Every door that is open and should be shut, or shut and should be open."""
    answers = run(backend)
    return [
        f"{probe}: {answers.get(probe, 'no answer')} instead of {' or '.join(sorted(allowed))}"
        for probe, allowed in expectations(seccomp.this_machine()).items()
        if answers.get(probe) not in allowed
    ]
