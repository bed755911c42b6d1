"""Getting the fifth totem back from the far tower."""

from engine.kernel import Event
from tests.engine.games.shamanix.table import lay, place, side, step, take_turn, totem


def recovered(events: list[Event]) -> list[int]:
    return [event.facts["seat"] for event in events if event.kind == "recovered"]


def test_a_majority_at_the_far_tower_brings_the_stored_totem_to_hand() -> None:
    state = lay(east=side((5, 0), {(-2, 1): 2, (4, 1): 3}))
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == [0]
    assert (state.hands[0], state.stored[0]) == (3, 0)


def test_as_many_totems_as_an_opponent_are_not_enough() -> None:
    state = lay(east=side((5, 0), {(-2, 1): 2, (4, 1): 3}), west=side((-5, 0), {(-4, 1): 2}))
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == []


def test_no_totem_at_the_tower_recovers_nothing() -> None:
    events = take_turn(lay(east=side((5, 0))), step((4, 0)))
    assert recovered(events) == []


def test_shamans_do_not_count_at_the_far_tower() -> None:
    state = lay(east=side((5, 0), {(-2, 1): 2, (4, 1): 3}), west=side((-4, 0)))
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == [0]
    state = lay(east=side((-4, 1), {(-5, 2): 2, (-6, 2): 2}), west=side((-6, 0)))
    events = take_turn(state, step((-4, 2)))
    assert recovered(events) == []


def test_a_totem_is_recovered_after_a_placement_too_but_not_placed_in_the_same_turn() -> None:
    state = lay(east=side((4, 0), {(-2, 1): 2, (4, 1): 3}), west=side((-5, 0), {(-4, 1): 2}))
    events = take_turn(state, place((-2, 0), 2))
    assert recovered(events) == [0]
    assert (state.hands[0], state.mover) == (2, 1)


def test_a_totem_is_recovered_after_a_totem_move_too() -> None:
    state = lay(east=side((4, 0), {(-1, 1): 2, (4, 1): 3}))
    events = take_turn(state, totem((-1, 1), (-2, 1), 2))
    assert recovered(events) == [0]


def test_a_totem_is_recovered_only_once() -> None:
    state = lay(east=side((5, 0), {(-2, 1): 2, (4, 1): 3}, stored=False))
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == []


def test_only_the_player_who_has_just_moved_recovers() -> None:
    state = lay("west", east=side((5, 0), {(-2, 1): 2, (4, 1): 3}))
    events = take_turn(state, step((-4, 0)))
    assert recovered(events) == []


def test_with_four_seats_each_opponent_is_counted_singly() -> None:
    state = lay(
        east=side((5, 0), {(-2, 1): 2, (-2, 0): 3, (4, 1): 3}),
        south=side((0, -5), {(-3, -1): 2}),
        west=side((-5, 0), {(-4, 1): 2}),
        north=side((0, 5), {(-3, 1): 2}),
    )
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == [0]


def test_a_player_who_is_out_does_not_count_at_the_far_tower() -> None:
    state = lay(
        east=side((5, 0), {(-2, 1): 2, (4, 1): 3}),
        south=side((0, -5), {(-3, -1): 2, (-2, -1): 3}),
    )
    state.out = [1]
    events = take_turn(state, step((4, 0)))
    assert recovered(events) == [0]
