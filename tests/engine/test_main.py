"""The command line: what it prints, what it refuses, and with which exit code."""

import io
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from engine.__main__ import main
from engine.console import Console
from engine.kernel import Json
from engine.playthrough import playthrough
from engine.protocol import contract
from engine.spec import GameSpec
from tests.engine import planted, toy
from tests.engine.toy import GAME

pytestmark = pytest.mark.usefixtures("lanterns")


def test_games_lists_games_seats_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    printed = capsys.readouterr().out
    assert "lanterns: Lanterns, 2, 3, 4 seats, rules version 1" in printed
    assert "  rounds: How many rounds. (a whole number from 1 to 3; default 3)" in printed


def test_defaults_that_depend_on_the_seats_are_listed(
    capsys: pytest.CaptureFixture[str], lanterns: GameSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    option = replace(lanterns.options[0], default_by_seats={2: 3, 3: 2, 4: 2})
    monkeypatch.setattr(toy, "GAME", replace(lanterns, options=(option,)))
    main(["games"])
    assert "default 3 at 2 seats, 2 at 3 seats, 2 at 4 seats" in capsys.readouterr().out


def test_a_match_is_played_recorded_and_verified(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    command = ["play", "lanterns", "--seed", "7", "random", "first", "--record", str(path)]
    assert main([*command, "--option", "rounds=2"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Lanterns, seed 7: last_round\n  seat 0 (random): place")
    assert f"recorded in {path}" in printed
    match = json.loads(path.read_bytes())
    assert (match["seed"], match["bots"], match["options"]) == (
        7,
        ["random", "first"],
        {"rounds": 2},
    )
    assert main(["verify", str(path)]) == 0
    assert match["fingerprint"] in capsys.readouterr().out


def test_a_record_that_does_not_hold_is_an_error_with_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "match.json"
    main(["play", "lanterns", "random", "first", "--record", str(path)])
    path.write_bytes(path.read_bytes().replace(b'"seed":1', b'"seed":2'))
    capsys.readouterr()
    assert main(["verify", str(path)]) == 1
    assert f"{path}: decision 0: what was said" in capsys.readouterr().err


def test_the_playthrough_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["record", "lanterns", "--seats", "3", "--seed", "5"]) == 0
    assert capsys.readouterr().out == playthrough(GAME, seats=3, seed=5)
    assert main(["record", "lanterns"]) == 0
    assert capsys.readouterr().out == playthrough(GAME, seats=2, seed=1)


def test_a_playthrough_shows_whispers_decisions_and_the_end() -> None:
    text = playthrough(GAME, seats=3, seed=1, options={"rounds": 2})
    lines = text.splitlines()
    assert lines[:3] == ["Lanterns, rules version 1", "seats 3, seed 1", "option rounds: 2"]
    assert "    It is a 7. [only to 2]" in lines
    assert "1. seat 0, play: play 13 (3 of 3)" in lines
    assert "ended: last_round" in lines
    assert text.endswith("\n")
    assert lines[-1].startswith("told: ")


def test_a_role_that_changed_is_shown_in_the_playthrough(lanterns: GameSpec) -> None:
    changing = replace(planted.role_is_unknown, options=lanterns.options)
    assert ", moth, then bat" in playthrough(changing, seats=2, seed=1)


def test_statistics_count_lengths_endings_and_winners(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stats", "lanterns", "--games", "30", "--seats", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Lanterns, 2 seats, 30 games at random from seed 1 on"
    assert lines[1].startswith("decisions in a game: ")
    assert "  last_round                100.0% of 30" in lines
    for row in ("faction moth", "role owl", "seat 0", "seat 1"):
        assert any(line.startswith(f"  {row} ") and line.endswith("of 30") for line in lines)


def test_statistics_of_all_seat_counts_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    main(["stats", "lanterns", "--games", "2", "--option", "rounds=1"])
    printed = capsys.readouterr().out
    assert all(f"Lanterns, {seats} seats, 2 games" in printed for seats in (2, 3, 4))


def test_progress_is_shown_on_a_terminal_only(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    main(["stats", "lanterns", "--games", "3", "--seats", "2"])
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    main(["stats", "lanterns", "--games", "3", "--seats", "2"])
    assert capsys.readouterr().err.endswith("\r3 of 3 games\n")


def test_the_schema_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "FOLDER", tmp_path)
    assert main(["schema"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(list(tmp_path.iterdir())) == 5


def test_leaving_the_table_is_no_result(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("0\nq\n"))
    path = tmp_path / "match.json"
    assert main(["play", "lanterns", "console", "first", "--record", str(path)]) == 130
    assert "you left the game" in capsys.readouterr().err
    assert not path.exists()


def test_an_interrupt_is_no_traceback(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(console: Console, message: Json) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(Console, "choose", interrupt)
    assert main(["play", "lanterns", "console", "first"]) == 130
    assert capsys.readouterr().err == "\n"


def test_a_person_is_shown_the_result_once(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("\n" * 20))
    assert main(["play", "lanterns", "console", "first"]) == 0
    assert capsys.readouterr().out.count("place 1") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["play", "go", "first"], "there is no game 'go'; the games are: "),
        (["play", "lanterns", "first"], "played by 2, 3, 4 seats, not 1"),
        (["play", "lanterns", "first", "first", "--seed", "-1"], "a seed is a whole number"),
        (["play", "lanterns", "first", "first", "--option", "x=1"], "no option 'x'"),
        (["play", "lanterns", "first", "first", "--option", "rounds"], "write options as NAME="),
        (["record", "lanterns", "--seats", "9"], "not 9"),
        (["verify", "/nowhere/match.json"], "No such file"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    arguments: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize(
    "arguments",
    [[], ["play"], ["play", "lanterns"], ["play", "lanterns", "nobody"], ["stats", "lanterns", "x"]]
    + [["stats", "lanterns", "--games", games] for games in ("0", "-3", "many")],
)
def test_a_command_misspelt_explains_itself(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == 2
    assert "usage: python -m engine" in capsys.readouterr().err


def test_a_reader_that_leaves_early_is_no_error() -> None:
    program = (
        "import sys, engine; from tests.engine import toy; from engine.__main__ import main;"
        "engine.NAMES = ('lanterns',); sys.modules['engine.games.lanterns'] = toy;"
        "sys.exit(main(['games']))"
    )
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-c", program], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_command_runs_as_a_module() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "engine", "--help"], capture_output=True, text=True, check=True
    )
    assert "python -m engine play shamans --seed 7 console random random" in done.stdout
