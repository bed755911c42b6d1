"""`play`: one match with real boxes; what its author is told of it."""

import io
import json
import sys
from pathlib import Path

import pytest

from engine import record
from kit.command.main import main
from tests.kit.conftest import Bot

SHORT = ["--option", "max_plies=8"]
"""A game of Shamanix that is over soon."""
QUICK = ["--clock", "answer=0.2", "--clock", "bank=0", "--clock", "start=1"]

Printed = pytest.CaptureFixture[str]


def test_a_match_ends_with_a_table(bot: Bot, capsys: Printed) -> None:
    assert main(["play", "shamanix", bot("honest"), "house:random", "--seed", "7", *SHORT]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Shamanix, seed 7: max_plies, 8 decisions"
    assert " ".join(lines[1].split()) == "seat bot place points role faults answers each worst"
    assert lines[2].split()[:7] == ["0", "honest.py", "1", "0.5", "east", "-", "4"]
    assert lines[3].split()[:7] == ["1", "house:random", "1", "0.5", "west", "-", "4"]
    assert max(map(len, lines)) <= 80


def test_the_same_seed_and_bots_give_the_same_record(
    bot: Bot, capsys: Printed, tmp_path: Path
) -> None:
    prints = []
    for name in ("one.json", "two.json"):
        command = ["play", "shamans", bot("honest"), *["house:random"] * 2, "--seed", "3"]
        assert main([*command, "--record", str(tmp_path / name)]) == 0
        report = record.verify(record.load((tmp_path / name).read_bytes()))
        prints.append(report.fingerprint)
    assert prints[0] == prints[1]
    assert f"moonladder show {tmp_path}" in capsys.readouterr().out


def test_a_record_says_which_versions_played(bot: Bot, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    main(["play", "shamanix", bot("honest"), bot("last"), "--record", str(path), *SHORT])
    names = record.load(path.read_bytes()).bots
    assert [name.partition("@")[0] for name in names] == ["honest.py", "last.py"]
    assert len({name.partition("@")[2] for name in names}) == 2


def test_results_for_scripts_are_one_object(bot: Bot, capsys: Printed) -> None:
    assert main(["play", "shamanix", bot("honest"), bot("illegal"), "--json", *SHORT]) == 1
    result = json.loads(capsys.readouterr().out)
    assert result["options"]["max_plies"] == 8
    first, second = result["players"]
    assert (first["placement"], first["faults"], first["out"]) == (1, [], False)
    assert (second["placement"], second["out"], len(second["faults"])) == (2, True, 3)
    assert second["faults"][0]["fault"] == "illegal_choice"
    assert len(first["answer_seconds"]) == 4


@pytest.mark.parametrize(
    ("name", "verdict", "sentence", "log"),
    [
        ("crashing", "crash:exit 1", "An error that nobody catches ends a bot", "no idea what to"),
        ("leaving", "crash:exit 0", "keep reading lines until there are no more", "hello from"),
        ("hanging", "timeout:cpu", "Think less", "hello from"),
        ("sleeping", "timeout:wall", "Flush after every line", "hello from"),
        ("flooding", "output_limit:line", "Keep a line within 65,536 bytes", "hello from"),
        ("chatting", "protocol:invalid_json", "belongs on standard error", "hello from"),
        ("illegal", "illegal_choice", "counted from 0", "hello from"),
        ("silent", "timeout:start", "answer it at once", "hello from"),
        ("misspelt", "crash:exit 1", "a module that is missing", "No module named 'jason'"),
    ],
)
def test_a_faulty_bot_gets_a_verdict_what_to_fix_and_its_log(
    name: str, verdict: str, sentence: str, log: str, bot: Bot, capsys: Printed
) -> None:
    assert main(["play", "shamanix", "house:random", bot(name), *SHORT, *QUICK]) == 1
    printed = capsys.readouterr().out
    flowing = " ".join(printed.split())
    assert f"seat 1 {name}.py" in printed
    assert verdict in printed
    assert sentence in flowing
    assert log in flowing
    assert "\33" not in printed


def test_a_bot_that_does_not_build_shows_the_compilers_words(
    tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "broken.py"
    path.write_text("def choose(:\n")
    assert main(["play", "shamanix", str(path), "house:random"]) == 1
    complaint = capsys.readouterr().err
    assert "SyntaxError: invalid syntax" in complaint
    assert "moonladder: compile_error: the build failed (exit 1)" in complaint


def test_watching_shows_every_turn(bot: Bot, capsys: Printed) -> None:
    assert main(["play", "shamanix", bot("honest"), bot("last"), "--watch", *SHORT]) == 0
    printed = capsys.readouterr().out
    assert [f"── turn {n} ──" in printed for n in range(1, 10)] == [True] * 8 + [False]
    assert "── the end ──" in printed
    assert "   0 seat 0 honest.py act: shaman to (4, 0) (0 of 0-" in printed
    assert "Seat 0's shaman steps to (4, 0)." in printed


def test_a_person_can_sit_down(
    bot: Bot, capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 10))
    path = tmp_path / "match.json"
    command = ["play", "shamanix", bot("honest"), "console", "--record", str(path), *SHORT]
    assert main(command) == 0
    assert "you are seat 1 of 2" in capsys.readouterr().out
    assert record.load(path.read_bytes()).bots[1] == "console"


def test_a_person_who_leaves_leaves_no_record(
    bot: Bot, capsys: Printed, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("q\n"))
    path = tmp_path / "match.json"
    assert main(["play", "shamanix", bot("honest"), "console", "--record", str(path)]) == 130
    assert "you left the game" in capsys.readouterr().err
    assert not path.exists()


def test_running_without_a_box_is_said_plainly(bot: Bot, capsys: Printed) -> None:
    assert main(["play", "shamanix", bot("honest"), bot("honest"), "--unsandboxed", *SHORT]) == 0
    printed = capsys.readouterr()
    assert "Not boxed: as you asked, bots run as plain processes" in printed.err
    assert "honest.py (2)" in printed.out


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nobody.py", "house:random"], "there is no bot 'nobody.py': give a file, a folder"),
        (["house:random", "house:champion"], "the house has no bot 'champion' for shamanix; it"),
        (["house:random"], "Shamanix is played by 2, 4 seats, not 1"),
        (["house:random", "house:random", "--seed", "-1"], "a seed is a whole number"),
        (["house:random", "house:random", "--option", "x=1"], "has no option 'x'"),
        (["house:random", "house:random", "--option", "x"], "write options as NAME=VALUE"),
        (["house:random", "house:random", "--clock", "bank=-1"], "write the clock as PART=SECONDS"),
        (["house:random", "house:random", "--clock", "lunch=1"], "write the clock as PART=SECONDS"),
    ],
)
def test_what_cannot_be_played_is_said_in_a_sentence(
    arguments: list[str], sentence: str, capsys: Printed
) -> None:
    assert main(["play", "shamanix", *arguments]) == 2
    assert sentence in capsys.readouterr().err
