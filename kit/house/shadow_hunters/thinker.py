"""A player of Shadow Hunters that thinks: it reads what the others do.

1. It rules out who a hidden player cannot be, as `sleuth` does.
2. It remembers who harmed and who healed whom, and how Visions came out that others read; each of
   them makes some deals of the characters likelier than others (`behaviour.py`).
3. It weighs all deals by that (`deals.py`). What comes out is reported as `beliefs`.
4. What it does with that is in `tactics.py`.
"""

from typing import Any

from kit.bot import Ask
from kit.house.shadow_hunters.behaviour import Memory
from kit.house.shadow_hunters.deals import Odds, known_faces, rule_out, weigh
from kit.house.shadow_hunters.tactics import Tactician


class House(Tactician):
    def __init__(self, start: dict[str, Any]) -> None:
        super().__init__(start)
        self.memory = Memory(self.seats, self.seat)

    def odds(self, ask: Ask) -> Odds:
        self.memory.hear(ask["events"])
        fits = known_faces(ask["view"])
        rule_out(fits, ask["view"])
        self.memory.weigh_answers(fits)
        return weigh(fits, self.memory.grudges)
