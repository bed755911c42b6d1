"""The short way for bots: worlds that look like the view, and play on as in the game."""

from collections.abc import Iterator

import pytest

import engine
from engine.games.shamans import search
from engine.games.shamans.rounds import RoundOver, roles_now
from engine.games.shamans.state import State
from engine.games.shamans.tables import SHADOW, SHAMAN
from engine.games.shamans.view import full_view, view
from engine.kernel import Ask, Game, Steps
from engine.rng import Rng

SPEC = engine.get("shamans")
GAMES = 12
LONG = {"start_distance": 40, "max_rounds": 2}
"""Rounds of random play that do not end before everything has happened."""


def asks(seats: int) -> Iterator[tuple[Game, Ask]]:
    """All asks of some games played at random."""
    for seed in range(GAMES):
        game = SPEC.new(seats=seats, seed=seed, options=LONG)
        rng = Rng.stream(seed, "asks")
        while game.ask is not None:
            yield game, game.ask
            game.choose(rng.below(len(game.ask.options)))


def options_of(game: Game) -> dict[str, object]:
    assert game.terms is not None
    return game.terms.options


@pytest.mark.parametrize("seats", SPEC.seat_counts)
def test_an_imagined_world_looks_the_same_to_the_seat(seats: int) -> None:
    for game, ask in asks(seats):
        rng = Rng.stream(len(game.choices), "worlds")
        world = search.imagine(game.view(ask.seat), options_of(game), rng)
        assert view(world, ask.seat) == game.view(ask.seat)


@pytest.mark.parametrize("seats", SPEC.seat_counts)
def test_an_imagined_world_is_whole(seats: int) -> None:
    """Every card, tile and role of the box is somewhere in it, once."""
    for game, ask in asks(seats):
        rng = Rng.stream(len(game.choices), "worlds")
        world = search.imagine(game.view(ask.seat), options_of(game), rng)
        real = full_view(game.state)["everything"]
        made = full_view(world)["everything"]
        for part in ("hand", "set_aside"):
            assert inventory(made, part) == inventory(real, part)
        assert sorted(roles_now(world)) == sorted(roles_now(game.state))
        assert tiles(world) == tiles(game.state)


def inventory(everything: dict[str, list[dict[str, list[object]]]], part: str) -> list[int]:
    return [len(seat[part]) for seat in everything["seats"]]


def tiles(state: State) -> list[int]:
    lying = [*state.pile, *state.slots, *state.discard, state.drawn]
    for owned in (state.up, state.down, state.lost):
        lying += [tile for seat in owned for tile in seat]
    return sorted(tile for tile in lying if tile >= 0)


def test_the_roles_of_a_world_can_be_given() -> None:
    game = SPEC.new(seats=4, seed=1)
    me = roles_now(game.state)[0]
    others = [SHADOW, SHAMAN, SHAMAN] if me == SHAMAN else [SHAMAN] * 3
    seen = game.view(0)
    world = search.imagine(seen, options_of(game), Rng(1), [me, *others])
    assert roles_now(world) == [me, *others]
    assert view(world, 0) == seen


def test_worlds_differ_in_what_the_seat_cannot_know() -> None:
    game = SPEC.new(seats=4, seed=1)
    worlds = [search.imagine(game.view(0), options_of(game), Rng(seed)) for seed in range(20)]
    assert len({tuple(world.hands) for world in worlds}) == 20
    assert len({world.pile for world in worlds}) == 20
    assert {world.eclipse for world in worlds} == {"left", "right"}
    shaman = next(s for s, role in enumerate(roles_now(game.state)) if role == SHAMAN)
    seen = game.view(shaman)
    worlds = [search.imagine(seen, options_of(game), Rng(seed)) for seed in range(20)]
    assert len({tuple(roles_now(world)) for world in worlds}) == 3


@pytest.mark.parametrize("seats", SPEC.seat_counts)
def test_play_goes_on_from_an_ask_as_it_does_in_the_game(seats: int) -> None:
    """To the end of the trick: the same asks, the same options, the same table at each."""
    resumed = dict.fromkeys(search.RESUMABLE, 0)
    for game, ask in asks(seats):
        if ask.kind in search.RESUMABLE:
            resumed[ask.kind] += 1
            state = game.state.copy()
            follow_both(game.copy(), state, search.resume(state, ask.kind, ask.seat))
    assert all(resumed.values()), resumed


def follow_both(game: Game, state: State, steps: Steps) -> None:
    """Answer both alike until the trick is over in both."""
    rng = Rng.stream(len(game.choices), "both")
    number = game.state.round
    answer = None
    while True:
        try:
            ask = steps.send(answer)  # type: ignore[arg-type]
            while len(ask.options) == 1:
                ask = steps.send(0)
        except StopIteration:
            boundary = game.boundary()[0]
            # Alone with one card, a seat is asked nothing more in this round.
            assert boundary.round > number or full_view(boundary) == full_view(state)
            return
        except RoundOver:
            assert game.ask is None or game.state.round == number + 1
            return
        assert game.ask == ask
        assert game.full_view() == full_view(state)
        answer = rng.below(len(ask.options))
        game.choose(answer)


def test_a_round_is_played_to_its_end() -> None:
    game = SPEC.new(seats=3, seed=2, options=LONG)
    state = game.state.copy()
    assert game.ask is not None
    steps = search.resume(state, game.ask.kind, game.ask.seat)
    assert search.play_round(state, steps, lambda _, ask: ask.default) == "hands_empty"
    assert not any(state.hands)
