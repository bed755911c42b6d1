"""`verify`, `show` and `rerun`: what can be done with a match of the past."""

import json
from pathlib import Path

import pytest

from engine.record import cut, dump, load
from kit.command.main import main
from tests.kit.bots import BOTS
from tests.kit.conftest import Bot

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def match(bot: Bot, tmp_path: Path, capsys: Printed) -> Path:
    """A match of Shamans, with a note to every answer of seat 0."""
    path = tmp_path / "match.json"
    bots = [bot("noting"), bot("last"), "house:random"]
    assert main(["play", "shamans", *bots, "--seed", "5", "--record", str(path)]) == 0
    capsys.readouterr()
    return path


def changed(path: Path, old: str, new: str) -> Path:
    """The record with something else in it."""
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))
    return path


# verify


def test_a_true_record_holds(match: Path, capsys: Printed) -> None:
    assert main(["verify", str(match)]) == 0
    print_ = json.loads(match.read_text())["fingerprint"]
    assert capsys.readouterr().out.endswith(f"decisions, fingerprint\n{print_}\n")
    assert main(["verify", str(match), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["fingerprint"] == print_


def test_a_false_record_does_not_hold(match: Path, capsys: Printed) -> None:
    changed(match, '"seed":5', '"seed":6')
    assert main(["verify", str(match)]) == 1
    assert "does not hold: decision 0: what was said until then" in capsys.readouterr().err
    assert main(["verify", str(match), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["holds"] is False


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ('"rules_version":1', '"rules_version":99', "this engine plays version 1"),
        ('"format":"moonladder record"', '"format":"x"', "this is no record of a match"),
        ('"version":2', '"version":1', "this record was made by another version"),
    ],
)
@pytest.mark.parametrize(
    "command", [["verify"], ["show"], ["rerun", "--seat", "0", "--bot", "house:random"]]
)
def test_what_cannot_be_replayed_is_refused_with_the_reason(
    command: list[str], old: str, new: str, sentence: str, match: Path, capsys: Printed
) -> None:
    changed(match, old, new)
    assert main([*command, str(match)]) == 2
    complaint = capsys.readouterr().err
    assert f"moonladder: {match}: " in complaint
    assert sentence in complaint


@pytest.mark.parametrize("command", [["show"], ["rerun", "--bot", "house:random"]])
def test_a_seat_that_is_not_there_is_refused(
    command: list[str], match: Path, capsys: Printed
) -> None:
    assert main([*command, str(match), "--seat", "3"]) == 2
    assert "there is no seat 3: the match has 0 to 2" in capsys.readouterr().err


# show


def test_a_match_is_shown_whole(match: Path, capsys: Printed) -> None:
    assert main(["show", str(match)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Shamans, seed 5\n\n── turn 1 ──")
    assert "   0 seat 0 noting.py lead: lead " in printed
    assert "note: a \\x1b[31m note" in printed
    assert "[only to seat 1]" in printed
    assert "ended: eight_points\n  seat 0 noting.py: place " in printed


def test_a_seat_is_shown_what_it_knew_and_no_more(match: Path, capsys: Printed) -> None:
    assert main(["show", str(match), "--seat", "1"]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("Shamans, seed 5, as seat 1 (last.py) knew it\n")
    assert "You are seat 1, a " in printed
    assert "seat 1 last.py follow" in printed
    assert "seat 0 noting.py" not in printed.partition("ended: ")[0]
    assert "note:" not in printed
    assert "only to seat" not in printed


def test_one_turn_can_be_asked_for(match: Path, capsys: Printed) -> None:
    assert main(["show", str(match), "--turn", "2"]) == 0
    printed = capsys.readouterr().out
    assert "── turn 2 ──" in printed
    assert printed.count("── ") == 1
    assert main(["show", str(match), "--turn", "999"]) == 2
    assert "there is no turn 999: the match has 1 to " in capsys.readouterr().err


def test_a_match_is_shown_to_scripts(match: Path, capsys: Printed) -> None:
    assert main(["show", str(match), "--seat", "0", "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert (shown["seed"], shown["seat"]) == (5, 0)
    decisions = [moment["decision"] for moment in shown["moments"] if moment["decision"]]
    assert {decision["seat"] for decision in decisions} == {0}
    assert {decision["note"] for decision in decisions} == {"a \33[31m note"}
    record = json.loads(match.read_text())
    assert all(record["choices"][d["decision"]] == d["choice"] for d in decisions)


def test_faults_are_shown_where_they_happened(bot: Bot, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "faulty.json"
    main(["play", "shamanix", bot("illegal"), bot("misspelt"), "--record", str(path)])
    capsys.readouterr()
    assert main(["show", str(path), "--turn", "1"]) == 0
    printed = capsys.readouterr().out
    assert "seat 1 was never ready: crash:exit 1" in printed
    assert "     illegal_choice: the default was played" in printed


# rerun


def test_the_same_bot_plays_as_recorded(match: Path, bot: Bot, capsys: Printed) -> None:
    for seat, name in enumerate((bot("noting"), bot("last"), "house:random")):
        assert main(["rerun", str(match), "--seat", str(seat), "--bot", name]) == 0
        assert "as recorded, to the last message" in capsys.readouterr().out
    assert main(["rerun", str(match), "--seat", "2", "--bot", "house:random", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["identical"] is True


def test_a_planted_difference_is_named_with_both_messages_and_why(
    match: Path, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "noting.py"
    default = 'message["default"]'
    path.write_text(BOTS["noting"].replace(default, f'{default} if message["id"] != 4 else 1'))
    assert main(["rerun", str(match), "--seat", "0", "--bot", str(path), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["seat"] == 0
    assert found["field"] == "choice"
    assert found["recorded"] == {"id": 4, "choice": 0}
    assert found["now"] == {"id": 4, "choice": 1}
    assert json.loads(match.read_text())["choices"][found["decision"]] == 0
    assert "another version: the record is of noting.py@" in found["why"]

    assert main(["rerun", str(match), "--seat", "0", "--bot", str(path)]) == 1
    printed = capsys.readouterr().out
    where = (
        f"First difference: turn {found['turn']}, decision {found['decision']} ({found['kind']})"
    )
    lines = printed.splitlines()
    assert lines[0] == f"{where}, seat 0"
    assert lines[1].split() == ["field", "choice"]
    assert "\33" not in printed
    assert "hello from seat 0" in printed


def test_a_note_that_differs_is_no_difference(match: Path, tmp_path: Path) -> None:
    path = tmp_path / "noting.py"
    path.write_text(BOTS["noting"].replace("a \\33[31m note", "another"))
    assert main(["rerun", str(match), "--seat", "0", "--bot", str(path)]) == 0


def test_a_record_without_its_notes_serves_as_well(
    match: Path, bot: Bot, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "cut.json"
    path.write_bytes(dump(cut(load(match.read_bytes()), ())))
    assert main(["verify", str(path)]) == 0
    assert main(["rerun", str(path), "--seat", "0", "--bot", bot("noting")]) == 0
    capsys.readouterr()
    assert main(["show", str(path)]) == 0
    printed = capsys.readouterr().out
    assert "seat 0 noting.py lead: lead " in printed
    assert "note:" not in printed


def test_a_bot_that_differs_from_itself_is_not_deterministic(
    bot: Bot, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "match.json"
    main(["play", "shamanix", bot("moody"), "house:random", "--record", str(path)])
    capsys.readouterr()
    assert main(["rerun", str(path), "--seat", "0", "--bot", bot("moody"), "--json"]) == 1
    assert "not deterministic" in json.loads(capsys.readouterr().out)["why"]


def test_a_fault_now_is_a_difference(match: Path, bot: Bot, capsys: Printed) -> None:
    assert main(["rerun", str(match), "--seat", "2", "--bot", bot("misspelt")]) == 1
    printed = capsys.readouterr().out
    assert "First difference: turn 1, before the first decision, seat 2" in printed
    assert "No module named 'jason'" in printed


def test_a_fault_then_is_repeated(bot: Bot, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "match.json"
    command = ["play", "shamanix", bot("illegal"), bot("crashing"), "--record", str(path)]
    assert main([*command, "--option", "max_plies=8"]) == 1
    assert main(["rerun", str(path), "--seat", "0", "--bot", bot("illegal")]) == 0
    assert main(["rerun", str(path), "--seat", "1", "--bot", bot("crashing")]) == 0
    capsys.readouterr()
    assert main(["rerun", str(path), "--seat", "1", "--bot", bot("honest"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert found["field"] == "fault"
    assert found["recorded"]["fault"] == "crash:exit 1"
    assert found["now"] == {"id": 3, "choice": 0}


def test_a_fault_that_only_took_another_time_is_the_same(
    bot: Bot, tmp_path: Path, capsys: Printed
) -> None:
    path = tmp_path / "match.json"
    command = ["play", "shamanix", bot("silent"), bot("crashing"), "--option", "max_plies=8"]
    assert main([*command, "--clock", "start=0.3", "--record", str(path)]) == 1
    assert main(["rerun", str(path), "--seat", "0", "--bot", bot("silent")]) == 0


def test_a_new_fault_is_the_field_that_differs(match: Path, bot: Bot, capsys: Printed) -> None:
    assert main(["rerun", str(match), "--seat", "1", "--bot", bot("illegal"), "--json"]) == 1
    found = json.loads(capsys.readouterr().out)
    assert (found["field"], found["now"]["fault"]) == ("fault", "illegal_choice")
    assert set(found["recorded"]) == {"id", "choice"}


def test_a_time_out_is_blamed_on_the_machine(bot: Bot, tmp_path: Path, capsys: Printed) -> None:
    path = tmp_path / "match.json"
    command = ["play", "shamanix", bot("honest"), bot("sleeping"), "--option", "max_plies=4"]
    quick = ["--clock", "answer=0.1", "--clock", "bank=0"]
    assert main([*command, *quick, "--record", str(path)]) == 1
    capsys.readouterr()
    assert main(["rerun", str(path), "--seat", "1", "--bot", bot("honest"), "--json"]) == 1
    assert json.loads(capsys.readouterr().out)["why"].startswith("a time-out: ")
