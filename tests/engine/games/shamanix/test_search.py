"""The short way for bots: it plays just what a game plays."""

import pytest

from engine.games.shamanix import search
from engine.rng import Rng
from tests.engine.games.shamanix.table import SPEC, lay, side, totem


@pytest.mark.parametrize("seats", [2, 4])
@pytest.mark.parametrize("seed", range(3))
def test_a_game_played_both_ways_is_the_same_game(seats: int, seed: int) -> None:
    game = SPEC.new(seats=seats, seed=0, options={"leash": 2})
    state = search.from_view(game.view(None))
    rng = Rng.stream(seed, "both ways")
    outcome = None
    while game.ask is not None:
        codes = search.actions(state)
        assert list(map(search.option_of, codes)) == list(game.ask.options)
        index = rng.below(len(codes))
        outcome = search.apply(state, codes[index])
        while outcome is None and len(search.actions(state)) == 1:  # a game takes it by itself
            outcome = search.apply(state, search.actions(state)[0])
        game.choose(index)
        assert SPEC.full_view(state) == game.full_view()
    assert outcome == game.outcome


def test_several_blocked_players_go_out_one_after_another() -> None:
    """East moves; South and then West find themselves walled in; North plays on."""
    state = lay(
        east=side((4, 0), {(4, 1): 2, (4, -3): 3, (6, -3): 3, (-4, -3): 3, (-6, -3): 3}),
        south=side((5, -3), {(5, -2): 2}, hand=0),
        west=side((-5, -3), {(-5, -2): 2}, hand=0),
        north=side((0, 5)),
    )
    outcome = search.apply(state, search.code_of(totem((4, 1), (3, 1), 2)))
    assert outcome is None
    assert (state.out, state.mover) == ([1, 2], 3)


@pytest.mark.parametrize("seats", [2, 4])
def test_plain_actions_are_one_for_each_move_and_keep_the_symbol(seats: int) -> None:
    game = SPEC.new(seats=seats, seed=0)
    rng = Rng.stream(4, "plain")
    for _ in range(40):
        assert game.ask is not None
        state = search.from_view(game.view(None))
        plain = [search.option_of(code) for code in search.plain_actions(state)]
        shown = {
            tuple(t["cell"]): t["symbol"] for t in game.view(None)["players"][state.mover]["totems"]
        }
        wanted = [
            option
            for option in game.ask.options
            if option["do"] == "shaman"
            or option["symbol"] == (shown[tuple(option["from"])] if "from" in option else 2)
        ]
        assert plain == wanted
        game.choose(rng.below(len(game.ask.options)))
