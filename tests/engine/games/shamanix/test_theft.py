"""Stealing totems left alone, and exchanging captives."""

from typing import Any

from engine.games.shamanix.board import cell
from engine.games.shamanix.state import State
from engine.kernel import Event
from tests.engine.games.shamanix.table import (
    lay,
    place,
    side,
    step,
    take_turn,
    totem,
)


def kinds(events: list[Event]) -> list[str]:
    return [event.kind for event in events]


def leaner(**west: Any) -> State:
    """East's (0, 3) leans on nothing but West's (0, 2)."""
    return lay(
        "west",
        east=side((4, 0), {(0, 3): 2, (4, 1): 3}),
        west=side((-4, 0), {(0, 2): 5, (-1, 1): 6}, **west),
    )


def test_a_totem_left_alone_is_stolen() -> None:
    state = leaner()
    events = take_turn(state, totem((0, 2), (0, 1), 5))
    assert events[1].as_json() == {"type": "stolen", "seat": 1, "owner": 0, "cell": [0, 3]}
    assert not state.pieces() >> cell(0, 3) & 1
    assert state.captives == [0, 0, 1, 0]
    assert state.hands == [2, 2]


def test_a_totem_that_still_touches_any_piece_is_not_stolen() -> None:
    state = leaner()
    events = take_turn(state, totem((0, 2), (1, 2), 5))
    assert kinds(events) == ["moved"]


def test_a_totem_that_touches_only_an_enemy_shaman_is_not_stolen() -> None:
    state = lay(
        "west",
        east=side((4, 0), {(-3, 3): 2, (4, 1): 3}),
        west=side((-4, 2), {(-2, 2): 5, (-3, 1): 6, (-2, 1): 6}),
    )
    events = take_turn(state, totem((-2, 2), (-1, 1), 5))
    assert kinds(events) == ["moved"]


def test_a_shaman_that_steps_away_steals_too() -> None:
    state = lay(
        "west",
        east=side((4, 0), {(-5, 3): 2, (4, 1): 3}),
        west=side((-4, 2), {(-3, 1): 6}),
    )
    events = take_turn(state, step((-4, 1)))
    assert kinds(events) == ["stepped", "stolen"]


def test_several_totems_may_be_stolen_at_once() -> None:
    state = lay(
        "west",
        east=side((4, 0), {(-1, 3): 2, (1, 3): 2, (4, 1): 3}),
        west=side((-4, 0), {(0, 2): 5, (-1, 1): 6}),
    )
    events = take_turn(state, totem((0, 2), (0, 1), 5))
    assert kinds(events) == ["moved", "stolen", "stolen"]
    assert state.captives == [0, 0, 2, 0]


def test_a_placement_steals_nothing() -> None:
    state = lay("west", east=side((4, 0), {(0, 5): 2, (4, 1): 3}), west=side((-4, 0), {(-4, 1): 2}))
    events = take_turn(state, place((-5, 1), 2))
    assert kinds(events) == ["placed"]


def test_captives_of_each_other_are_exchanged_at_once() -> None:
    state = leaner(hand=1)
    state.captives[0 * 2 + 1] = 1
    events = take_turn(state, totem((0, 2), (0, 1), 5))
    assert kinds(events) == ["moved", "stolen", "exchanged"]
    assert events[2].as_json() == {"type": "exchanged", "seats": [1, 0]}
    assert state.captives == [0, 0, 0, 0]
    assert state.hands == [3, 2]


def test_one_captive_is_exchanged_for_one() -> None:
    state = leaner(hand=0)
    state.captives[0 * 2 + 1] = 2
    take_turn(state, totem((0, 2), (0, 1), 5))
    assert state.captives == [0, 1, 0, 0]
    assert state.hands == [3, 1]


def four_seat_leaner(holder: int) -> State:
    """East's (5, 5) leans on West's (5, 4); somebody holds a totem of West."""
    state = lay(
        "west",
        east=side((4, 0), {(5, 5): 2, (4, 1): 3}),
        west=side((-4, 0), {(5, 4): 5, (4, 3): 6, (3, 2): 6, (3, 1): 4}, hand=0, stored=False),
        north=side((0, 5)),
    )
    state.captives[holder * 4 + 2] = 1
    return state


def test_four_seats_exchange_pair_by_pair() -> None:
    south_holds = four_seat_leaner(holder=1)
    events = take_turn(south_holds, totem((5, 4), (5, 3), 5))
    assert kinds(events) == ["moved", "stolen"]
    east_holds = four_seat_leaner(holder=0)
    events = take_turn(east_holds, totem((5, 4), (5, 3), 5))
    assert kinds(events) == ["moved", "stolen", "exchanged"]
    assert (east_holds.hands[0], east_holds.hands[2]) == (3, 1)


def test_nothing_is_stolen_from_a_player_who_is_out() -> None:
    state = four_seat_leaner(holder=1)
    state.out = [0]
    events = take_turn(state, totem((5, 4), (5, 3), 5))
    assert kinds(events) == ["moved"]
