"""House bots at one table, in this process: blocks of seeded matches, and what came of them."""

import json
from collections.abc import Mapping
from importlib import import_module

import engine
from engine.kernel import Json
from engine.players import Player
from engine.referee import Report
from kit import house_bots
from kit.bot import Ask, Bot, encode


class Seated(Player):
    """A house bot as a player: it reads and writes the same lines as in a box."""

    def __init__(self, bot_class: type[Bot]) -> None:
        self.bot_class = bot_class
        self.asks: list[Ask] = []
        self.answers: list[str] = []

    def start(self, message: Json) -> None:
        self.bot = self.bot_class(message)

    def send(self, line: bytes) -> None:
        message = json.loads(line)
        if message["type"] != "ask":
            super().send(line)
            return
        self.asks.append(message)
        self.answers.append(encode(message["id"], self.bot.choose(message)))
        self._reply = self.answers[-1].encode()


def house(game: str, name: str) -> type[Bot]:
    """The class of a house bot."""
    bot_class: type[Bot] = import_module(house_bots.module(game, name)).House
    return bot_class


def match(
    game: str, names: list[str], seed: int, options: Mapping[str, Json] | None = None
) -> tuple[Report, list[Seated]]:
    """One match of these house bots, and what each was asked and answered."""
    seats = [Seated(house(game, name)) for name in names]
    table = engine.get(game).new(seats=len(names), seed=seed, options=options)
    return engine.play(table, seats), seats


def lead(
    game: str,
    stronger: str,
    weaker: str,
    *,
    seats: int,
    seed: int,
    options: Mapping[str, Json] | None = None,
) -> float:
    """By how many points a seat the stronger is ahead after a block of two matches from one seed.

    The two sit in turns round the table, and change places for the second match: each has every
    hand and every role once.
    """
    ahead = 0.0
    for turn in range(2):
        names = [(stronger, weaker)[(seat + turn) % 2] for seat in range(seats)]
        report, _ = match(game, names, seed, options)
        assert report.faults == [], f"{names} in a match from seed {seed}"
        points = zip(names, report.outcome.points, strict=True)
        ahead += sum(gained if name == stronger else -gained for name, gained in points)
    return ahead / seats
