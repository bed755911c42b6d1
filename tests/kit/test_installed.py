"""The kit installed by itself: an environment of its own, without Django, in another folder."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]
WHERE = """
import importlib.util, json
specs = [importlib.util.find_spec(name) for name in NAMES]
print(json.dumps([spec and spec.origin for spec in specs]))
"""
PACKAGES = ("engine", "sandbox", "kit")


@pytest.fixture(scope="session")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install` of the project makes first."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="session")
def scripts(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it says it needs."""
    folder = tmp_path_factory.mktemp("environment")
    python = str(folder / "bin" / "python")
    if uv := shutil.which("uv"):
        run(uv, "venv", "-q", "--clear", "--offline", "--python", sys.executable, str(folder))
        run(uv, "pip", "install", "-q", "--offline", "--no-deps", "--python", python, str(wheel))
    else:
        run(sys.executable, "-m", "venv", str(folder))
        run(python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", str(wheel))
    (libraries,) = folder.glob("lib/python*/site-packages")
    (installed,) = Distribution.discover(name="moonladder", path=[str(libraries)])
    for entry in needed_files(installed):
        (libraries / entry.name).symlink_to(entry)
    return folder / "bin"


def needed_files(installed: Distribution) -> set[Path]:
    """What the environment of the tests has installed of all that a distribution requires."""
    return {
        Path(str(needed.locate_file(file.parts[0])))
        for needed in requirements(installed)
        for file in needed.files or ()
        if file.parts[0] not in ("..", "__pycache__")
    }


def requirements(installed: Distribution) -> Iterator[Distribution]:
    """Everything the distribution requires, and what that requires in turn, without extras."""
    for requirement in map(Requirement, installed.requires or ()):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            needed = distribution(requirement.name)
            yield needed
            yield from requirements(needed)


def run(*command: str, cwd: Path | None = None) -> str:
    """What it prints; its complaints fail the test."""
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    done = subprocess.run(command, cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_everything_in_the_packages_is_installed(wheel: Path) -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert packed == there


def test_the_kit_needs_nothing_of_the_site(scripts: Path, tmp_path: Path) -> None:
    names = ("django", "celery", "docker", "moonladder", *PACKAGES)
    found = json.loads(run(str(scripts / "python"), "-c", f"NAMES = {names}{WHERE}", cwd=tmp_path))
    assert found[:4] == [None] * 4
    assert all(origin.startswith(str(scripts.parent)) for origin in found[4:])


def test_the_installed_command_works_in_any_folder(scripts: Path, tmp_path: Path) -> None:
    moonladder = str(scripts / "moonladder")
    assert "Shadow Hunters" in run(moonladder, "games", cwd=tmp_path)
    assert "## Asks" in run(moonladder, "rules", "shamans", cwd=tmp_path)
    run(moonladder, "new", "shamanix", "mybot", "--with-engine", cwd=tmp_path)
    bots = ("mybot", "house:random")
    run(moonladder, "play", "shamanix", *bots, "--record", "match.json", cwd=tmp_path)
    assert (tmp_path / "match.json").stat().st_size
