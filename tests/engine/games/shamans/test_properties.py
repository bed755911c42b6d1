"""Whole games at random: what always holds, and that everything happens sooner or later."""

import os
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.games.shamans.state import State
from engine.games.shamans.tables import RITUALS
from engine.games.shamans.text import QUESTIONS, SENTENCES
from engine.kernel import Game
from engine.rng import MAX_SEED, Rng
from tests.engine.games.shamans import invariants

SPEC = engine.get("shamans")
MANY_GAMES = int(os.environ.get("MOONLADDER_LONG_GAMES", "60"))
"""Random games per seat count; the full examination plays 20,000."""
ASKS = (*QUESTIONS, "portal", "portal_moon", "portal_target")
FAR = {"start_distance": 40}
"""A pawn that starts far from the Moon gives rounds time to get to everything."""


def at_random(game: Game, purpose: str, seed: int) -> Iterator[State]:
    """The state at every decision of the game, played at random to its end."""
    rng = Rng.stream(seed, purpose)
    while game.ask is not None:
        assert isinstance(game.state, State)
        yield game.state
        game.choose(rng.below(len(game.ask.options)))


def examine(game: Game, seed: int) -> None:
    """Play at random: what always holds must hold all the way."""
    for state in at_random(game, "examine", seed):
        invariants.check(state)
        if game.ask is not None and game.ask.kind == "lead":
            invariants.check_boundary(state)
    assert game.outcome is not None


@settings(max_examples=40, deadline=None)
@given(
    seats=st.sampled_from(SPEC.seat_counts),
    seed=st.integers(0, MAX_SEED),
    start_distance=st.integers(1, 40),
)
def test_the_invariants_hold_in_every_game(seats: int, seed: int, start_distance: int) -> None:
    game = SPEC.new(seats=seats, seed=seed, options={"start_distance": start_distance})
    examine(game, seed)
    invariants.check_story(game)


@settings(max_examples=30, deadline=None)
@given(seats=st.sampled_from(SPEC.seat_counts), seed=st.integers(0, MAX_SEED))
def test_living_shadows_only_ever_become_fewer(seats: int, seed: int) -> None:
    game = SPEC.new(seats=seats, seed=seed, options=FAR)
    living = Counter[int]()
    for state in at_random(game, "shadows", seed):
        now = sum(
            alive and state.faces[card] == "shadow"
            for alive, card in zip(state.alive, state.held, strict=True)
        )
        assert now <= living.setdefault(state.round, seats)
        living[state.round] = now


@settings(max_examples=30, deadline=None)
@given(seats=st.sampled_from(SPEC.seat_counts), seed=st.integers(0, MAX_SEED))
def test_tiles_leave_their_side_only_for_good(seats: int, seed: int) -> None:
    game = SPEC.new(seats=seats, seed=seed, options=FAR)
    then = None
    for state in at_random(game, "sides", seed):
        if then is not None and then.round == state.round:
            for who in range(seats):
                assert {*then.up[who]} <= {*state.up[who], *state.discard}
                assert {*then.down[who]} <= {*state.down[who], *state.discard, *state.lost[who]}
        then = state.copy()


@settings(max_examples=30, deadline=None)
@given(
    seed=st.integers(0, MAX_SEED),
    rituals=st.lists(
        st.sampled_from(RITUALS),
        min_size=7,
        max_size=7,
    ),
)
def test_any_table_of_rituals_can_be_played(seed: int, rituals: list[str]) -> None:
    game = SPEC.new(seats=5, seed=seed, options={**FAR, "world_rituals": rituals, "max_rounds": 3})
    examine(game, seed)


def test_everything_happens_sooner_or_later() -> None:
    """Play at random until every ask, event, tile, ritual and ending has occurred, and no other."""
    missing = everything()
    for seed in range(3000):
        seats = SPEC.seat_counts[seed % 3]
        game = SPEC.new(seats=seats, seed=seed, options=FAR if seed % 2 else None)
        for _ in at_random(game, "everything", seed):
            assert game.ask is not None
            assert game.ask.kind in ASKS
            missing.discard(f"ask {game.ask.kind}")
        missing -= happened(game)
        if not missing:
            break
    assert not missing


def everything() -> set[str]:
    return {
        *(f"ask {kind}" for kind in ASKS),
        *(f"event {kind}" for kind in SENTENCES),
        *(f"took {tile}" for tile in ("dagger", "portal", "shard", "mask")),
        *(f"drew {tile}" for tile in ("dagger", "portal", "shard", "mask")),
        *(f"ritual {name}" for name in RITUALS),
        *(f"end {reason}" for reason in ("moon", "shadows_eliminated", "hands_empty")),
        *(f"eclipse {way}" for way in ("left", "right")),
        *(f"portal {way} {hidden}" for way in ("forward", "back") for hidden in (False, True)),
        *(f"dagger {hidden}" for hidden in (False, True)),
        *(f"eliminated {role}" for role in ("shaman", "shadow")),
    }


def happened(game: Game) -> set[str]:
    told = {f"event {event.kind}" for event in game.events}
    for kind, facts, _ in game.events:
        told |= {
            "took": lambda f: {f"took {f['tile']}"},
            "saw": lambda f: {f"drew {f['tile']}"},
            "kept": lambda f: {f"drew {f['tile']}"},
            "ritual": lambda f: {f"ritual {f['ritual']}"},
            "round_over": lambda f: {f"end {f['reason']}"},
            "eclipse": lambda f: {f"eclipse {f['direction']}"},
            "portal": lambda f: {f"portal {f['way']} {f['face_down']}"},
            "dagger": lambda f: {f"dagger {f['face_down']}"},
            "eliminated": lambda f: {f"eliminated {f['role']}"},
        }.get(kind, lambda f: set())(facts)
    return told


@pytest.mark.parametrize("seats", SPEC.seat_counts)
def test_many_games_hold_to_the_invariants(seats: int) -> None:
    for seed in range(MANY_GAMES):
        game = SPEC.new(seats=seats, seed=seed, options=FAR if seed % 2 else None)
        examine(game, seed)
        invariants.check_story(game)
