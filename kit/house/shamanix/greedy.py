"""A player of Shamanix that looks one action ahead: it takes the one that looks best afterwards.

What looks good is in `position.py`. It does not see what the others can do about it.
"""

from engine.games.shamanix import search
from kit.bot import Ask, Bot
from kit.house.shamanix.position import value


class House(Bot):
    def choose(self, ask: Ask) -> int:
        state = search.from_view(ask["view"])
        worth = []
        for code in search.actions(state):
            after = state.copy()
            outcome = search.apply(after, code)
            worth.append(value(after, outcome, self.seat))
        best = max(worth)
        return self.random.choice([index for index, each in enumerate(worth) if each == best])
