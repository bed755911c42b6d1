"""The last shaman standing: four seats."""

from typing import Any

from engine.games.shamanix.state import State
from tests.engine.games.shamanix.table import (
    last_turn,
    lay,
    place,
    placements,
    side,
    take_turn,
    totem_targets,
)

WALLED_IN = side((5, -3), {(5, -2): 2}, hand=0)
"""East cannot move its shaman once (4, -3) and (6, -3) are taken."""


def east_is_blocked(**others: Any) -> State:
    return lay(
        east=WALLED_IN,
        south=side((0, -5), {(4, -3): 2}),
        west=side((-5, 0), {(6, -3): 2}),
        north=side((0, 5)),
        **others,
    )


def test_a_blocked_player_is_out_and_the_others_play_on() -> None:
    state = east_is_blocked()
    events = take_turn(state)
    assert [event.as_json() for event in events] == [{"type": "blocked", "seat": 0, "place": 4}]
    assert (state.out, state.mover, state.ply) == ([0], 1, 0)


def test_players_who_are_out_are_passed_over() -> None:
    state = east_is_blocked()
    state.out, state.mover = [0], 3
    take_turn(state, place((0, 6)))
    assert state.mover == 1


def test_ranks_follow_the_order_of_elimination() -> None:
    state = east_is_blocked()
    state.out = [2, 1]
    outcome = last_turn(state)
    assert outcome.placements == (2, 3, 4, 1)
    assert outcome.points == (2, 1, 0, 3)
    assert outcome.reason == "last_shaman"
    assert outcome.details == {"plies": 0, "out": [2, 1, 0]}


def test_a_player_is_out_only_at_the_start_of_their_own_turn() -> None:
    """Others may open the way in between."""
    state = east_is_blocked()
    state.mover = 1
    take_turn(state, place((0, -6)))
    assert state.out == []


def test_pieces_of_a_player_who_is_out_stay_on_the_table() -> None:
    state = east_is_blocked()
    take_turn(state)
    assert state.totems[0]
    assert (5, -2) not in placements(state)


def test_totems_of_a_player_who_is_out_still_make_walls() -> None:
    state = lay(
        "south",
        east=side((4, 0), {(2, 2): 2, (1, 3): 2}),
        south=side((0, -4), {(1, 2): 2, (2, 1): 3, (1, 1): 4}),
    )
    state.out = [0]
    assert (2, 3) not in totem_targets(state, (1, 2))


def test_totems_of_a_player_who_is_out_can_still_be_leaned_on() -> None:
    state = lay("south", east=side((5, 0), {(7, 4): 2}), south=side((4, 1), {(4, 2): 2, (5, 2): 3}))
    state.out = [0]
    assert (6, 3) in totem_targets(state, (5, 2))


def test_draws_share_the_best_places_among_the_living() -> None:
    state = east_is_blocked(options={"max_plies": 10}, ply=9)
    state.out, state.mover = [0], 1
    outcome = last_turn(state, place((0, -6)))
    assert outcome.reason == "max_plies"
    assert outcome.placements == (4, 1, 1, 1)
    assert outcome.points == (0, 2, 2, 2)
