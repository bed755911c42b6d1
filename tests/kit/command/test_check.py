"""`check`: an examination by real matches, which says what to fix at the first step that fails."""

import json
from pathlib import Path

import pytest

import engine
from kit.command.main import main
from tests.kit.bots import when_asked
from tests.kit.conftest import Bot

Printed = pytest.CaptureFixture[str]
QUICK = ["--clock", "answer=1", "--clock", "bank=0.2", "--clock", "start=1"]


@pytest.mark.parametrize("game", engine.names())
def test_an_honest_bot_passes_every_step_in_every_game(
    game: str, bot: Bot, capsys: Printed
) -> None:
    assert main(["check", bot("honest"), "--game", game]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].startswith("honest.py: Python, 1 file, built; ")
    steps = [line.split()[:2] for line in lines if line[:1].isdecimal()]
    assert steps == [[str(number), "ok"] for number in range(1, 8)]
    assert lines[-1] == f"honest.py is fit to play {engine.get(game).title}."
    assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("name", "step", "verdict"),
    [
        ("silent", 1, "timeout:start"),
        ("misspelt", 1, "crash:exit 1"),
        ("crashing", 2, "crash:exit 1"),
        ("illegal", 2, "illegal_choice"),
        ("hanging", 2, "timeout:cpu"),
        ("flooding", 2, "output_limit:line"),
        ("chatting", 2, "protocol:invalid_json"),
        ("fussy", 4, "crash:exit 1"),
        ("skimming", 5, "timeout:wall"),
    ],
)
def test_a_faulty_bot_fails_at_the_step_it_should(
    name: str, step: int, verdict: str, bot: Bot, capsys: Printed
) -> None:
    assert main(["check", bot(name), "--game", "shamanix", "--json", *QUICK]) == 1
    report = json.loads(capsys.readouterr().out)
    results = [one["result"] for one in report["steps"]]
    assert results == ["passed"] * (step - 1) + ["failed"] + ["not tried"] * (7 - step)
    failed = report["steps"][step - 1]
    assert failed["fault"] == verdict
    assert failed["advice"]
    assert json.loads(failed["referee"])["type"] == ("start" if step in (1, 4) else "ask")


def test_a_failure_shows_what_was_seen_what_to_change_and_the_log(
    bot: Bot, capsys: Printed
) -> None:
    assert main(["check", bot("chatting"), "--game", "shamanix"]) == 1
    printed = capsys.readouterr().out
    assert "In seat 0 of 2, seed 1, the referee saw this:" in printed
    assert '    sent      {"type":"ask","id":1,"kind":"act"' in printed
    assert "    received  I think \\x1b[31mhard" in printed
    assert "-> Write nothing but answers to standard output" in printed
    assert "hello from seat 0" in printed
    assert "\33" not in printed


def test_a_bot_that_plays_differently_each_time_is_told_so_and_passes(
    bot: Bot, capsys: Printed
) -> None:
    assert main(["check", bot("moody"), "--game", "shamanix", "--json"]) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["passed"] is True
    assert report["steps"][6]["result"] == "remark"
    assert "two runs part at turn 1, decision 0, field choice" in report["steps"][6]["sentence"]


def test_a_fault_at_a_kind_of_ask_that_seldom_comes_is_found(
    tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "picky.py"
    path.write_text(when_asked('assert message["kind"] != "next_guide"'))
    assert main(["check", str(path), "--game", "shamans", "--json"]) == 1
    step = json.loads(capsys.readouterr().out)["steps"][2]
    assert step["sentence"].startswith("met next_guide: crash:exit 1 at decision ")
    assert json.loads(step["referee"])["kind"] == "next_guide"
    assert "AssertionError" in step["stderr"]
