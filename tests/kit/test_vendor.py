"""What a bot takes along: the modules it needs, no others, and nothing beyond Python itself."""

import subprocess
import sys
from pathlib import Path

import engine
from kit import house_bots
from kit.vendor import modules_needed_by, rules_of


def test_a_module_brings_what_it_imports_and_nothing_else() -> None:
    paths = [path for path, _ in modules_needed_by("kit.house.random")]
    assert paths == [
        "kit/__init__.py",
        "kit/bot.py",
        "kit/house/__init__.py",
        "kit/house/random.py",
    ]


def test_the_rules_of_every_game_run_without_any_package(tmp_path: Path) -> None:
    for game in engine.names():
        for path, source in modules_needed_by(f"engine.games.{game}"):
            target = tmp_path / path
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(source.read_bytes())
    for game in engine.names():
        script = f"import engine; engine.get({game!r}).new(seats=4, seed=1); print('played')"
        command = [
            sys.executable,
            "-I",
            "-S",
            "-c",
            f"import sys; sys.path.insert(0, '.'); {script}",
        ]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert (done.stdout, done.stderr) == ("played\n", "")


def test_all_modules_of_a_game_come_along_even_those_only_bots_import() -> None:
    paths = [path for path, _ in rules_of("shamanix")]
    assert {"engine/games/shamanix/search.py", "engine/games/__init__.py"} <= set(paths)
    assert not any("protocol" in path or "shamans" in path for path in paths)


def test_a_house_bot_is_uploaded_behind_a_main_file() -> None:
    files = house_bots.archive("shamans", "random")
    assert "bot.py" in files.paths
    assert (
        b"from kit.house.random import House" in next(f for f in files.files if f[0] == "bot.py")[1]
    )
