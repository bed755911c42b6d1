"""The programs of an embedded site: how each is started, what it does, how it is stopped.

They start as redis, worker, player, beat, web and stop the other way round. Redis is there before
and after those who talk to it, so that a worker which finishes its last task can still say so.
"""

import signal
import socket
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from moonladder.embedded import redis_server
from moonladder.env import PREFIX, Environment

STOPPING = ((signal.SIGTERM, 60.0), (signal.SIGQUIT, 20.0))
"""SIGTERM lets a worker finish its tasks; SIGQUIT gives them back after a while."""

SANDBOX = f"{PREFIX}SANDBOX"


@dataclass(frozen=True)
class Program:
    """One long-running program."""

    name: str
    command: list[str]
    does: str
    """What it is for, as `up` prints it."""

    stopping: tuple[tuple[signal.Signals, float], ...]
    """Signals that ask it to stop, ever harder, each with the seconds it then gets."""

    variables: Mapping[str, str] = field(default_factory=dict)
    """What its environment says beside that of the supervisor."""


def redis(here: Environment) -> Program:
    """The broker. However hard it is asked to stop, it writes its queues to the disk first."""
    command = redis_server.command(here.state_dir)
    does = f"carries the tasks ({Path(command[0]).name} on a private socket)"
    return Program("redis", command, does, ((signal.SIGTERM, 10),) * 3)


def worker() -> Program:
    """What runs the site's own tasks, one after another; they are short."""
    return Program("worker", _celery("worker", 1), "settles results and plans matches", STOPPING)


def player(here: Environment) -> Program:
    """What plays matches; apart, so that settling and planning never wait for a match to end.

    Unless the environment says what is to keep bots apart, it makes do with what there is.
    """
    command = _celery("player", here.workers, "--queues", "matches")
    does = f"plays matches, {here.workers} at a time"
    return Program("player", command, does, STOPPING, {SANDBOX: here.sandbox or "auto"})


def player_name() -> str:
    """How Celery and the site call the player of this machine."""
    return f"player@{socket.gethostname()}"


def beat() -> Program:
    """What sends the timed tasks."""
    command = _python("celery", "-A", "moonladder", "beat")
    return Program("beat", command, "sends the timed tasks", ((signal.SIGTERM, 5),))


def web(here: Environment) -> Program:
    """What serves the pages."""
    command = _python("gunicorn", "-c", "python:moonladder.server", "moonladder.wsgi")
    does = f"serves the pages, {here.web_processes} processes of {here.web_threads} threads"
    return Program("web", command, does, ((signal.SIGTERM, 15),))


def _celery(name: str, size: int, *words: str) -> list[str]:
    """Return the command of a worker with that many processes."""
    node = ("--hostname", f"{name}@%h", "--concurrency", str(size))
    quiet = ("--without-gossip", "--without-mingle")
    return _python("celery", "-A", "moonladder", "worker", *node, *quiet, *words)


def _python(*words: str) -> list[str]:
    """Return the command that runs a module with the Python of this process."""
    return [sys.executable, "-m", *words]
