"""How totems move: the five powers, walls, and the change of symbol."""

from typing import Any

import pytest

from tests.engine.games.shamanix.table import (
    At,
    lay,
    options,
    side,
    take_turn,
    totem,
    totem_targets,
)


def test_one_totem_of_a_symbol_takes_one_king_step() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (1, 1): 3}))
    assert totem_targets(state, (1, 1)) == {(1, 0), (0, 1), (2, 0), (2, 1)}


def test_two_of_a_symbol_take_one_or_two_king_steps_in_any_directions() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2}))
    near = {(x, y) for x in range(5) for y in range(-1, 4)}
    beside_towers = {(x, y) for x in range(-1, 5) for y in (-1, 0, 1)}
    beside_own = {(x, y) for x in (3, 4, 5) for y in (-1, 0, 1, 2)}
    pieces = {(0, 0), (3, 0), (4, 0), (4, 1), (2, 1)}
    only_through_the_tower = {(4, -1)}
    assert totem_targets(state, (2, 1)) == (
        near & (beside_towers | beside_own) - pieces - only_through_the_tower
    )


def test_two_steps_do_not_lead_back_to_the_start() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2}))
    assert (2, 1) not in totem_targets(state, (2, 1))


def test_three_of_a_symbol_walk_round_a_piece() -> None:
    state = lay(east=side((4, 0), {(2, 0): 2, (2, 1): 2, (4, 1): 2}))
    assert totem_targets(state, (2, 0)) == {
        (1, 0),
        (1, 1),
        (1, 2),
        (2, -1),
        (2, 2),
        (3, -1),
        (3, 1),
        (3, 2),
        (4, -1),
    }


@pytest.mark.parametrize(
    ("west", "reached"),
    [
        (side((-4, 0), {(2, 2): 3}), True),
        (side((2, 2)), True),
        (side((-4, 0)), False),
    ],
    ids=["an enemy totem", "an enemy shaman", "nothing"],
)
def test_any_neighbour_may_be_walked_round(west: dict[str, Any], reached: bool) -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (5, 1): 2, (1, 1): 2}), west=west)
    assert ((3, 1) in totem_targets(state, (1, 1))) == reached


def test_walking_round_a_piece_stops_at_the_next_piece() -> None:
    state = lay(
        east=side((4, 1), {(3, 1): 2, (-1, 0): 2, (4, 2): 2}),
        west=side((-5, 0), {(1, 1): 3, (1, -1): 4}),
    )
    assert totem_targets(state, (-1, 0)) == {(-1, 1), (0, 1), (-1, -1), (0, -1)}


def test_four_of_a_symbol_leap_a_run_and_may_take_a_step() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2, (1, 1): 2, (0, 1): 2}))
    landing, extra = {(-1, 1)}, {(-2, 0), (-2, 1), (-1, 0), (-1, 2), (0, 2)}
    assert totem_targets(state, (2, 1)) == landing | extra


def test_a_leap_crosses_a_single_enemy_totem() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (3, 1): 2, (2, 1): 2, (2, -1): 2}),
        west=side((-4, 0), {(1, 1): 2}),
    )
    assert (0, 1) in totem_targets(state, (2, 1))


def test_a_leap_crosses_neither_towers_nor_shamans() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (5, 1): 2, (4, -1): 2, (1, 0): 2}, hand=0),
        west=side((2, 1)),
    )
    assert totem_targets(state, (1, 0)) == set()


def test_a_leap_needs_an_empty_cell_right_behind_the_run() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (3, 1): 2, (2, 1): 2, (2, 0): 2}),
        west=side((1, 1)),
    )
    assert totem_targets(state, (4, 1)) & {(0, 1), (0, 2), (-1, 1)} == set()


def test_a_leap_may_pass_between_enemy_totems() -> None:
    """West stands on both sides of the corner that East leaps over."""
    state = lay(
        east=side((4, 0), {(4, 1): 2, (3, 1): 2, (1, 1): 2, (2, 2): 2}),
        west=side((-4, 0), {(2, 1): 5, (1, 2): 5}),
    )
    assert (3, 3) in totem_targets(state, (1, 1))


def test_five_of_a_symbol_slide_as_far_as_cells_are_empty() -> None:
    totems = {(4, 1): 2, (2, 1): 2, (1, 1): 2, (0, 1): 2, (2, -1): 2}
    state = lay(east=side((4, 0), totems), west=side((-4, 0), {(-4, 1): 2, (-2, -1): 2}))
    assert totem_targets(state, (2, -1)) == {
        (-1, -1),
        (0, -1),
        (1, -1),
        (1, 0),
        (2, 0),
        (3, -1),
        (4, -1),
        (5, -1),
    }


def test_a_slide_may_end_at_a_tower() -> None:
    totems = {(4, 1): 2, (5, 1): 2, (5, 2): 2, (5, 3): 2, (1, 2): 2}
    state = lay(east=side((4, 0), totems))
    assert (1, 1) in totem_targets(state, (1, 2))


