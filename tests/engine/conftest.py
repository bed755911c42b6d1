"""What tests of the engine share: the toy game, known to the engine for as long as a test runs."""

import sys

import pytest
from hypothesis import HealthCheck, settings

import engine
from engine.spec import GameSpec
from tests.engine import toy

# On a busy machine anything may take long: no property fails for its speed.
settings.register_profile("engine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("engine")


@pytest.fixture
def lanterns(monkeypatch: pytest.MonkeyPatch) -> GameSpec:
    """Lanterns, registered like any game."""
    monkeypatch.setattr(engine, "NAMES", (*engine.names(), "lanterns"))
    monkeypatch.setitem(sys.modules, "engine.games.lanterns", toy)
    return toy.GAME
