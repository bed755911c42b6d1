"""The examination of every game there is, for every number of seats; a new game only registers."""

from pathlib import Path

import pytest

import engine
from engine.spec import GameSpec
from tests.engine.games import conformance
from tests.engine.games.conformance import Check

HERE = Path(__file__).parent
TABLES = [
    pytest.param(engine.get(name), seats, id=f"{name}-{seats}")
    for name in engine.names()
    for seats in engine.get(name).seat_counts
]
every_table = pytest.mark.parametrize(("spec", "seats"), TABLES)


@every_table
@pytest.mark.parametrize("check", conformance.CHECKS, ids=lambda check: check.__name__)
def test_every_game(spec: GameSpec, seats: int, check: Check) -> None:
    check(spec, seats)


@every_table
def test_another_process_plays_the_same_bytes(spec: GameSpec, seats: int) -> None:
    conformance.same_bytes_in_another_process(spec, seats, f"engine.games.{spec.name}:GAME")


@pytest.mark.parametrize("name", engine.names())
def test_the_golden_playthrough_still_holds(name: str) -> None:
    conformance.golden_playthroughs_hold(engine.get(name), HERE / name)
