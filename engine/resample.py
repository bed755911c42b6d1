"""Other worlds: full games that one seat could not tell from the real one.

A game's own `redeal` rewrites what is hidden at the last turn boundary. The turn is then played
again in that world along everything the seat has heard and decided since. Where another seat
decided something, the same option is tried first and then whatever fits what was heard; a world in
which nothing fits is thrown away and another is dealt. Search bots think with these worlds, and
tests prove with them that no hidden byte reaches a seat: that is why nothing here compares the
seat's views or the options it was offered.
"""

from collections.abc import Iterator
from typing import NamedTuple

from engine.kernel import Game, Json, State
from engine.rng import Rng

WORLDS = 100
"""How many redeals are tried before the real world itself is given back."""

DEAD_ENDS = 60
"""How many dead ends the replay of a turn may run into before its world is given up."""


class Decision(NamedTuple):
    """One choice: by whom, about what, and the option chosen."""

    seat: int
    kind: str
    option: Json


class Walk:
    """One turn lived through in some world, from its boundary on."""

    def __init__(self, start: Game, path: list[int]) -> None:
        self.game = start
        self.decisions: list[Decision] = []
        for index in path:
            self.choose(index)

    def choose(self, index: int) -> None:
        ask = self.game.ask
        assert ask is not None
        self.decisions.append(Decision(ask.seat, ask.kind, ask.options[index]))
        self.game.choose(index)

    def heard(self, seat: int) -> list[tuple[str, dict[str, Json]]]:
        """What the seat was told; who else heard it is none of its business."""
        return [event[:2] for event in self.game.events if event.heard_by(seat)]

    def decided(self, seat: int) -> list[Decision]:
        return [decision for decision in self.decisions if decision.seat == seat]

    def asked(self, seat: int) -> str | None:
        """The kind of ask now before the seat, None when it is not its decision."""
        ask = self.game.ask
        return ask.kind if ask is not None and ask.seat == seat else None


def resample(game: Game, seat: int, rng: Rng) -> Game:
    """Another game that looks the same to the seat; a copy of the real one when none is found."""
    if game.outcome is not None:
        return game.copy(log=True)
    start, tail, _ = game.boundary()
    real = Walk(Game(game.spec, start), tail)
    for _ in range(WORLDS):
        start, _, _ = game.boundary()
        world = game.spec.redeal(start, game.state, seat, rng)
        twin = _follow(real, world, seat)
        if twin is not None:
            _inherit(twin, game)
            return twin
    return game.copy(log=True)


def _inherit(twin: Game, game: Game) -> None:
    """Give the twin what happened before the turn: the seat remembers it."""
    _, tail, events_before = game.boundary()
    twin.events[:0] = game.events[:events_before]
    twin.choices[:0] = game.choices[: len(game.choices) - len(tail)]


def _follow(real: Walk, world: State, seat: int) -> Game | None:
    """Live through the turn in that world so that the seat hears the same; None if it cannot be."""
    forks: list[tuple[list[int], Iterator[int]]] = []
    path: list[int] = []
    for _ in range(DEAD_ENDS):
        walk = Walk(Game(real.game.spec, world.copy()), path)
        while _fits(walk, real, seat):
            if _arrived(walk, real, seat):
                return walk.game
            forks.append((list(walk.game.choices), _answers(walk, real, seat)))
            index = next(forks[-1][1], None)
            if index is None:
                break
            walk.choose(index)
        untried = _untried(forks)
        if untried is None:
            return None
        path = untried
    return None


def _untried(forks: list[tuple[list[int], Iterator[int]]]) -> list[int] | None:
    """The way to the nearest answer not tried yet."""
    while forks:
        path, answers = forks[-1]
        index = next(answers, None)
        if index is not None:
            return [*path, index]
        forks.pop()
    return None


def _fits(walk: Walk, real: Walk, seat: int) -> bool:
    """Whether all the seat has heard in this world is how the real story begins."""
    heard = walk.heard(seat)
    return walk.game.outcome is None and heard == real.heard(seat)[: len(heard)]


def _arrived(walk: Walk, real: Walk, seat: int) -> bool:
    """Whether the seat is where it is in the real world."""
    return (
        walk.asked(seat) == real.asked(seat)
        and len(walk.decided(seat)) == len(real.decided(seat))
        and len(walk.heard(seat)) == len(real.heard(seat))
    )


def _answers(walk: Walk, real: Walk, seat: int) -> Iterator[int]:
    """The answers worth trying now: for the seat its own, for others first what they really did."""
    ask = walk.game.ask
    assert ask is not None
    done = sum(decision[:2] == (ask.seat, ask.kind) for decision in walk.decisions)
    made = [d.option for d in real.decisions if (d.seat, d.kind) == (ask.seat, ask.kind)]
    first = [ask.options.index(option) for option in made[done:][:1] if option in ask.options]
    yield from first
    if ask.seat != seat:
        yield from (index for index in range(len(ask.options)) if index not in first)
