"""`new` and `vendor`: a folder with a bot that plays, and the rules beside it."""

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from kit import starters
from kit.command.main import main
from kit.command.subcommand import Exit
from sandbox import read_folder, recognise


@pytest.mark.parametrize("language", starters.LANGUAGES)
def test_new_writes_a_bot_of_the_language(tmp_path: Path, language: str) -> None:
    bot = tmp_path / "mybot"
    assert main(["new", "shamans", str(bot), "--language", language]) == Exit.YES
    files = read_folder(bot)
    assert recognise(files).name == language
    assert files == starters.archive("shamans", language)


def test_new_says_what_to_type_next(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = tmp_path / "my bot"
    main(["new", "shadow_hunters", str(bot)])
    lines = [line.strip() for line in capsys.readouterr().out.splitlines()]
    typed = [line for line in lines if line.startswith("moonladder ")]
    assert [line.split()[1] for line in typed] == ["play", "check", "duel"]
    assert f"'{bot}' house:random house:random house:random" in typed[0]


@pytest.mark.parametrize("game", engine.names())
@pytest.mark.parametrize("language", starters.LANGUAGES)
def test_the_readme_is_about_the_language_and_the_game(game: str, language: str) -> None:
    files = {file.path: file.content.decode() for file in starters.archive(game, language).files}
    readme = files.pop("README.md")
    assert readme.count("\n# ") + readme.startswith("# ") == 1
    assert f"\n## {engine.get(game).title}\n\n* " in readme
    assert all(f"`{name}`" in readme for name in files)
    assert f"moonladder rules {game}\n" in readme


@pytest.mark.parametrize("there", ["bot.py", "notes.txt", ".hidden"])
def test_new_never_writes_over_anything(
    tmp_path: Path, there: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / there).write_text("mine")
    assert main(["new", "shamans", str(tmp_path)]) == Exit.REFUSED
    assert capsys.readouterr().err.endswith(
        "is there already: name a folder that is new or empty\n"
    )
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [(there, "mine")]


def test_new_writes_into_an_empty_folder_but_not_into_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    assert main(["new", "shamans", str(tmp_path / "folder")]) == Exit.YES
    assert main(["new", "shamans", str(tmp_path / "file")]) == Exit.REFUSED


def test_a_bot_that_is_not_python_takes_no_engine(tmp_path: Path) -> None:
    command = ["new", "shamans", str(tmp_path / "bot"), "--language", "go", "--with-engine"]
    assert main(command) == Exit.REFUSED
    assert not (tmp_path / "bot").exists()


def test_vendor_adds_later_what_new_takes_along(tmp_path: Path) -> None:
    main(["new", "shamans", str(tmp_path / "now"), "--with-engine"])
    main(["new", "shamans", str(tmp_path / "later")])
    assert main(["vendor", "shamans", str(tmp_path / "later")]) == Exit.YES
    assert read_folder(tmp_path / "now") == read_folder(tmp_path / "later")


def test_the_rules_of_two_games_can_be_taken_along(tmp_path: Path) -> None:
    (tmp_path / "bot.py").touch()
    for game in ("shamans", "shamanix", "shamanix"):
        assert main(["vendor", game, str(tmp_path)]) == Exit.YES
    script = "import engine; print([engine.get(g).new(seats=4, seed=1).ask.kind for g in GAMES])"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, '.'); {script}"]
    command[-1] = command[-1].replace("GAMES", "('shamans', 'shamanix')")
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("['lead', 'act']\n", "")


@pytest.mark.parametrize("folder", ["nowhere", "gopher"])
def test_vendor_wants_the_folder_of_a_bot_in_python(
    tmp_path: Path, folder: str, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["new", "shamans", str(tmp_path / "gopher"), "--language", "go"])
    assert main(["vendor", "shamans", str(tmp_path / folder)]) == Exit.REFUSED
    assert f"{folder} holds no bot in Python: name the folder" in capsys.readouterr().err
