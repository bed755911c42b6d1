"""Positions laid out by hand, and short ways to ask the rules about them."""

from collections.abc import Mapping
from typing import Any

import engine
from engine.games.shamanix.board import cell
from engine.games.shamanix.rules import turn
from engine.games.shamanix.state import SIDES, State, setup
from engine.kernel import Ask, Event, Game, Json, Outcome
from engine.rng import Rng
from tests.engine.helpers import drive

At = tuple[int, int]
SPEC = engine.get("shamanix")


def side(
    shaman: At,
    totems: Mapping[At, int] | None = None,
    *,
    hand: int | None = None,
    stored: bool | None = None,
) -> dict[str, Any]:
    """One player's pieces. Unless said otherwise the fifth totem is stored, the rest in hand."""
    totems = totems or {}
    stored = len(totems) < 5 if stored is None else stored
    hand = 5 - len(totems) - stored if hand is None else hand
    return {"shaman": shaman, "totems": totems, "hand": hand, "stored": stored}


def lay(mover: str = "east", *, ply: int = 0, options: Json = None, **sides: Any) -> State:
    """A position at the start of a turn: two seats, or four when a south or north side is given."""
    seats = 4 if {"south", "north"} & set(sides) else 2
    state = setup(seats, 0, SPEC.complete_options(seats, options))
    for seat, name in enumerate(SIDES[seats]):
        if name in sides:
            _seat(state, seat, **sides[name])
    state.mover, state.ply = SIDES[seats].index(mover), ply
    state.seen = {state.position(): 1}
    return state


def _seat(
    state: State, seat: int, shaman: At, totems: Mapping[At, int], hand: int, stored: bool
) -> None:
    state.shamans[seat] = cell(*shaman)
    for at, symbol in totems.items():
        state.put(seat, cell(*at), symbol)
    state.hands[seat], state.stored[seat] = hand, int(stored)


def options(state: State) -> list[Json]:
    """All that the player to move may do, in the order of the ask."""
    return list(next(turn(state.copy())).options)


def shaman_targets(state: State) -> set[At]:
    return {tuple(o["to"]) for o in options(state) if o["do"] == "shaman"}


def placements(state: State) -> set[At]:
    return {tuple(o["cell"]) for o in options(state) if o["do"] == "place"}


def totem_targets(state: State, origin: At) -> set[At]:
    moves = [o for o in options(state) if o["do"] == "totem"]
    return {tuple(o["to"]) for o in moves if tuple(o["from"]) == origin}


def place(cell: At, symbol: int = 2) -> Json:
    return {"do": "place", "cell": list(cell), "symbol": symbol}


def step(to: At) -> Json:
    return {"do": "shaman", "to": list(to)}


def totem(origin: At, to: At, symbol: int = 2) -> Json:
    return {"do": "totem", "from": list(origin), "to": list(to), "symbol": symbol}


def take_turn(state: State, *answers: Json) -> list[Event]:
    """One turn with this answer, none for a blocked player: what was told. The game goes on."""
    state.log = []
    _, outcome = drive(turn(state), *answers)
    assert outcome is None
    return state.log


def last_turn(state: State, *answers: Json) -> Outcome:
    """One turn that ends the game: how it ended."""
    state.log = []
    _, outcome = drive(turn(state), *answers)
    assert outcome is not None
    return outcome


def asked(game: Game) -> Ask:
    """What is asked in a game that goes on."""
    assert game.ask is not None
    return game.ask


def ended(game: Game) -> Outcome:
    """How a game that is over ended."""
    assert game.outcome is not None
    return game.outcome


def choose(game: Game, option: Json) -> None:
    """Answer with the option itself."""
    game.choose(list(asked(game).options).index(option))


def random_game(seats: int, seed: int, **given: Json) -> Game:
    """A game played at random to its end."""
    game = SPEC.new(seats=seats, seed=seed, options=given)
    rng = Rng.stream(seed, "a game at random")
    while game.ask is not None:
        game.choose(rng.below(len(game.ask.options)))
    return game
