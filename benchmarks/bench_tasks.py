"""What a task costs, there and back, beyond two messages through the same Redis."""

import sys
import tempfile
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import redis
from celery import Celery

from benchmarks.harness import Cases, race
from moonladder.embedded import redis_server
from tests.services.processes import running, site_environment, wait_until

app = Celery("benchmarks")
app.config_from_object("moonladder.settings", namespace="CELERY")


@app.task
def answer() -> None:
    """Say through Redis that the task ran."""
    client(app.conf.broker_url.removeprefix("redis+socket://")).rpush("answers", b"done")


@race("one task, there and back", floor="two Redis messages")
def tasks() -> Iterator[Cases]:
    """Keep one worker and one bare process waiting for messages on a private Redis."""
    with tempfile.TemporaryDirectory(prefix="moonladder-bench-") as folder:
        state, environment = Path(folder), site_environment(state_dir=folder, workers=1)
        app.conf.broker_url = f"redis+socket://{redis_server.socket_path(state)}"
        here = str(redis_server.socket_path(state))
        echo = [sys.executable, "-m", "benchmarks.bench_tasks", here]
        worker = [sys.executable, "-m", "celery", "-A", "benchmarks.bench_tasks", "worker"]
        with (
            running(redis_server.command(state), log=state / "redis.log"),
            running(echo, log=state / "echo.log", env=environment),
            running(worker, log=state / "worker.log", env=environment),
        ):
            wait_until(lambda: redis_server.answers(state), what="Redis to start")
            asked = client(here)
            yield {
                "two Redis messages": partial(ask, asked, partial(asked.rpush, "questions", b"?")),
                "a Celery task": partial(ask, asked, answer.delay),
            }


def ask(asked: redis.Redis, send: Callable[[], object]) -> None:
    """Send one message and wait for what comes back."""
    send()
    if asked.blpop(["answers"], timeout=60) is None:
        raise RuntimeError("nobody answered for a minute")


def client(socket: str) -> redis.Redis:
    """Return a connection to the private Redis."""
    return redis.Redis(unix_socket_path=socket)


def echo(socket: str) -> None:
    """Answer every question, for as long as there is a Redis to ask."""
    server = client(socket)
    while True:
        server.blpop(["questions"], timeout=0)
        server.rpush("answers", b"done")


if __name__ == "__main__":
    echo(sys.argv[1])
