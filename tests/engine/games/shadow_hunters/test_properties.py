"""What holds at every decision of every game."""

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Game
from engine.games.shadow_hunters.cards import CARDS, DECKS, cards_in, deck
from engine.games.shadow_hunters.characters import FACTION, HIT_POINTS
from engine.games.shadow_hunters.state import NOBODY, PENDING, State
from tests.engine.games.shadow_hunters.play import new, odd_options, play

SEEDS = st.integers(0, 2**53 - 1)


def every_card_is_somewhere(state: State) -> None:
    """Each deck is whole: its pile, its discards, equipment, the Angel, a Vision in hand."""
    out = [card for gear in state.gear for card in cards_in(gear)]
    out += [] if state.angel == NOBODY else [7]
    out += [vision.card for vision in state.visions if vision.answer == PENDING]
    for which in range(len(DECKS)):
        lying = [*state.piles[which], *state.discards[which]]
        assert sorted(lying + [card for card in out if CARDS[card].deck == which]) == list(
            deck(which)
        )


def the_living_are_alive_and_the_dead_are_gone(state: State) -> None:
    for seat, character in enumerate(state.characters):
        assert 0 <= state.damage[seat] <= HIT_POINTS[character]
        assert (seat in state.living) == (state.damage[seat] < HIT_POINTS[character])
        assert (seat in state.living) != (seat in state.dead)
        if seat in state.dead:
            assert state.revealed[seat]
            assert state.at[seat] == -1
            assert state.angel != seat


def both_sides_live_unless_the_game_is_over(state: State) -> None:
    if all(state.gear[seat] == 0 for seat in state.dead):
        alive = {FACTION[state.characters[seat]] for seat in state.living}
        assert alive >= {"hunter", "shadow"}


def evidence_is_true(state: State) -> None:
    for seat, character in enumerate(state.characters):
        assert not state.ruled_out[seat] >> character & 1


def the_ask_is_sound(game: Game) -> None:
    ask = game.ask
    assert ask is not None
    assert ask.seat in game.state.living
    assert len(ask.options) > 1
    assert 0 <= ask.default < len(ask.options)
    written = [json.dumps(option) for option in ask.options]
    assert len(set(written)) == len(written)
    assert [json.loads(option) for option in written] == list(ask.options)


def examine(game: Game) -> None:
    every_card_is_somewhere(game.state)
    the_living_are_alive_and_the_dead_are_gone(game.state)
    both_sides_live_unless_the_game_is_over(game.state)
    evidence_is_true(game.state)
    the_ask_is_sound(game)


@settings(max_examples=12, deadline=None)
@given(seats=st.integers(4, 8), seed=SEEDS)
def test_every_position_is_sound(seats: int, seed: int) -> None:
    game = play(new(seats, seed, **odd_options(seats, seed)), seed, examine)
    outcome = game.outcome
    assert outcome is not None
    assert set(outcome.points) <= {0.0, 1.0}
    losers_place = 1 + sum(map(int, outcome.points))
    for place, won in zip(outcome.placements, outcome.points, strict=True):
        assert place == (1 if won or losers_place == 1 else losers_place)


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(4, 8), seed=SEEDS)
def test_one_seats_choices_do_not_shift_anothers_luck(seats: int, seed: int) -> None:
    """Between two decisions only the dice of those who rolled have moved on."""
    game = new(seats, seed)
    dice, told = [None] * seats, 0

    def watch(position: Game) -> None:
        nonlocal dice, told
        now = [one.state for one in position.state.dice]
        rolled = {event.facts["seat"] for event in position.events[told:] if event.kind == "roll"}
        if told:
            assert {seat for seat in range(seats) if now[seat] != dice[seat]} == rolled
        dice, told = now, len(position.events)

    play(game, seed, watch)


@settings(max_examples=10, deadline=None)
@given(seats=st.integers(4, 8), seed=SEEDS)
def test_declining_everything_runs_into_the_turn_cap(seats: int, seed: int) -> None:
    game = new(seats, seed, turn_cap=60)
    while game.ask is not None:
        game.choose(game.ask.default)
    assert game.outcome is not None
    assert game.outcome.reason == "turn_cap"
    assert game.state.turn == 60