def test_the_power_is_exact_and_never_a_smaller_one() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2, (1, 1): 2, (0, 1): 2}))
    assert (2, 0) not in totem_targets(state, (2, 1))  # one king step, but four totems agree


def test_a_stored_totem_has_no_symbol_to_count() -> None:
    """Four totems of one symbol stand, the fifth is stored: they leap, they do not slide."""
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2, (1, 1): 2, (0, 1): 2}, stored=True))
    assert (-1, 1) in totem_targets(state, (2, 1))


def test_symbols_of_others_do_not_count() -> None:
    state = lay(east=side((4, 0), {(4, 1): 3, (1, 1): 2}), west=side((-4, 0), {(-4, 1): 2}))
    assert (3, 1) not in totem_targets(state, (1, 1))


def test_two_enemy_totems_wall_off_the_diagonal_between_them() -> None:
    state = lay(
        east=side((4, 0), {(1, 2): 2, (2, 1): 3, (1, 1): 4}),
        west=side((-4, 0), {(2, 2): 2, (1, 3): 2, (0, 2): 2}),
    )
    assert totem_targets(state, (1, 2)) == {(0, 1)}


def test_totems_of_two_different_opponents_make_a_wall() -> None:
    state = lay(
        east=side((4, 0), {(1, 2): 2, (1, 1): 4, (2, 1): 3}),
        south=side((0, -4), {(2, 2): 2}),
        north=side((0, 5), {(1, 3): 2}),
    )
    assert (2, 3) not in totem_targets(state, (1, 2))


@pytest.mark.parametrize(
    "west",
    [side((1, 3), {(2, 2): 2}), side((2, 2), {(1, 3): 2}), side((-4, 0), {(2, 2): 2})],
    ids=["a shaman above", "a shaman beside", "one totem"],
)
def test_a_shaman_or_a_single_totem_walls_off_nothing(west: dict[str, Any]) -> None:
    state = lay(east=side((4, 0), {(1, 2): 2, (2, 1): 3, (1, 1): 4, (3, 3): 5}), west=west)
    assert (2, 3) in totem_targets(state, (1, 2))


def test_own_totems_wall_off_nothing() -> None:
    state = lay(east=side((4, 0), {(1, 2): 2, (2, 2): 3, (1, 3): 4, (2, 1): 5}))
    assert (2, 3) in totem_targets(state, (1, 2))


def test_a_tower_and_an_enemy_totem_wall_off_nothing() -> None:
    state = lay(east=side((4, 0), {(2, 0): 2, (4, 1): 3}), west=side((-4, 0), {(2, 1): 2}))
    assert (3, 1) in totem_targets(state, (2, 0))


@pytest.mark.parametrize(("enemies", "reached"), [({(3, 1)}, True), ({(3, 1), (2, 2)}, False)])
def test_the_second_of_two_steps_meets_walls_too(enemies: set[At], reached: bool) -> None:
    west = side((-4, 0), dict.fromkeys(enemies, 5))
    state = lay(east=side((4, 0), {(1, 1): 2, (5, 1): 2}), west=west)
    assert ((3, 2) in totem_targets(state, (1, 1))) == reached


def test_the_step_after_a_leap_meets_walls() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (2, 1): 2, (1, 1): 2, (0, 1): 2}),
        west=side((-6, 0), {(-2, 1): 5, (-1, 0): 5, (-3, 1): 5}),
    )
    assert totem_targets(state, (2, 1)) == {(-1, 1), (-2, 2), (-1, 2), (0, 2)}


def test_a_slide_meets_walls() -> None:
    totems = {(4, 1): 2, (5, 1): 2, (5, 2): 2, (5, 3): 2, (1, 1): 2}
    walled = lay(east=side((4, 0), totems), west=side((-6, 0), {(2, 3): 5, (3, 2): 5}))
    assert (3, 3) not in totem_targets(walled, (1, 1))
    half_open = lay(east=side((4, 0), totems), west=side((-6, 0), {(2, 3): 5}))
    assert (3, 3) in totem_targets(half_open, (1, 1))


def test_a_moved_totem_may_change_its_symbol_or_keep_it() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (1, 1): 3}))
    there = [o for o in options(state) if o.get("from") == [1, 1] and o["to"] == [1, 0]]
    assert [o["symbol"] for o in there] == [2, 3, 4, 5, 6]
    events = take_turn(state, totem((1, 1), (1, 0), 6))
    assert events[0].as_json() == {
        "type": "moved",
        "seat": 0,
        "from": [1, 1],
        "to": [1, 0],
        "symbol": 6,
    }


def test_a_totem_stays_on_the_table() -> None:
    totems = {(8, 6): 2, (8, 5): 3, (7, 6): 4}
    state = lay(east=side((5, 0), totems | {(4, 1): 5}))
    for at in totems:
        for x, y in totem_targets(state, at):
            assert (abs(x) <= 9, abs(y) <= 6) == (True, True)
    assert {(9, 6), (9, 5)} <= totem_targets(state, (8, 6))
