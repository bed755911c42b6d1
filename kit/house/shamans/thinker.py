"""A player of Shamans that thinks: it suspects, imagines, plays on, and takes what turned out best.

1. It suspects. Everything the others do is weighed by how much likelier a Shadow does it than a
   Shaman (`suspicion.py`), which gives the probability of every deal of the roles. What that makes
   of each seat is reported as `beliefs`.
2. It imagines. A view does not tell what others hold, so it deals worlds that look like the view,
   with roles as likely as it believes them to be.
3. It plays on. In every world it tries each option, and plays the round to its end by rules of
   thumb for all seats (`instinct.py`), on the real rules. The world and all chance in it are the
   same for each option, so that only the options differ. When some worlds are done, the worse half
   of the options is dropped and the others get the rest.
4. It takes the option that gained it most points, less what the others gained on average.

Asks in the midst of something (Portals, gifts, the side of a tile) it answers by instinct. The work
is bounded by a number of rounds, not by time, so that a rerun thinks the same.
"""

from typing import Any

from engine.games.shamans import search
from engine.games.shamans.rounds import ENOUGH_SHARDS, PRIZES, SHARD_PRIZE, WINNERS
from engine.games.shamans.state import State
from engine.games.shamans.tables import KIND_OF, SHARD
from engine.kernel import Ask as Decision
from engine.kernel import Steps
from engine.rng import Rng
from kit.bot import Answer, Ask, Bot
from kit.house.shamans import instinct, suspicion
from kit.house.shamans.suspicion import Roles, Suspicion

ROUNDS = 24
"""How many rounds it imagines each time before it drops half of the options. Twice as many gained
little."""


class House(Bot):
    def __init__(self, start: dict[str, Any]) -> None:
        super().__init__(start)
        self.rng = Rng.stream(start["seed"], "imagination")
        self.suspicion = Suspicion(self.seats, self.seat)

    def choose(self, ask: Ask) -> Answer:
        self.suspicion.hear(ask["events"])
        deals = self.suspicion.deals(ask["view"])
        if ask["kind"] in search.RESUMABLE:
            choice = self.think(ask, deals)
        else:
            choice = self.act_by_instinct(ask, deals)
        return Answer(choice, beliefs=suspicion.beliefs(deals))

    def think(self, ask: Ask, deals: list[tuple[Roles, float]]) -> int:
        """Try the options in more and more worlds, fewer of them each time."""
        left = list(range(len(ask["options"])))
        gained = [0.0] * len(left)
        while len(left) > 1:
            for _ in range(max(1, ROUNDS // len(left))):
                world = self.imagine(ask, deals)
                for index in left:
                    gained[index] += self.try_out(world.copy(), ask["kind"], index)
            left.sort(key=lambda index: -gained[index])
            left = left[: len(left) // 2]
        return left[0]

    def imagine(self, ask: Ask, deals: list[tuple[Roles, float]]) -> State:
        """A world the seat may be in, with roles drawn as it believes in them."""
        roles, weights = zip(*deals, strict=True)
        drawn = self.random.choices(roles, weights)[0]
        return search.imagine(ask["view"], self.start["options"], self.rng, drawn)

    def try_out(self, world: State, kind: str, index: int) -> float:
        """What this option gains in this world when all go on by instinct."""
        steps = begin(search.resume(world, kind, self.seat), index)
        winner = WINNERS[search.play_round(world, steps, instinct.choose)]
        gains = [gain(world, seat, winner) for seat in range(self.seats)]
        mine = gains[self.seat]
        return mine - (sum(gains) - mine) / (self.seats - 1)

    def act_by_instinct(self, ask: Ask, deals: list[tuple[Roles, float]]) -> int:
        decision = Decision(self.seat, ask["kind"], ask["options"], ask["default"])
        return instinct.choose(self.imagine(ask, deals), decision)


def begin(steps: Steps, index: int) -> Steps:
    """The same rules with their first ask answered."""
    next(steps)
    try:
        ask = steps.send(index)
        while True:
            ask = steps.send((yield ask))
    except StopIteration:
        return


def gain(world: State, seat: int, winner: str) -> int:
    """The points of the round that ended in this world, so far as the seat lived to score them."""
    points = world.points[seat] - world.before[seat]
    if not world.alive[seat]:
        return points
    shards = sum(KIND_OF[tile] == SHARD for tile in world.up[seat] + world.down[seat])
    won = world.faces[world.held[seat]] == winner
    return points + won * PRIZES[winner] + (shards >= ENOUGH_SHARDS) * SHARD_PRIZE
