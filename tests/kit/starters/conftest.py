"""Starters, built, and opened as often as a test likes."""

from collections.abc import Callable

import pytest

import sandbox
from kit import starters

OpenStarter = Callable[[], sandbox.Channel]


@pytest.fixture(scope="session", params=starters.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def boxed(language: str, backend: sandbox.Backend) -> OpenStarter:
    """A starter in a box of each kind."""
    return _opener(language, backend)


@pytest.fixture(scope="session")
def unboxed(language: str) -> OpenStarter:
    """A starter as a plain process: what it reads does not depend on its box."""
    return _opener(language, sandbox.backend("process"))


def _opener(language: str, backend: sandbox.Backend) -> OpenStarter:
    source = starters.archive("shamans", language)
    files = sandbox.build(source, language, backend=backend).files
    return lambda: sandbox.open(files, language, backend=backend)
