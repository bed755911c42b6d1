"""Games that stop undecided: the third repetition and the limit of plies."""

from typing import Any

import pytest

from engine.games.shamanix.state import State
from engine.kernel import Game
from tests.engine.games.shamanix.table import (
    SPEC,
    At,
    choose,
    ended,
    last_turn,
    lay,
    place,
    side,
    step,
    take_turn,
)

APPROACH = [(4, 0), (-4, 0)]
UP_AND_DOWN = [(4, 1), (-4, 1), (4, 0), (-4, 0)]


def walk(game: Game, cells: list[At]) -> None:
    """The shamans step to these cells in turn."""
    for to in cells:
        choose(game, step(to))


def test_the_third_time_a_position_stands_the_game_is_drawn() -> None:
    game = SPEC.new(seats=2, seed=0)
    walk(game, APPROACH + UP_AND_DOWN)
    assert game.view(None)["repeats"] == 2
    walk(game, UP_AND_DOWN[:-1])
    assert game.outcome is None
    walk(game, UP_AND_DOWN[-1:])
    outcome = ended(game)
    assert outcome.reason == "repetition"
    assert outcome.placements == (1, 1)
    assert outcome.points == (0.5, 0.5)


def test_without_the_repetition_rule_positions_come_back_freely() -> None:
    game = SPEC.new(seats=2, seed=0, options={"repetition": False})
    walk(game, APPROACH + 5 * UP_AND_DOWN)
    assert game.outcome is None
    assert game.view(None)["repeats"] == 0


@pytest.mark.parametrize("change", ["symbol", "hand", "stored", "captives", "mover", "out"])
def test_positions_that_differ_in_anything_are_not_the_same(change: str) -> None:
    def position() -> State:
        return lay(east=side((5, 0), {(4, 1): 2}), north=side((0, 5)))

    one, other = position(), position()
    assert one.position() == other.position()
    if change == "symbol":
        other = lay(east=side((5, 0), {(4, 1): 3}), north=side((0, 5)))
    elif change == "hand":
        other.hands[0] += 1
    elif change == "stored":
        other.stored[0] = 0
    elif change == "captives":
        other.captives[1] = 1
    elif change == "mover":
        other.mover = 1
    else:
        other.out = [2]
    assert one.position() != other.position()


def test_the_start_position_counts_as_having_stood_once() -> None:
    assert SPEC.new(seats=2, seed=0).view(None)["repeats"] == 1


@pytest.mark.parametrize(("seats", "limit"), [(2, 200), (4, 400)])
def test_the_game_is_drawn_when_the_limit_of_plies_is_reached(seats: int, limit: int) -> None:
    sides: Any = {"north": side((0, 5))} if seats == 4 else {}
    assert take_turn(lay(**sides, ply=limit - 2), step((4, 0)))[0].kind == "stepped"
    outcome = last_turn(lay(**sides, ply=limit - 1), step((4, 0)))
    assert outcome.reason == "max_plies"
    assert set(outcome.placements) == {1}


def test_the_limit_comes_before_the_next_block_check() -> None:
    """West is walled in, but the last ply has been played."""
    west = side((-5, -3), {(-5, -2): 2}, hand=0)
    state = lay(east=side((4, 0), {(-4, -3): 2, (-6, -3): 2}), west=west, ply=199)
    assert last_turn(state, place((5, 0))).reason == "max_plies"


def test_the_limit_can_be_set() -> None:
    game = SPEC.new(seats=2, seed=0, options={"max_plies": 1})
    game.choose(0)
    assert ended(game).reason == "max_plies"
