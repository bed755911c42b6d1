"""A player of Shamanix that looks further ahead than `careful`.

With two seats it looks at its own action, the reply, and its own next action; it follows the best
few of each. With four it pays to look at more of its own actions instead: to expect that all three
others are out for its own shaman makes it timid, and the deeper it looks the more so.

What looks good is in `position.py`, how it looks ahead in `lookahead.py`.
"""

from engine.games.shamanix import search
from kit.bot import Ask, Bot
from kit.house.shamanix import lookahead

FOLLOWED = {2: (6, 3), 4: (16,)}
"""By the number of seats: how many actions it follows up at each depth."""


class House(Bot):
    def choose(self, ask: Ask) -> int:
        state = search.from_view(ask["view"])
        code = lookahead.choose(state, FOLLOWED[self.seats], self.random)
        return int(ask["options"].index(search.option_of(code)))
