"""The block check at the start of a turn, and how the game is lost."""

from engine.games.shamanix.moves import is_blocked, survey
from engine.games.shamanix.state import State
from tests.engine.games.shamanix.table import (
    last_turn,
    lay,
    options,
    placements,
    side,
    take_turn,
    totem,
)

RESCUE_EAST = {(5, 3): 2, (4, 4): 2}
RESCUE_WEST = {(5, 2): 2, (6, 3): 2}


def blocked(state: State) -> bool:
    return is_blocked(survey(state))


def test_a_placement_that_would_free_the_shaman_averts_the_block() -> None:
    state = lay(east=side((6, 2), RESCUE_EAST, hand=1), west=side((-5, 0), RESCUE_WEST))
    assert not blocked(state)


def test_without_a_totem_in_hand_no_placement_averts_the_block() -> None:
    state = lay(east=side((6, 2), RESCUE_EAST, hand=0), west=side((-5, 0), RESCUE_WEST))
    assert blocked(state)


def test_just_these_placements_free_the_shaman() -> None:
    west = side((-5, 0), RESCUE_WEST)
    before = lay(east=side((6, 2), RESCUE_EAST, hand=1), west=west)
    freeing = {
        cell
        for cell in placements(before)
        if not blocked(lay(east=side((6, 2), RESCUE_EAST | {cell: 2}, hand=0), west=west))
    }
    assert freeing == {(5, 1), (7, 1), (7, 2)}


def test_a_player_who_could_place_to_get_free_may_do_something_else() -> None:
    state = lay(east=side((6, 2), RESCUE_EAST, hand=1), west=side((-5, 0), RESCUE_WEST))
    assert {option["do"] for option in options(state)} == {"place", "totem"}
    useless = totem((4, 4), (4, 3), 2)
    assert take_turn(state, useless)[0].kind == "moved"


def test_a_shaman_off_the_leash_and_walled_in_has_lost_though_a_totem_could_move() -> None:
    state = lay(
        east=side((5, -3), {(5, -2): 2}, hand=0), west=side((-5, 0), {(4, -3): 2, (6, -3): 2})
    )
    assert blocked(state)
    outcome = last_turn(state)
    assert state.log is not None
    assert state.log[0].as_json() == {"type": "blocked", "seat": 0, "place": 2}
    assert outcome.reason == "last_shaman"
    assert outcome.placements == (2, 1)
    assert outcome.points == (0, 1)


def test_a_player_blocked_by_their_own_totems_has_lost() -> None:
    own = {(4, 0): 2, (6, 0): 3, (5, 1): 4, (5, -1): 5}
    assert blocked(lay(east=side((5, 0), own)))


def test_a_block_is_looked_for_only_at_the_start_of_the_own_turn() -> None:
    """West is walled in, but it is East's turn."""
    west = side((-5, -3), {(-5, -2): 2}, hand=0)
    state = lay(east=side((4, 0), {(-4, -3): 2, (-6, -3): 2, (-3, -2): 3}), west=west)
    assert not blocked(state)
    take_turn(state, totem((-3, -2), (-4, -2), 3))
    assert last_turn(state).placements == (1, 2)
