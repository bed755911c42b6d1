"""The command line itself: help, refusals in one sentence, exit codes."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from kit.command.main import SUBCOMMANDS, main
from kit.command.subcommand import Exit, Subcommand


@pytest.mark.parametrize("subcommand", SUBCOMMANDS, ids=lambda one: one.name)
def test_every_subcommand_shows_examples_of_itself(
    subcommand: Subcommand, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    name = subcommand.name
    with pytest.raises(SystemExit) as left:
        main([name, "--help"])
    assert left.value.code == 0
    printed = capsys.readouterr().out
    assert max(map(len, printed.splitlines())) <= 80
    examples = printed.split("examples:\n")[1].splitlines()
    assert examples
    assert all(
        line.startswith(f"  moonladder {name} ") or line == f"  moonladder {name}"
        for line in examples
    )


def test_the_help_lists_every_subcommand_and_every_exit_code(
    capsys: pytest.CaptureFixture[str],
) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    printed = capsys.readouterr().out
    assert all(f"\n  {one.name} " in printed for one in SUBCOMMANDS)
    assert all(f"\n  {code.value} " in printed for code in Exit)


@pytest.mark.parametrize("arguments", [[], ["fly"], ["rules"]])
def test_a_command_misspelt_explains_itself(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as left:
        main(arguments)
    assert left.value.code == Exit.REFUSED
    assert "usage: moonladder" in capsys.readouterr().err


def test_a_refusal_is_one_sentence_and_an_exit_code(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rules", "go"]) == Exit.REFUSED
    assert capsys.readouterr().err.startswith("moonladder: there is no game 'go'; the games are: ")


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "kit", "games"], stdout=writing, stderr=subprocess.PIPE, check=False
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, b"")


def test_the_installed_command_is_this_one() -> None:
    project = tomllib.loads((Path(__file__).parents[3] / "pyproject.toml").read_text())["project"]
    module, _, name = project["scripts"]["moonladder"].partition(":")
    assert (module, name) == (main.__module__, main.__name__)
