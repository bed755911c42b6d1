"""What one decision costs, beside other game engines, and positions of Shamanix beside chess.

The games differ, and so does the work behind a decision; each row says which game it is. Every
seat chooses at random among all its legal options.
"""

import random
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, cycle, islice
from typing import Any, cast

import chess
import pyspiel
import rlcard
from open_spiel.python.games import kuhn_poker  # noqa: F401  (importing it registers the game)

import engine
from benchmarks.harness import Batch, Cases, race
from engine.games.shamanix.actions import options_of
from engine.games.shamanix.moves import legal_moves, survey
from engine.games.shamanix.state import State

TABLES = (("shamans", 3), ("shamans", 5), ("shadow_hunters", 6), ("shamanix", 2))
POSITIONS = 50
HEARTS_DECISIONS = 4 * 3 + 52
"""Each seat passes three cards, then all are played."""

MIDDLEGAME = "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"


@race("one random decision", floor="OpenSpiel hearts, a loop in C++")
def decisions() -> Iterator[Cases]:
    """Ours are driven from Python, one ask and one choice at a time."""
    yield {
        "OpenSpiel hearts, a loop in C++": hearts(),
        "OpenSpiel Kuhn poker, rules in Python": partial(next, spiel("python_kuhn_poker")),
        "RLCard UNO": partial(next, rlcard_steps("uno", lambda game: game.get_legal_actions())),
        "RLCard gin rummy": partial(
            next, rlcard_steps("gin-rummy", lambda game: game.judge.get_legal_actions())
        ),
        **{
            f"{engine.get(name).title}, {seats} seats": partial(next, ours(name, seats))
            for name, seats in TABLES
        },
    }


@race("all legal actions of a position", floor="python-chess, middlegame moves")
def positions() -> Iterator[Cases]:
    """A chess position has about 40 moves, one of Shamanix about 110 actions."""
    board = chess.Board(MIDDLEGAME)
    yield {
        "python-chess, middlegame moves": lambda: list(board.legal_moves),
        "Shamanix, 2 seats, option objects": partial(next, shamanix(2)),
        "Shamanix, 4 seats, option objects": partial(next, shamanix(4)),
    }


def hearts() -> Batch:
    """Whole random games after one deal, without Python in between."""
    dealt = pyspiel.load_game("hearts").new_initial_state()
    while dealt.is_chance_node():
        dealt.apply_action(dealt.legal_actions()[0])
    bots = [pyspiel.make_uniform_random_bot(seat, 1) for seat in range(4)]
    return Batch(lambda: pyspiel.evaluate_bots(dealt.clone(), bots, 1), HEARTS_DECISIONS)


def spiel(name: str) -> Iterator[None]:
    """OpenSpiel from Python: the deal is drawn for it and not counted."""
    game = pyspiel.load_game(name)
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(random.choice(state.chance_outcomes())[0])
                continue
            state.apply_action(random.choice(state.legal_actions()))
            yield


def rlcard_steps(name: str, legal: Callable[[Any], Any]) -> Iterator[None]:
    """RLCard's rules alone, without the features it extracts for learners."""
    game = rlcard.make(name).game
    while True:
        game.init_game()
        while not game.is_over():
            game.step(random.choice(legal(game)))
            yield


def ours(name: str, seats: int) -> Iterator[None]:
    """Games of consecutive seeds, dealing and telling events included."""
    spec = engine.get(name)
    for seed in count():
        game = spec.new(seats=seats, seed=seed)
        while game.ask is not None:
            game.choose(int(random.random() * len(game.ask.options)))
            yield


def shamanix(seats: int) -> Iterator[None]:
    """Every legal action, as option objects, of the same positions in every run."""
    random.seed(seats)
    states = list(islice(shamanix_positions(seats), POSITIONS))
    for state in cycle(states):
        options_of(legal_moves(state, survey(state)))
        yield


def shamanix_positions(seats: int) -> Iterator[State]:
    """One position of every hundred in random games."""
    spec = engine.get("shamanix")
    for seed in count():
        game = spec.new(seats=seats, seed=seed)
        while game.ask is not None:
            if len(game.choices) % 100 == 30:
                yield cast(State, game.state).copy()
            game.choose(int(random.random() * len(game.ask.options)))
