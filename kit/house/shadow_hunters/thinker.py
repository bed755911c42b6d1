"""A player of Shadow Hunters that thinks: it strikes when it has good reason, and not before.

1. It rules out who a hidden player cannot be: by what everybody has seen (who outlives more damage
   than a character can take is not that character), and by how its own Visions were answered.
2. It counts the deals of the characters that are left (`deals.py`), which tells how likely each
   seat is which character. That is reported as `beliefs`.
3. It does harm where it is likely done to enemies, good where it is done to friends, and leaves
   alone whoever may well be either (`tactics.py`).

Whom others attack it does not weigh: that made its beliefs a little better, its play no stronger.
"""

from kit.bot import Answer, Ask, Bot
from kit.house.shadow_hunters.deals import beliefs, odds_of, possible_faces
from kit.house.shadow_hunters.tactics import Table, best_option


class House(Bot):
    def choose(self, ask: Ask) -> Answer:
        view = ask["view"]
        odds = odds_of(possible_faces(view))
        return Answer(best_option(Table(view, odds), ask), beliefs=beliefs(odds))
