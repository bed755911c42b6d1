"""Matches to look at, played by bots that think aloud and fail; and a server that shows them."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Thread

from msgspec import json

import engine
from engine import record
from engine.clock import Deadline
from engine.faults import BotFault, Spent
from engine.kernel import Json
from engine.players import Random
from engine.protocol.messages import Answer, encode
from engine.record import Record
from engine.rng import Rng
from engine.spec import GameSpec
from engine.transport import Reply, Transport
from viewer.server import Server


class Thinker(Random):
    """Decides at random, says why, says what it believes, and takes some time for it."""

    def start(self, message: Json) -> None:
        super().start(message)
        spec = engine.get(message["game"])
        self._factions = sorted(set(spec.roles.values()))
        self._seats, self._seat = message["seats"], message["seat"]
        self._mood = Rng.stream(message["seed"], "mood")
        self._weights = [[1.0] * len(self._factions) for _ in range(self._seats)]

    def send(self, line: bytes) -> None:
        super().send(line)
        self._asked = line

    def receive(self, deadline: Deadline) -> Reply:
        reply = super().receive(deadline)
        if b'"choice"' not in reply.line:
            return reply
        answer = json.decode(reply.line, type=Answer)
        answer.note = f"Answer {answer.id}: taking option {answer.choice}."
        answer.beliefs = self._believe()
        charged = (1 + self._mood.below(900)) / 1000
        return Reply(encode(answer), Spent(charged, charged, charged * 1.5))

    def _believe(self) -> list[dict[str, float] | None]:
        """Beliefs that wander, about everybody else."""
        for weights in self._weights:
            weights[self._mood.below(len(weights))] *= 1.25
        return [
            None
            if seat == self._seat
            else {
                faction: weight / sum(weights)
                for faction, weight in zip(self._factions, weights, strict=True)
            }
            for seat, weights in enumerate(self._weights)
        ]


class Clumsy(Random):
    """Chooses at random, but fails to answer its second and its fifth ask."""

    asks = 0

    def receive(self, deadline: Deadline) -> Reply:
        reply = super().receive(deadline)
        self.asks += b'"choice"' in reply.line
        if b'"choice"' in reply.line and self.asks in (2, 5):
            raise BotFault("illegal_choice", "expected a choice from 0 to 3", Spent(0.2, 0.2, 0.3))
        return reply


SHORT: dict[str, dict[str, Json]] = {
    "shamans": {"max_rounds": 2},
    "shadow_hunters": {"turn_cap": 25},
    "shamanix": {"max_plies": 100},
}
"""Options by which a match is over soon."""


def played(spec: GameSpec, players: Sequence[Transport], seed: int = 7, **options: Json) -> Record:
    """The record of these players' match, a short one."""
    terms = SHORT.get(spec.name, {}) | options
    game = spec.new(seats=len(players), seed=seed, options=terms)
    names = [f"{type(player).__name__.lower()} {seat}" for seat, player in enumerate(players)]
    return record.record(engine.play(game, players), names)


def lively(name: str, seats: int, seed: int = 7, **options: Json) -> Record:
    """A match with all a replay can show: notes, beliefs, times, faults."""
    players = [Thinker(), Clumsy(), *(Random() for _ in range(seats - 2))]
    return played(engine.get(name), players, seed, **options)


@contextmanager
def served(match: Record | None) -> Iterator[Server]:
    """A server that shows the match, at work in a thread."""
    with Server(match) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05})
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
