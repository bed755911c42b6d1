"""A Debian file system is built once for each recipe."""

from dataclasses import replace
from pathlib import Path

import pytest

from deploy.rootfs import BOTS, PYTHON


@pytest.fixture(autouse=True)
def empty_cache(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine that has built nothing yet, and has no program to build with."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))


def test_another_recipe_is_another_tarball() -> None:
    assert replace(PYTHON, packages=("python3",)).kept != PYTHON.kept
    assert replace(PYTHON, without=()).kept != PYTHON.kept


def test_another_last_step_is_another_tarball(tmp_path: Path) -> None:
    script = tmp_path / "finish.sh"
    kept = set()
    for text in ("true", "false"):
        script.write_text(text)
        kept.add(replace(PYTHON, last_step=(script,)).kept)
    assert len({*kept, PYTHON.kept}) == 3


def test_the_last_step_is_run_in_the_file_system() -> None:
    assert PYTHON.hooks() == []
    assert '--customize-hook=chroot "$1" sh /tmp/finish.sh' in BOTS.hooks()


def test_a_tarball_that_is_there_is_not_built_again() -> None:
    PYTHON.kept.write_bytes(b"built before")
    assert PYTHON.tarball().read_bytes() == b"built before"


def test_without_mmdebstrap_the_refusal_says_what_to_install() -> None:
    with pytest.raises(SystemExit, match="apt-get install mmdebstrap"):
        PYTHON.tarball()
    assert not PYTHON.kept.exists()
