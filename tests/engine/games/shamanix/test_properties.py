"""What holds in every position of every game."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.games.shamanix import search
from engine.games.shamanix.board import BIT, NEIGHBOURS
from engine.games.shamanix.moves import is_blocked, survey
from engine.games.shamanix.state import SHAMANS, SIDES, State, setup
from engine.kernel import Json
from engine.rng import Rng
from tests.engine.games.shamanix.table import SPEC

GAMES = int(os.environ.get("MOONLADDER_LONG_GAMES", "100"))


def check(state: State) -> None:
    """All invariants of the rules in one position at the start of a turn."""
    seats = state.ground.seats
    for seat in range(seats):
        captured = sum(state.captives[holder * seats + seat] for holder in range(seats))
        on_table = state.totems[seat].bit_count()
        assert state.hands[seat] + on_table + state.stored[seat] + captured == 5
        assert state.captives[seat * seats + seat] == 0
    one_piece_on_a_cell(state)
    shamans_stay_in_touch(state)
    nobody_holds_what_could_be_exchanged(state)
    assert state.mover not in state.out


def one_piece_on_a_cell(state: State) -> None:
    ground = state.ground
    groups = [ground.towers, *state.totems, *(BIT[shaman] for shaman in state.shamans)]
    assert sum(group.bit_count() for group in groups) == state.pieces().bit_count()
    assert state.pieces() & ~ground.table == 0
    assert sum(face.bit_count() for face in state.faces) == sum(map(int.bit_count, state.totems))


def shamans_stay_in_touch(state: State) -> None:
    """On the leash always, and linked wherever they go from their first place."""
    ground = state.ground
    for seat, shaman in enumerate(state.shamans):
        assert BIT[shaman] & ground.leash
        linked = NEIGHBOURS[shaman] & (ground.towers | state.totems[seat])
        assert linked or shaman == SHAMANS[SIDES[ground.seats][seat]]


def nobody_holds_what_could_be_exchanged(state: State) -> None:
    seats = state.ground.seats
    for a in range(seats):
        for b in range(seats):
            assert not (state.captives[a * seats + b] and state.captives[b * seats + a])


def play(seats: int, seed: int, options: Json) -> None:
    """A random game, checked before every action; it ends, and nobody is ever without one."""
    state = setup(seats, 0, SPEC.complete_options(seats, options))
    rng, outcome = Rng.stream(seed, "a checked game"), None
    while outcome is None:
        check(state)
        codes = search.actions(state)
        assert codes
        assert not is_blocked(survey(state))
        outcome = search.apply(state, rng.choice(codes))
    assert state.ply <= state.ground.max_plies


@pytest.mark.parametrize("seats", [2, 4])
def test_random_games_keep_all_invariants(seats: int) -> None:
    for seed in range(GAMES):
        play(seats, seed, {})


@settings(max_examples=40, deadline=None)
@given(
    seats=st.sampled_from([2, 4]),
    seed=st.integers(0, 2**53 - 1),
    options=st.fixed_dictionaries(
        {
            "shaman_anchors": st.booleans(),
            "leash": st.integers(2, 3),
            "repetition": st.booleans(),
            "max_plies": st.integers(1, 300),
        }
    ),
)
def test_games_with_any_options_keep_all_invariants(seats: int, seed: int, options: Json) -> None:
    play(seats, seed, options)


@settings(max_examples=40, deadline=None)
@given(seats=st.sampled_from([2, 4]), seed=st.integers(0, 2**53 - 1), plies=st.integers(0, 120))
def test_a_copy_goes_its_own_way(seats: int, seed: int, plies: int) -> None:
    state = setup(seats, 0, SPEC.complete_options(seats))
    rng = Rng.stream(seed, "copies")
    for _ in range(plies):
        if search.apply(state, rng.choice(search.actions(state))):
            return
    before, seen = SPEC.full_view(state), dict(state.seen)
    for code in search.actions(state)[:30]:
        search.apply(state.copy(), code)
    assert (SPEC.full_view(state), state.seen) == (before, seen)
