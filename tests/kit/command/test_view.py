"""`view`: a match in the browser, and how a match just played gets there."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

import pytest

from engine import record
from kit.command.main import main
from kit.command.subcommand import Exit
from tests.services.processes import wait_until
from tests.viewer.matches import lively


@contextmanager
def command(folder: Path, *words: str, **environment: str) -> Iterator[Path]:
    """The command while it serves; it must end well with Ctrl-C. Gives where it prints."""
    log = folder / "log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [sys.executable, "-m", "kit", *words],
            stdout=out,
            stderr=out,
            env=os.environ | environment,
        )
        try:
            wait_until(lambda: "Ctrl-C ends it" in log.read_text(), what="the replay")
            yield log
        finally:
            process.send_signal(signal.SIGINT)
            code = process.wait(timeout=30)
    assert code == Exit.YES, log.read_text()


def address(log: Path) -> str:
    found = re.search(r"http://127\.0\.0\.1:\d+/", log.read_text())
    assert found is not None
    return found[0]


def test_a_record_is_shown_until_ctrl_c(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(record.dump(lively("shamanix", 2, max_plies=6)))
    with command(tmp_path, "view", str(path), "--no-browser") as log:
        replay = json.load(urlopen(f"{address(log)}frames/everything"))
    assert (replay["game"], replay["bots"]) == ("shamanix", ["thinker 0", "clumsy 1"])


def test_without_a_record_the_page_waits_for_one(tmp_path: Path) -> None:
    with command(tmp_path, "view", "--no-browser") as log:
        assert "refused" in json.load(urlopen(f"{address(log)}frames/everything"))


def test_a_match_just_played_opens_in_the_browser(tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    browser = tmp_path / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > {seen}\n')
    browser.chmod(0o755)
    words = ["play", "shamanix", "house:random", "house:random", "--option", "max_plies=6"]
    with command(tmp_path, *words, "--browser", BROWSER=f"{browser} %s &") as log:
        wait_until(lambda: seen.exists() and seen.read_text() != "", what="the browser")
        assert seen.read_text().strip() == address(log)


def test_a_record_that_does_not_hold_is_not_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.json"
    match = record.dump(lively("shamanix", 2, max_plies=6))
    path.write_bytes(match.replace(b'"seed":7', b'"seed":8'))
    assert main(["view", str(path)]) == Exit.REFUSED
    assert str(path) in capsys.readouterr().err.replace("\n", "")
