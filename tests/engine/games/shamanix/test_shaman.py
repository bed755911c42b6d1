"""Stepping with the shaman."""

from tests.engine.games.shamanix.table import (
    lay,
    shaman_targets,
    side,
    step,
    take_turn,
)


def test_a_shaman_steps_straight_never_diagonally() -> None:
    state = lay(east=side((2, 2), {(1, 1): 2, (1, 2): 2, (3, 1): 2}))
    assert shaman_targets(state) == {(3, 2), (2, 1), (2, 3)}


def test_a_shaman_steps_only_where_a_tower_or_an_own_totem_links_it() -> None:
    assert shaman_targets(lay(east=side((5, 0)))) == {(4, 0)}


def test_enemy_pieces_link_no_shaman() -> None:
    state = lay(east=side((5, 0)), west=side((7, 1), {(7, 0): 2, (6, 2): 2, (5, 2): 2}))
    assert shaman_targets(state) == {(4, 0)}


def test_a_shaman_abandons_no_totem_that_it_alone_holds() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2}, hand=3))
    assert shaman_targets(state) == {(6, 0), (5, 1)}


def test_a_shaman_may_leave_a_totem_that_a_tower_or_another_totem_holds() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2, (7, 1): 2, (4, 1): 2}))
    assert (4, 0) in shaman_targets(state)


def test_a_shaman_may_not_leave_a_totem_that_only_leans_on_an_enemy_besides() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2}), west=side((-4, 0), {(7, 2): 2}))
    assert (4, 0) not in shaman_targets(state)


def test_a_totem_that_leans_already_does_not_hold_the_shaman_back() -> None:
    state = lay(east=side((5, 0), {(0, 4): 2}), west=side((-4, 0), {(0, 3): 2}))
    assert (4, 0) in shaman_targets(state)


def test_a_shaman_stays_within_three_cells_of_a_tower() -> None:
    state = lay(east=side((6, 3), {(7, 4): 2, (8, 4): 2, (5, 1): 2, (4, 1): 2}))
    assert shaman_targets(state) == {(6, 2)}  # (7, 3) and (6, 4) are four cells away


def test_the_four_seat_leash_has_the_shape_of_a_plus() -> None:
    inner = lay(east=side((3, 3), {(4, 3): 2, (3, 4): 2, (2, 2): 2}), north=side((0, 5)))
    assert shaman_targets(inner) == {(2, 3), (3, 2)}
    outer = lay(east=side((4, 3), {(5, 4): 2, (6, 4): 2}), north=side((0, 5)))
    assert shaman_targets(outer) == {(5, 3)}


def test_a_step_is_told_with_both_its_ends() -> None:
    events = take_turn(lay(east=side((5, 0))), step((4, 0)))
    assert events[0].as_json() == {"type": "stepped", "seat": 0, "from": [5, 0], "to": [4, 0]}
