"""What players see, and the way back from it."""

import json

import pytest

from engine.games.shamanix.view import from_view
from engine.rng import Rng
from tests.engine.games.shamanix.table import SPEC, lay, options, random_game, side

POSITION = lay(
    "west",
    east=side((4, 0), {(4, 1): 2, (1, 1): 5}, hand=1),
    west=side((-4, 0), {(-4, 1): 6}, stored=False, hand=4),
    ply=17,
)
POSITION.captives[2] = 1


def test_a_view_shows_the_whole_table() -> None:
    assert SPEC.view(POSITION, 0) == {
        "ply": 17,
        "mover": 1,
        "repeats": 0,
        "table": {"x": [-9, 9], "y": [-6, 6]},
        "towers": [[-3, 0], [0, 0], [3, 0]],
        "players": [
            {
                "side": "east",
                "shaman": [4, 0],
                "totems": [{"cell": [1, 1], "symbol": 5}, {"cell": [4, 1], "symbol": 2}],
                "hand": 1,
                "far_tower": [-3, 0],
                "stored": True,
                "captives": [0, 0],
            },
            {
                "side": "west",
                "shaman": [-4, 0],
                "totems": [{"cell": [-4, 1], "symbol": 6}],
                "hand": 4,
                "far_tower": [3, 0],
                "stored": False,
                "captives": [1, 0],
            },
        ],
        "out": [],
        "options": {"shaman_anchors": True, "leash": 3, "repetition": True, "max_plies": 200},
    }


def test_everybody_sees_the_same() -> None:
    views = [SPEC.view(POSITION, seat) for seat in (None, 0, 1)]
    assert views == [SPEC.full_view(POSITION)] * 3


@pytest.mark.parametrize("seats", [2, 4])
def test_a_state_can_be_made_from_a_view(seats: int) -> None:
    game = SPEC.new(seats=seats, seed=0)
    rng = Rng.stream(1, "views", seats)
    while game.ask is not None:
        shown = json.loads(json.dumps(game.view(game.ask.seat)))
        state = from_view(shown)
        assert SPEC.view(state, None) == shown
        assert options(state) == list(game.ask.options)
        game.choose(rng.below(len(game.ask.options)))


def test_a_state_made_from_a_view_is_independent_of_it() -> None:
    shown = SPEC.view(POSITION, 0)
    state = from_view(shown)
    state.out.append(0)
    state.captives[0] = 9
    assert shown == SPEC.view(POSITION, 0)


def test_there_is_no_other_world() -> None:
    game = random_game(2, 3)
    state = game.state.copy()
    world = SPEC.redeal(state, game.state, 0, Rng(1))
    assert SPEC.full_view(world) == game.full_view()
    twin = SPEC.resample(SPEC.new(seats=4, seed=0), 2, Rng(1))
    assert twin.full_view() == SPEC.new(seats=4, seed=0).full_view()


def test_copies_share_nothing_that_changes() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2}), north=side((0, 5)))
    before, twin = SPEC.full_view(state), state.copy()
    for name in ("totems", "faces", "shamans", "hands", "stored", "captives", "out"):
        getattr(twin, name).append(1)
    twin.seen.clear()
    assert SPEC.full_view(state) == before
    assert before["repeats"] == 1
