"""The scripts behind make, in a copy of the repository's root."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from moonladder.env import ROOT

REQUIREMENTS = ("requirements.txt", "requirements-dev.txt")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A folder with the scripts and an empty list of requirements."""
    shutil.copytree(ROOT / "scripts", tmp_path / "scripts")
    (tmp_path / "platform").mkdir()
    for name in REQUIREMENTS:
        (tmp_path / name).touch()
    return tmp_path


def script(clone: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a script of the copy with little more than a path."""
    return subprocess.run(
        [str(clone / "scripts" / words[0]), *words[1:]],
        env={"PATH": "/usr/bin:/bin", **environment},
        capture_output=True,
        text=True,
    )


def test_the_guard_lets_a_source_root_pass(clone: Path) -> None:
    assert script(clone, "guard").returncode == 0


def test_the_guard_says_why_platform_must_not_be_a_package(clone: Path) -> None:
    (clone / "platform/__init__.py").touch()
    result = script(clone, "guard")
    assert result.returncode == 1
    assert "hides Python's own module 'platform'" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_python_that_is_too_old_is_refused_with_a_sentence(clone: Path) -> None:
    result = script(clone, "setup", "requirements.txt", PYTHON="false")
    assert result.returncode == 1
    assert result.stderr.startswith("Moonladder needs Python 3.11 or newer")
    assert len(result.stderr.splitlines()) == 1
    assert not (clone / ".venv").exists()


def test_setup_mends_a_broken_environment_installs_once_and_follows_the_pins(clone: Path) -> None:
    (clone / ".venv/bin").mkdir(parents=True)
    (clone / ".venv/bin/python").symlink_to("/nowhere/python")

    made = script(clone, "setup", "requirements-dev.txt", PYTHON=sys.executable)
    assert (made.returncode, made.stderr) == (0, "")
    assert made.stdout == "Installing requirements-dev.txt into .venv ...\n"

    again = [script(clone, "setup", name).stdout for name in REQUIREMENTS]
    assert again == ["", ""], "the tools bring the runtime with them"

    (clone / "requirements.txt").write_text("# another pin\n")
    changed = script(clone, "setup", "requirements.txt")
    assert changed.stdout == "Installing requirements.txt into .venv ...\n"


def test_a_machine_without_apt_is_told_what_is_missing_and_why(clone: Path) -> None:
    programs = clone / "bin"
    programs.mkdir()
    for name in ("cat", "ls"):
        (programs / name).symlink_to(f"/bin/{name}")
    result = script(clone, "system-parts", PATH=str(programs))
    assert result.returncode == 0
    assert "Missing: redis-server, to carry tasks from the site to a worker." in result.stdout
    assert result.stdout.endswith("install them with this system's package manager.\n")


def test_one_part_can_be_asked_for_alone(clone: Path) -> None:
    programs = clone / "bin"
    programs.mkdir()
    (programs / "cat").symlink_to("/bin/cat")
    (programs / "ls").symlink_to("/bin/ls")
    result = script(clone, "system-parts", "bwrap", PATH=str(programs))
    missing = [line for line in result.stdout.splitlines() if line.startswith("Missing")]
    assert missing == ["Missing: bubblewrap, to put bots in boxes."]
