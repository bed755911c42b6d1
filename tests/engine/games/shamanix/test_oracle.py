"""The fast rules against the slow ones, on positions met in play and on positions thrown together.

`MOONLADDER_ORACLE_POSITIONS` sets how many positions are compared for each number of seats.
"""

import json
import os
from collections.abc import Iterator

import pytest

from engine.games.shamanix import search
from engine.games.shamanix.actions import options_of
from engine.games.shamanix.board import cell
from engine.games.shamanix.moves import is_blocked, legal_moves, survey
from engine.games.shamanix.state import State, setup
from engine.games.shamanix.view import view
from engine.kernel import Json
from engine.rng import Rng
from tests.engine.games.shamanix import oracle
from tests.engine.games.shamanix.table import SPEC

POSITIONS = int(os.environ.get("MOONLADDER_ORACLE_POSITIONS", "700"))
VARIANTS: list[dict[str, Json]] = [{}, {}, {"shaman_anchors": False}, {"leash": 2}]
"""The options tried in turn; the game as it is usually played more often."""


def key(action: Json) -> str:
    return json.dumps(action, sort_keys=True)


def same_rules(state: State) -> None:
    """Both rules agree on who is blocked and on every legal action."""
    plain, lie = oracle.read(view(state, None)), survey(state)
    assert is_blocked(lie) == oracle.is_blocked(plain)
    fast = sorted(map(key, options_of(legal_moves(state, lie))))
    assert fast == sorted(map(key, oracle.legal_actions(plain)))


def same_turn(state: State, code: int) -> None:
    """Both rules make the same position of this action."""
    plain = oracle.play(oracle.read(view(state, None)), search.option_of(code))
    outcome = search.apply(state, code)
    if outcome is None or outcome.reason == "last_shaman":
        while len(plain.out) < len(plain.hands) - 1 and oracle.is_blocked(plain):
            plain = oracle.knock_out(plain)
        plain.mover = state.mover if outcome else plain.mover
        assert oracle.read(view(state, None)) == plain


def walk(seats: int, seed: int) -> Iterator[tuple[State, int]]:
    """Positions of a random game, each with the action taken there. In every other game all
    symbols come out alike, so that the higher powers are met."""
    state = setup(seats, 0, SPEC.complete_options(seats, VARIANTS[seed % len(VARIANTS)]))
    rng, outcome = Rng.stream(seed, "walk"), None
    while outcome is None:
        codes = search.actions(state)
        if seed % 2:
            codes = [c for c in codes if search.option_of(c).get("symbol", 2) == 2] or codes
        code = rng.choice(codes)
        yield state.copy(), code
        outcome = search.apply(state, code)


def scatter(seats: int, seed: int) -> State:
    """Pieces thrown close together anywhere on the table, edges and corners included."""
    rng = Rng.stream(seed, "scatter")
    state = setup(seats, 0, SPEC.complete_options(seats, VARIANTS[seed % len(VARIANTS)]))
    cells = crowd(state, rng)
    state.shamans = [cells.pop() for _ in range(seats)]
    for seat in range(seats):
        count = rng.below(6)
        for _ in range(count):
            state.put(seat, cells.pop(), 2 + rng.below(1 + rng.below(5)))
        state.stored[seat] = int(count < 5 and rng.below(2))
        state.hands[seat] = 5 - count - state.stored[seat]
    state.mover = rng.below(seats)
    state.out = [seat for seat in range(seats) if seat != state.mover and rng.below(8) == 0]
    return state


def crowd(state: State, rng: Rng) -> list[int]:
    """The free cells of a small piece of the table, just large enough, shuffled."""
    bounds = view(state, None)["table"]
    (west, east), (south, north) = bounds["x"], bounds["y"]
    x, y = west + rng.below(east - west - 4), south + rng.below(north - south - 4)
    width = 6 + rng.below(3)
    free = [
        cell(column, row)
        for column in range(x, min(x + width, east + 1))
        for row in range(y, min(y + width, north + 1))
        if [column, row] not in view(state, None)["towers"]
    ]
    rng.shuffle(free)
    return free


@pytest.mark.parametrize("seats", [2, 4])
def test_fast_and_slow_rules_agree_on_positions_of_play(seats: int) -> None:
    rng, seed, compared = Rng.stream(seats, "which positions"), 0, 0
    while compared < POSITIONS // 2:
        for state, code in walk(seats, seed):
            if rng.below(10) == 0:
                same_rules(state)
                same_turn(state, code)
                compared += 1
        seed += 1


@pytest.mark.parametrize("seats", [2, 4])
def test_fast_and_slow_rules_agree_on_scattered_pieces(seats: int) -> None:
    for seed in range(POSITIONS // 2):
        same_rules(scatter(seats, seed))
