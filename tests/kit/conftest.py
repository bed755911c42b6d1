"""Bots for the kit's tests, as files an author would have, and where they are run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kit.table import Ground, ground
from tests.kit.bots import BOTS

Bot = Callable[[str], str]
"""Writes the tiny bot of that name; gives its path."""


@pytest.fixture
def bot(tmp_path: Path) -> Bot:
    def write(name: str) -> str:
        path = tmp_path / f"{name}.py"
        path.write_text(BOTS[name])
        return str(path)

    return write


@pytest.fixture(scope="session")
def where() -> Ground:
    """The best this machine can do, as for an author."""
    return ground()
