"""A player of Shamanix that fears the answer: of its better actions it takes the one after which
the worst reply is least bad.

What looks good is in `position.py`, how it looks ahead in `lookahead.py`.
"""

from engine.games.shamanix import search
from kit.bot import Ask, Bot
from kit.house.shamanix import lookahead

FOLLOWED = (10,)
"""How many of its own actions it follows up."""


class House(Bot):
    def choose(self, ask: Ask) -> int:
        state = search.from_view(ask["view"])
        code = lookahead.choose(state, FOLLOWED, self.random)
        return int(ask["options"].index(search.option_of(code)))
