"""Placing a totem."""

from tests.engine.games.shamanix.table import (
    At,
    lay,
    options,
    place,
    placements,
    side,
    take_turn,
)


def around(x: int, y: int) -> set[At]:
    return {(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {(x, y)}


def test_a_totem_may_be_placed_beside_the_own_shaman() -> None:
    assert placements(lay(east=side((5, 0)))) == around(5, 0)


def test_a_totem_may_be_placed_beside_an_own_totem() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2}))
    assert placements(state) == (around(5, 0) | around(6, 1)) - {(6, 1), (5, 0)}


def test_a_totem_may_be_placed_beside_an_own_totem_that_only_leans() -> None:
    state = lay(
        east=side((5, 0), {(-1, 4): 2}),
        west=side((-4, 0), {(-1, 3): 2, (-1, 2): 2, (-1, 1): 2}),
    )
    assert around(-1, 4) - {(-1, 3)} < placements(state)


def test_a_totem_may_be_placed_beside_a_tower_the_shaman_touches() -> None:
    state = lay(east=side((4, 0)))
    assert placements(state) == (around(4, 0) | around(3, 0)) - {(4, 0), (3, 0)}


def test_a_totem_may_be_placed_beside_a_tower_an_own_totem_touches() -> None:
    state = lay(east=side((5, 0), {(1, 0): 2}))
    assert around(0, 0) - {(1, 0)} < placements(state)


def test_a_tower_that_only_enemies_touch_gives_no_place() -> None:
    state = lay(east=side((5, 0)), west=side((-4, 0), {(-2, 0): 2}))
    assert not placements(state) & around(-3, 0)


def test_enemy_neighbours_do_not_matter_for_placing() -> None:
    state = lay(east=side((5, 0)), west=side((-4, 0), {(6, 1): 2, (6, -1): 2}))
    assert (6, 0) in placements(state)


def test_nothing_is_placed_on_another_piece_or_off_the_table() -> None:
    state = lay(east=side((5, 0), {(9, 6): 2, (8, 6): 3}), west=side((-4, 0), {(9, 5): 2}))
    assert placements(state) == around(5, 0) | {(7, 6), (7, 5), (8, 5)}


def test_placing_needs_a_totem_in_hand() -> None:
    totems = {(4, 1): 2, (4, 2): 2, (4, 3): 2, (4, 4): 2}
    assert placements(lay(east=side((4, 0), totems))) == set()


def test_any_symbol_may_be_placed() -> None:
    state = lay(east=side((5, 0)))
    symbols = [o["symbol"] for o in options(state) if o["do"] == "place" and o["cell"] == [6, 1]]
    assert symbols == [2, 3, 4, 5, 6]


def test_a_placed_totem_leaves_the_hand_and_shows_its_symbol() -> None:
    state = lay(east=side((5, 0)))
    events = take_turn(state, place((4, 1), 3))
    assert events[0].as_json() == {"type": "placed", "seat": 0, "cell": [4, 1], "symbol": 3}
    assert state.hands[0] == 3
