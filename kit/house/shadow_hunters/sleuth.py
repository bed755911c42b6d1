"""A player of Shadow Hunters that deduces: it strikes when it has good reason, and not before.

It rules out who a hidden player cannot be, by what everybody has seen (who outlives more damage
than a character can take is not that character) and by how its own Visions were answered, and
counts the deals that are left. It leaves those alone who may well be of its own side. What it does
otherwise is in `tactics.py`.
"""

from kit.bot import Ask
from kit.house.shadow_hunters.deals import Odds, known_faces, rule_out, weigh
from kit.house.shadow_hunters.tactics import Tactician


class House(Tactician):
    def odds(self, ask: Ask) -> Odds:
        fits = known_faces(ask["view"])
        rule_out(fits, ask["view"])
        return weigh(fits)
