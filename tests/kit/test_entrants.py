"""What an author may type for a bot, and what becomes of it."""

import shutil
from pathlib import Path

import pytest

import sandbox
from kit.entrants import NoSuchBot, different_names, name_of, prepare_all, read
from kit.house_bots import UnknownHouseBot
from kit.table import Ground
from tests.kit.bots import HONEST
from tests.kit.conftest import Bot


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A bot of two files, and what its author's tools left there."""
    folder = tmp_path / "mybot"
    (folder / "__pycache__").mkdir(parents=True)
    (folder / "__pycache__" / "bot.pyc").write_bytes(b"\0")
    (folder / "bot.py").write_text(HONEST)
    (folder / "openings.py").write_text("BEST = 0\n")
    return folder


def test_a_bot_is_a_file(bot: Bot) -> None:
    assert read(bot("honest"), "shamans").paths == ["honest.py"]


def test_a_bot_is_a_folder_without_what_tools_left_there(folder: Path) -> None:
    assert read(str(folder), "shamans").paths == ["bot.py", "openings.py"]


@pytest.mark.parametrize("kind", ["zip", "gztar"])
def test_a_bot_is_an_archive(kind: str, folder: Path, tmp_path: Path) -> None:
    shutil.rmtree(folder / "__pycache__")
    packed = shutil.make_archive(str(tmp_path / "packed"), kind, folder)
    assert read(packed, "shamans").digest == read(str(folder), "shamans").digest


def test_a_bot_is_one_of_the_house() -> None:
    assert "bot.py" in read("house:random", "shamans").paths
    with pytest.raises(UnknownHouseBot):
        read("house:nobody", "shamans")


def test_anything_else_is_refused_with_what_there_is() -> None:
    with pytest.raises(NoSuchBot, match=r"there is no bot .nowhere.py.: .* house:random"):
        read("nowhere.py", "shamans")


def test_names_are_short(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    words = ["house:random", str(folder), ".", "bot.py", f"{folder}/"]
    assert list(map(name_of, words)) == ["house:random", "mybot", "mybot", "bot.py", "mybot"]


def test_a_bot_that_comes_twice_is_built_once_and_named_apart(bot: Bot, where: Ground) -> None:
    words = [bot("honest"), bot("last"), bot("honest")]
    first, other, second = prepare_all(words, "shamans", where.backend)
    assert first.built is second.built
    assert [first.name, other.name, second.name] == ["honest.py (1)", "last.py", "honest.py (2)"]
    assert different_names(["a", "b"]) == ["a", "b"]


def test_the_same_files_are_the_same_version(folder: Path, where: Ground) -> None:
    (one,) = prepare_all([str(folder)], "shamans", where.backend)
    (folder / "openings.py").write_text("BEST = 1\n")
    (two,) = prepare_all([str(folder)], "shamans", where.backend)
    assert one.signature.startswith(f"mybot@{one.digest[:12]}")
    assert one.signature != two.signature


def test_a_bot_that_does_not_build_says_why(tmp_path: Path, where: Ground) -> None:
    path = tmp_path / "broken.c"
    path.write_text("int main(void) { return nothing; }\n")
    with pytest.raises(sandbox.BuildFailed) as failed:
        prepare_all([str(path)], "shamans", where.backend)
    assert "undeclared" in failed.value.log
