"""A player of Shadow Hunters by rules of thumb: it goes by the cards that lie open, and by wounds.

It never harms whom it knows to be of its own side, goes for known enemies first, and for strangers
by how badly they are hurt already. It heals itself when it can, and stays hidden: powers that show
who it is are kept for known enemies, and for when it is hurt badly.
"""

from typing import Any

from kit.bot import Ask, Bot

HARMFUL = ("attack", "damage", "strike", "counter", "again", "steal", "rob")
TELLING = ("strike", "counter")
"""What shows everybody who one is."""
USEFUL = ("draw", "take")
CURES = ("advent", "chocolate", "ritual")
"""Cards that heal those who show themselves."""
KNOWN_ENEMY = 20.0
"""How much better it is to harm a known enemy than a stranger: more than any wounds."""
HURT = 2
BADLY_HURT = 5
"""From how much damage on it heals itself, and shows itself for a cure."""
FACTIONS = {
    "hunter": ("emi", "franklin", "george"),
    "shadow": ("unknown", "vampire", "werewolf"),
}


class House(Bot):
    def choose(self, ask: Ask) -> int:
        if ask["kind"] in ("reveal", "vision_answer"):
            return int(ask["default"])
        options = ask["options"]
        return max(range(len(options)), key=lambda number: appeal(ask["view"], options[number]))


def appeal(view: Any, option: Any) -> float:
    """How much it would like to do that; to do nothing is worth nothing."""
    me, action = view["you"]["seat"], option.get("action", "attack")
    if action == "heal":
        own = option.get("target", me) == me
        return 15.0 if own and damage(view, me) >= HURT else -1.0
    if action == "reveal":
        return 1.0 if view["card"] in CURES and damage(view, me) >= BADLY_HURT else -1.0
    if view["card"] == "blessing" and "action" not in option:
        return -harm(view, option["target"])
    if action in USEFUL:
        return 1.0
    if action not in HARMFUL:
        return 0.0
    targets = option.get("targets") or [option.get("target", attacker(view))]
    liked = sum(harm(view, target) for target in targets if target is not None)
    return liked if liked >= KNOWN_ENEMY or action not in TELLING else -1.0


def attacker(view: Any) -> int | None:
    """Whom one strikes back at."""
    return view["attack"]["attacker"] if view["attack"] else None


def damage(view: Any, seat: int) -> int:
    return int(view["players"][seat]["damage"])


def harm(view: Any, seat: int) -> float:
    """How much it would like to harm that seat."""
    player, mine = view["players"][seat], view["you"]["faction"]
    if seat == view["you"]["seat"]:
        return -100.0
    if player["character"] is None:
        return 1.0 + player["damage"]
    sides = [side for side, members in FACTIONS.items() if player["character"] in members]
    if mine in sides:
        return -50.0
    return KNOWN_ENEMY + player["damage"] if sides else 0.5
