"""The author's kit as a newcomer has it: installed from a wheel, apart from everything else."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="session")
def kit_wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `pip install` of the project makes first."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder), cwd=ROOT)
    (made,) = folder.iterdir()
    return made


@pytest.fixture(scope="session")
def kit_programs(kit_wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an environment with the wheel and what it says it needs."""
    folder = tmp_path_factory.mktemp("environment")
    python = str(folder / "bin" / "python")
    if uv := shutil.which("uv"):
        run(uv, "venv", "-q", "--clear", "--offline", "--python", sys.executable, str(folder))
        run(
            uv, "pip", "install", "-q", "--offline", "--no-deps", "--python", python, str(kit_wheel)
        )
    else:
        run(sys.executable, "-m", "venv", str(folder))
        run(python, "-m", "pip", "install", "-q", "--no-index", "--no-deps", str(kit_wheel))
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
