"""Try from inside a container what a hardened one must not allow, and print what came of it."""

import errno
import json
import os
import socket
import sys
import threading
from collections.abc import Callable
from functools import partial

ELSEWHERE = ("192.0.2.1", 53)
"""An address for documentation, on no network. Connecting a UDP socket to it sends nothing."""


def outcome(attempt: Callable[[], object]) -> str:
    """Return what stopped the attempt, or `allowed`."""
    try:
        attempt()
    except OSError as error:
        return errno.errorcode[error.errno or 0]
    return "allowed"


def status() -> dict[str, str]:
    """Return what the kernel says of this process."""
    with open("/proc/self/status") as file:
        return {name: value.strip() for name, value in (line.split(":", 1) for line in file)}


def write(folder: str, size: int = 1) -> None:
    """Write a file of `size` bytes."""
    with open(os.path.join(folder, "probe"), "wb", buffering=0) as file:
        written = file.write(bytes(size))
        file.write(bytes(size - written))


def connect(address: tuple[str, int]) -> None:
    """Route a packet to `address`, without sending one."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as channel:
        channel.connect(address)


def start_threads(count: int) -> int:
    """Start up to `count` threads and return how many the kernel allowed."""
    done = threading.Event()
    threads = [threading.Thread(target=done.wait) for _ in range(count)]
    started = 0
    for thread in threads:
        try:
            thread.start()
        except RuntimeError:
            break
        started += 1
    done.set()
    return started


def look_around() -> dict[str, object]:
    """Try everything that does not end the process."""
    return {
        "uid": os.getuid(),
        "gid": os.getgid(),
        "groups": os.getgroups(),
        "status": status(),
        "write": {
            folder: outcome(partial(write, folder))
            for folder in ("/", "/etc", "/usr", "/var", "/home", "/root", "/proc/sys", "/sys")
        },
        "write to /tmp": outcome(lambda: write("/tmp")),
        "fill /tmp": outcome(lambda: write("/tmp", 64 << 20)),
        "become root": outcome(lambda: os.setuid(0)),
        "interfaces": os.listdir("/sys/class/net"),
        "connect elsewhere": outcome(lambda: connect(ELSEWHERE)),
        "threads": start_threads(1000),
        "processes": [name for name in os.listdir("/proc") if name.isdecimal()],
    }


def eat_memory() -> None:
    """Touch more memory than any small limit allows."""
    bytearray(os.urandom(1)) * (512 << 20)


if sys.argv[1:] == ["eat-memory"]:
    eat_memory()
else:
    print(json.dumps(look_around()))
