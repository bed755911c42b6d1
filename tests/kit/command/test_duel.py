"""`duel`: matches in parallel, counted by blocks, stopped and continued at any time."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kit.command.main import main
from kit.statistics import estimate
from tests.kit.conftest import Bot
from tests.services.processes import wait_until

SHORT = ["--option", "max_plies=10", "--jobs", "1"]
Printed = pytest.CaptureFixture[str]


def results(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()[1:]]


def prints(path: Path) -> set[tuple[int, int, str]]:
    return {(one["block"], one["rotation"], one["fingerprint"]) for one in results(path)}


def lines(path: Path) -> list[bytes]:
    return path.read_bytes().splitlines() if path.exists() else []


def lives(group: int) -> bool:
    """Whether any process of that group does."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_duel_says_who_is_better_and_how_surely(
    bot: Bot, capsys: Printed, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    command = ["duel", "shamans", bot("honest"), bot("last"), "house:random", "--blocks", "2"]
    assert main([*command, "--out", str(path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "Shamans, 3 seats, seed 1: 6 matches, 2 whole blocks of 3 matches"
    assert [line.split()[0] for line in lines[2:5]] == ["honest.py", "last.py", "house:random"]
    assert [line.split()[1] for line in lines[2:5]] == ["6"] * 3
    assert lines[6].split()[:2] == ["honest.py", "against"]
    assert "first places by seat" in lines
    assert any(line.startswith("shadow ") and line.endswith(" of 6") for line in lines)
    assert max(map(len, lines)) <= 80

    assert main([*command, "--out", str(path), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["matches"], facts["blocks"]) == (6, 2)
    assert sum(one["won"] for one in facts["bots"]) == pytest.approx(6)
    assert [one["against"].partition("@")[0] for one in facts["comparisons"]] == [
        "last.py",
        "house:random",
    ]


def test_a_duel_plays_what_play_plays(bot: Bot, capsys: Printed, tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    bots = [bot("honest"), "house:random"]
    assert main(["duel", "shamanix", *bots, "--blocks", "2", "--out", str(path), *SHORT]) == 0
    for one in results(path):
        seated = bots[one["rotation"] :] + bots[: one["rotation"]]
        capsys.readouterr()
        assert (
            main(["play", "shamanix", *seated, "--seed", str(one["seed"]), "--json", *SHORT[:2]])
            == 0
        )
        assert json.loads(capsys.readouterr().out)["fingerprint"] == one["fingerprint"]


def test_a_duel_with_fewer_bots_than_seats_seats_them_again(
    bot: Bot, capsys: Printed, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    command = ["duel", "shamanix", bot("honest"), bot("last"), "--seats", "4", "--blocks", "1"]
    assert main([*command, "--out", str(path), "--json", *SHORT]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert (facts["seats"], facts["matches"]) == (4, 2)
    assert [one["seats"] for one in facts["bots"]] == [4, 4]


def test_what_a_bot_does_wrong_comes_with_a_command_that_shows_it(
    bot: Bot, capsys: Printed
) -> None:
    bots = [bot("honest"), bot("illegal")]
    assert main(["duel", "shamanix", *bots, "--blocks", "2", *SHORT]) == 0
    printed = capsys.readouterr().out
    assert "illegal.py: illegal_choice, 12 times; for one of them\n" in printed
    command = printed.splitlines()[-1].split()[1:]
    assert command[:2] == ["play", "shamanix"]
    assert main(command) == 1
    assert "illegal_choice, 3 times" in capsys.readouterr().out


def test_a_sequential_test_stops_when_it_is_decided(bot: Bot, capsys: Printed) -> None:
    command = ["duel", "shamanix", bot("honest"), bot("illegal"), "--sprt", "0,300", *SHORT]
    assert main([*command, "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["sprt"]["better"] is True
    assert facts["sprt"]["llr"] >= 2.94
    assert facts["blocks"] < 50
    assert facts["comparisons"][0]["score"] == estimate([1.0] * facts["blocks"]).score


def test_a_sequential_test_that_is_lost_ends_with_one(bot: Bot, capsys: Printed) -> None:
    command = ["duel", "shamanix", bot("illegal"), bot("honest"), "--sprt", "0,300", *SHORT]
    assert main(command) == 1
    flowing = " ".join(capsys.readouterr().out.split())
    assert "decided: illegal.py is not better than honest.py" in flowing


def test_a_sequential_test_that_stays_open_ends_with_one(bot: Bot, capsys: Printed) -> None:
    command = ["duel", "shamanix", bot("honest"), bot("last"), "--sprt", "0,1", *SHORT]
    assert main([*command, "--blocks", "2"]) == 1
    assert "not decided yet" in " ".join(capsys.readouterr().out.split())


def test_a_duel_that_is_complete_plays_nothing_more(
    bot: Bot, capsys: Printed, tmp_path: Path
) -> None:
    path = tmp_path / "results.jsonl"
    command = ["duel", "shamanix", bot("honest"), bot("last"), "--out", str(path), *SHORT]
    assert main([*command, "--blocks", "2"]) == 0
    before = path.read_bytes()
    assert main([*command, "--blocks", "2"]) == 0
    assert path.read_bytes() == before
    assert main([*command, "--blocks", "3"]) == 0
    assert path.read_bytes().startswith(before)
    assert len(results(path)) == 6


def test_a_bot_that_changed_begins_a_duel_of_its_own(
    bot: Bot, capsys: Printed, tmp_path: Path
) -> None:
    path, changing = tmp_path / "results.jsonl", Path(bot("honest"))
    command = ["duel", "shamanix", str(changing), "house:random", "--blocks", "1", *SHORT]
    assert main([*command, "--out", str(path)]) == 0
    changing.write_text(changing.read_text() + "# better now\n")
    assert main([*command, "--out", str(path)]) == 2
    assert "is of another duel (bots: " in capsys.readouterr().err


def test_ctrl_c_keeps_what_is_done_and_the_same_command_continues(bot: Bot, tmp_path: Path) -> None:
    whole, broken = tmp_path / "whole.jsonl", tmp_path / "broken.jsonl"
    duel = ["duel", "shamans", bot("honest"), "house:random", "--blocks", "8"]
    assert main([*duel, "--jobs", "1", "--out", str(whole)]) == 0

    command = [sys.executable, "-m", "kit", *duel, "--out", str(broken)]
    running = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True
    )
    wait_until(lambda: len(lines(broken)) >= 2, what="the first result")
    os.killpg(running.pid, signal.SIGINT)
    out, complaint = running.communicate()
    kept = prints(broken)
    assert running.returncode == 130
    assert f"Stopped. {len(kept)} matches are in {broken}: the same" in complaint.decode()
    assert b"Traceback" not in complaint
    assert b"Shamans, 3 seats, seed 1: " in out
    wait_until(lambda: not lives(running.pid), what="the end of all its processes")
    assert kept < prints(whole)
    assert main([*duel, "--jobs", "1", "--out", str(broken)]) == 0
    assert prints(broken) == prints(whole)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["house:random"], "a duel takes two bots or more"),
        (["house:random"] * 5, "5 bots do not fit at a table of Shamanix with 4 seats"),
        (
            ["house:random"] * 3 + ["--seats", "2"],
            "3 bots do not fit at a table of Shamanix with 2",
        ),
        (["house:random"] * 2 + ["--seats", "3"], "Shamanix is played by 2, 4 seats, not 3"),
        (["house:random"] * 3 + ["--sprt", "0,5"], "--sprt compares two bots"),
        (["house:random", "nobody.py"], "there is no bot 'nobody.py'"),
        (["house:random"] * 2 + ["--seed", "-1"], "a seed is a whole number"),
    ],
)
def test_what_cannot_be_a_duel_is_said_in_a_sentence(
    arguments: list[str], sentence: str, capsys: Printed
) -> None:
    assert main(["duel", "shamanix", *arguments]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("value", ["5", "a,b", "5,0", "1,2,3"])
def test_the_two_differences_of_a_sequential_test_are_checked(value: str, capsys: Printed) -> None:
    with pytest.raises(SystemExit):
        main(["duel", "shamanix", "a", "b", "--sprt", value])
    assert "argument --sprt: " in capsys.readouterr().err
