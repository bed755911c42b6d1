"""A player of Shamans by rules of thumb: the best for now, with no thought of who is who.

- Leading, a Shaman names the world of which most cards are still out, so that all can follow; a
  Shadow names the one of which fewest are, so that nobody can.
- Following, a Shaman plays the card that takes an artefact if it has one, else its highest. Who
  does not follow, a Shadow whenever it can, gives a card of the world of which fewest are out.
- Shards come first: two are worth as much as a round. Portals and Daggers are kept face down.
- A Shadow eliminates whoever has most cards left, since each is a step of the pawn; a Shaman
  eliminates whoever has strayed most, and keeps a hidden Dagger until somebody has strayed often.
- A Shadow spends Portals when they reach the Moon, a Shaman when the pawn is about to.
"""

from collections.abc import Callable
from typing import Any

from kit.bot import Ask, Bot

TILES = {
    "shaman": {"shard": 4, "dagger": 3, "portal": 2, "mask": 1, None: 2},
    "shadow": {"shard": 4, "portal": 3, "dagger": 3, "mask": 0, None: 2},
}
"""What a tile is worth to a role; one from the pile is not known."""
SUSPICIOUS = 2
"""A Shaman spends a hidden Dagger on somebody who has strayed so often."""


class House(Bot):
    def choose(self, ask: Ask) -> int:
        worth = WORTH.get(ask["kind"])
        if worth is None:
            return int(ask["default"])
        options = ask["options"]
        return max(range(len(options)), key=lambda number: worth(ask["view"], options[number]))


Worth = Callable[[Any, Any], float]
"""(view, option) -> how good it looks; of equals the first is taken."""


def is_shadow(view: Any) -> bool:
    return bool(view["you"]["role"] == "shadow")


def lead(view: Any, card: Any) -> float:
    """Most cards out there for a Shaman, fewest for a Shadow; then the lowest or the highest."""
    out = cards_out(view, card["world"])
    return -10 * out + card["value"] if is_shadow(view) else 10 * out - card["value"]


def cards_out(view: Any, world: str) -> int:
    """How many cards of a world others may still play."""
    laid = next(len(each["laid"]) for each in view["worlds"] if each["world"] == world)
    own = sum(card["world"] == world for card in view["you"]["hand"])
    return world_size(view) - laid - own


def world_size(view: Any) -> int:
    return 8 if len(view["players"]) == 5 else 6


def follow(view: Any, card: Any) -> float:
    follows = card["world"] == view["destination"]
    if is_shadow(view) == follows:
        return -100 - card["value"]
    if not follows:
        return -cards_out(view, card["world"])
    lowest = min(play["card"]["value"] for play in view["played"] if play["follows"])
    return 50 - card["value"] if card["value"] < lowest else card["value"]


def take(view: Any, option: Any) -> float:
    kind = option.get("tile")
    me = view["players"][view["you"]["seat"]]
    again = kind == "shard" and "shard" in [*me["face_up"], *view["you"]["face_down"]]
    return TILES[view["you"]["role"]][kind] + again


def keep(view: Any, option: Any) -> float:
    return option["keep"] == "face_down"


def stabilise(view: Any, option: Any) -> float:
    return (option["do"] == "take") == is_shadow(view)


def dagger(view: Any, option: Any) -> float:
    strays = [one["strays"] for one in view["players"] if one["alive"]]
    spends = is_shadow(view) or max(strays) >= SUSPICIOUS
    return (option["dagger"] == "spend") == spends


def eliminate(view: Any, option: Any) -> float:
    victim, known = view["players"][option["seat"]], view["you"]["roles"][option["seat"]]
    if is_shadow(view):
        return victim["hand"] - 100 * (known == "shadow")
    return victim["strays"] + 100 * (known == "shadow") - 100 * (known == "shaman")


def portal(view: Any, option: Any) -> float:
    me = view["players"][view["you"]["seat"]]
    portals = [*me["face_up"], *view["you"]["face_down"]].count("portal")
    reached = is_shadow(view) and view["distance"] <= portals
    return (option["portal"] == "forward") if reached else (option["portal"] == "keep")


def portal_moon(view: Any, option: Any) -> float:
    return option["portal"] == ("forward" if is_shadow(view) else "back")


WORTH: dict[str, Worth] = {
    "lead": lead,
    "follow": follow,
    "take": take,
    "keep": keep,
    "stabilise": stabilise,
    "dagger": dagger,
    "eliminate": eliminate,
    "permute": lambda view, option: -view["players"][option["seat"]]["strays"],
    "portal": portal,
    "portal_target": portal,
    "portal_moon": portal_moon,
}
"""By the kind of ask: what to look for. Other asks are left to the default."""
