"""A weak player of Shamanix: it goes after the other shamans and never thinks of its own.

It takes the action after which its totems are closest upon them and they have least room, by the
parts of `position.py` that are about others; it looks no further.
"""

from engine.games.shamanix import search
from kit.bot import Ask, Bot
from kit.house.shamanix.position import pressure


class House(Bot):
    def choose(self, ask: Ask) -> int:
        state = search.from_view(ask["view"])
        pressures = []
        for code in search.actions(state):
            after = state.copy()
            search.apply(after, code)
            pressures.append(pressure(after, self.seat))
        best = max(pressures)
        return self.random.choice([i for i, each in enumerate(pressures) if each == best])
