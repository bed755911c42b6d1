"""The supervisor, with small real programs."""

import contextlib
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from moonladder.embedded import child as children
from moonladder.embedded.child import Child
from moonladder.embedded.programs import Program
from tests.services.processes import PATIENCE_SECONDS, running, site_environment, wait_until

# Notes every signal and stays, until it finds a file that lets it go.
STUBBORN = """
import pathlib, signal, time
def note(number, frame): print(signal.Signals(number).name, flush=True)
for number in (signal.SIGTERM, signal.SIGQUIT): signal.signal(number, note)
print("ready", flush=True)
while not pathlib.Path({folder!r}, "go").exists(): time.sleep(0.02)
"""


class Supervised:
    """A supervisor process and the log of its one program."""

    def __init__(self, folder: Path, process: subprocess.Popen[bytes]) -> None:
        self.folder = folder
        self.process = process

    def log(self) -> list[str]:
        file = self.folder / "small.log"
        return file.read_text().split() if file.exists() else []

    def said(self) -> str:
        return (self.folder / "said").read_text()

    def ask_until(self, word: str) -> None:
        """Ask for the end again and again, until the program has noted a signal."""

        def asked() -> bool:
            self.process.send_signal(signal.SIGTERM)
            return word in self.log()

        wait_until(asked, what=f"{word} to arrive")


@contextlib.contextmanager
def supervised(folder: Path, code: str) -> Iterator[Supervised]:
    """Run code under a supervisor."""
    command = [sys.executable, "-m", "tests.platform.embedded.supervised", str(folder), code]
    with running(command, log=folder / "said", env=site_environment()) as process:
        yield Supervised(folder, process)


@pytest.fixture
def stubborn(tmp_path: Path) -> Iterator[Supervised]:
    """A supervised program that ends only when it is let go."""
    with supervised(tmp_path, STUBBORN.format(folder=str(tmp_path))) as small:
        wait_until(lambda: "ready" in small.log(), what="the program to start")
        yield small
        (tmp_path / "go").touch()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_request_to_stop_lets_a_program_finish(
    stubborn: Supervised, number: signal.Signals
) -> None:
    stubborn.process.send_signal(number)
    wait_until(lambda: "SIGTERM" in stubborn.log(), what="the program to be asked")
    (stubborn.folder / "go").touch()
    assert stubborn.process.wait(PATIENCE_SECONDS) == 0
    assert stubborn.log() == ["ready", "SIGTERM"]
    assert stubborn.said() == "  small stopped\n"


def test_a_signal_that_arrives_twice_at_once_is_one_request(stubborn: Supervised) -> None:
    stubborn.process.send_signal(signal.SIGINT)
    stubborn.process.send_signal(signal.SIGTERM)
    wait_until(lambda: "SIGTERM" in stubborn.log(), what="the program to be asked")
    (stubborn.folder / "go").touch()
    assert stubborn.process.wait(PATIENCE_SECONDS) == 0
    assert stubborn.log() == ["ready", "SIGTERM"]


def test_a_second_request_asks_harder_and_a_third_kills(stubborn: Supervised) -> None:
    stubborn.ask_until("SIGQUIT")
    assert stubborn.log() == ["ready", "SIGTERM", "SIGQUIT"]

    def has_stopped() -> bool:
        stubborn.process.send_signal(signal.SIGTERM)
        return "small stopped" in stubborn.said()

    wait_until(has_stopped, what="the supervisor to kill the program")
    assert stubborn.log() == ["ready", "SIGTERM", "SIGQUIT"]


def test_a_program_that_ends_is_started_again(tmp_path: Path) -> None:
    with supervised(tmp_path, "print('life'); raise SystemExit(3)") as small:
        wait_until(lambda: small.log().count("life") == 3, what="three lives")
    assert "ended with 3 (life): starting it again in 1 s" in small.said()
    assert "ended with 3 (life): starting it again in 2 s" in small.said()
    assert small.said().count("small runs again") == 2


@pytest.fixture
def child(tmp_path: Path) -> Child:
    """A program that was never started."""
    return Child(Program("small", ["true"], "is small", ()), tmp_path / "small.log")


def test_the_delay_doubles_up_to_half_a_minute(child: Child) -> None:
    child.start()
    assert [child.plan_restart() for _ in range(7)] == [1, 2, 4, 8, 16, 30, 30]
    child.end_group()


def test_a_program_that_lived_long_starts_again_soon(
    child: Child, monkeypatch: pytest.MonkeyPatch
) -> None:
    child.start()
    child.plan_restart()
    child.plan_restart()
    monkeypatch.setattr(children, "STEADY_SECONDS", -1.0)
    assert child.plan_restart() == 1
    child.end_group()


def test_a_long_log_is_set_aside(child: Child, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "LONGEST_LOG_BYTES", 3)
    child.log.write_text("old")
    child.shorten_log()
    assert child.log.read_text() == "old"
    child.log.write_text("long")
    child.shorten_log()
    assert child.log.read_text() == ""
    assert child.log.with_suffix(".log.1").read_text() == "long"
