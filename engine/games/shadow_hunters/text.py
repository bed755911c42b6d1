"""Shadow Hunters in plain English for a terminal: the table, what happened, what can be chosen."""

from collections.abc import Callable

from engine.games.shadow_hunters import glossary
from engine.games.shadow_hunters.board import LOCATION_NAMES, LOCATIONS
from engine.games.shadow_hunters.cards import CARDS
from engine.games.shadow_hunters.characters import CHARACTERS, NEUTRAL
from engine.kernel import Event, Json

PLACE = dict(zip(LOCATIONS, LOCATION_NAMES, strict=True))
CARD = {card.slug: card.name for card in CARDS}
CHARACTER = {character.slug: character.name for character in CHARACTERS}
SOURCE = {
    **CARD,
    "attack": "an attack",
    "bite": "the Vampire's bite",
    "bloody_feast": "the Bloody Feast",
    "demolish": "Demolish",
    "lightning": "Lightning",
    "mothers_love": "Mother's Love",
    "vision": "a Vision",
    "woods": "the Weird Woods",
}
ENDING = {
    "hunters": "the Shadows are all dead",
    "shadows": "the Hunters are all dead, or three Neutrals",
    "bob": "Bob is rich",
    "charles": "Charles has had his feast",
    "daniel": "Daniel died first",
    "turn_cap": "the turns are used up",
}


def _list(words: list[str], none: str = "nothing") -> str:
    """Words as a sentence lists them."""
    if len(words) < 2:
        return "".join(words) or none
    return f"{', '.join(words[:-1])} and {words[-1]}"


def _seats(seats: list[int], none: str = "nobody") -> str:
    return _list([f"seat {seat}" for seat in seats], none)


ATTACK = {"normal": "attacks", "repeat": "attacks again", "counter": "strikes back at"}

# What happened, by event kind; `f` holds the event's facts.

SENTENCES: dict[str, Callable[[Json], str]] = {
    "turn_start": lambda f: f"Turn {f['turn']}: seat {f['seat']}.",
    "extra_turn": lambda f: f"Seat {f['seat']} takes another turn.",
    "reveal": lambda f: f"Seat {f['seat']} is {CHARACTER[f['character']]}!",
    "roll": lambda f: f"Seat {f['seat']} rolls {_dice(f)} {_purpose(f['purpose'])}.",
    "move": lambda f: f"Seat {f['seat']} goes to the {PLACE[f['location']]}.",
    "draw": lambda f: f"Seat {f['seat']} draws {_explained(f['card'])}.",
    "draw_vision": lambda f: f"Seat {f['seat']} draws a Vision.",
    "vision_drawn": lambda f: f"It is {_explained(f['card'])}.",
    "vision_given": lambda f: f"Seat {f['giver']} gives the Vision to seat {f['receiver']}.",
    "vision_read": lambda f: f"Seat {f['receiver']} reads {CARD[f['card']]}.",
    "vision_outcome": lambda f: f"Seat {f['receiver']} {_outcome(f)}.",
    "character_shown": lambda f: f"Seat {f['seat']} shows: {CHARACTER[f['character']]}.",
    "card_target": lambda f: f"Seat {f['seat']} chooses seat {f['target']}.",
    "no_effect": lambda f: f"{CARD[f['card']]} has no effect.",
    "power": lambda f: f"Seat {f['seat']} uses {SOURCE[f['power']]} on seat {f['target']}.",
    "damage": lambda f: f"Seat {f['seat']} takes {f['amount']} from {SOURCE[f['source']]}.",
    "heal": lambda f: f"Seat {f['seat']} heals {f['amount']} by {SOURCE[f['source']]}.",
    "set_damage": lambda f: f"The damage of seat {f['seat']} is now {f['damage']}.",
    "equip": lambda f: f"Seat {f['seat']} keeps {CARD[f['equipment']]}.",
    "hand_over": lambda f: (
        f"{CARD[f['equipment']]} goes from seat {f['giver']} to seat {f['taker']}."
    ),
    "lose": lambda f: f"{CARD[f['equipment']]} of seat {f['seat']} is discarded.",
    "attack": lambda f: f"Seat {f['attacker']} {ATTACK[f['mode']]} {_seats(f['targets'])}.",
    "death": lambda f: f"Seat {f['seat']}, {CHARACTER[f['character']]}, dies{_by(f['killer'])}.",
    "angel_gone": lambda f: f"The Guardian Angel leaves seat {f['seat']}.",
    "reshuffle": lambda f: f"The {f['deck']} discards are shuffled into a new pile.",
    "game_end": lambda f: f"The game is over: {_reasons(f)}. {_winners(f)}",
}


def sentence(event: Event) -> str:
    """An event as a plain sentence."""
    return SENTENCES[event.kind](event.facts)


MOMENTS = {"reveal": ("reveal",), "death": ("death",), "game_end": ("win",)}


def moments(event: Event) -> tuple[str, ...]:
    """What makes an event a big one."""
    return MOMENTS.get(event.kind, ())


def _explained(card: str) -> str:
    return f"{CARD[card]} ({glossary.CARDS[card]})"


def _dice(facts: Json) -> str:
    return " and ".join(str(facts[die]) for die in ("d6", "d4") if die in facts)


def _purpose(purpose: str) -> str:
    return "to move" if purpose == "move" else f"for {SOURCE[purpose]}"


def _outcome(facts: Json) -> str:
    return {
        "nothing": "says that nothing happens",
        "heal": "heals 1",
        "damage": f"must take {facts['amount']}",
        "give": "hands over equipment",
        "show": "shows a character in secret",
    }[str(facts["outcome"])]


def _by(killer: int | None) -> str:
    return "" if killer is None else f" by the hand of seat {killer}"


def _reasons(facts: Json) -> str:
    return _list([ENDING[reason] for reason in facts["reason"].split("+")])


def _winners(facts: Json) -> str:
    names = [f"seat {seat} ({CHARACTER[facts['characters'][seat]]})" for seat in facts["winners"]]
    winners = _list(names, "nobody")
    return f"{winners[0].upper()}{winners[1:]} won."


# What can be chosen, by ask kind; `o` is the option.

YES_OR_NO: dict[str, dict[str, str]] = {
    "reveal": {"stay": "stay hidden", "reveal": "reveal yourself"},
    "card_reveal": {"stay": "say that nothing happens", "reveal": "reveal yourself and heal"},
    "lance_reveal": {"stay": "stay hidden", "reveal": "reveal yourself, and the Spear adds 2"},
    "vampire_reveal": {"stay": "stay hidden", "reveal": "reveal yourself, and heal 2"},
    "allie_heal": {"wait": "keep Mother's Love", "heal": "use Mother's Love: heal everything"},
    "counter": {"wait": "let it be", "counter": "strike back"},
    "charles_again": {"stop": "stop", "again": "take 2 and attack again"},
}

ACTIONS: dict[str, Callable[[Json], str]] = {
    "wait": lambda o: "keep the power",
    "strike": lambda o: f"strike seat {o['target']}",
    "roll": lambda o: "roll the dice",
    "teleport": lambda o: f"teleport to the {PLACE[o['location']]}",
    "skip": lambda o: "leave it",
    "draw": lambda o: f"draw a {o['deck']} card",
    "steal": lambda o: f"take {CARD[o['equipment']]} from seat {o['target']}",
    "heal": lambda o: f"heal seat {o['target']} by 1" if "target" in o else "heal 1",
    "damage": lambda o: f"{o['amount']} damage to seat {o['target']}",
    "rob": lambda o: f"take {CARD[o['equipment']]} from seat {o['target']} instead",
    "take": lambda o: f"take {CARD[o['equipment']]} from the body of seat {o['target']}",
    "leave": lambda o: f"take nothing from the body of seat {o['target']}",
    "pass": lambda o: "attack nobody",
    "attack": lambda o: f"attack {_seats(o['targets'])}",
    "nothing": lambda o: "say that nothing happens",
    "give": lambda o: f"hand over {CARD[o['equipment']]}",
    "show": lambda o: "show your character",
}

PLAIN: dict[str, Callable[[Json], str]] = {
    "compass_pick": lambda o: f"{o['total']}: {PLACE.get(o['location'], 'anywhere')}",
    "choose_location": lambda o: PLACE[o["location"]],
    "quick_start_place": lambda o: PLACE[o["location"]],
    "vision_give": lambda o: f"give it to seat {o['target']}",
    "card_target": lambda o: f"seat {o['target']}",
    "steal": lambda o: f"{CARD[o['equipment']]} of seat {o['target']}",
    "banana_give": lambda o: f"give {CARD[o['equipment']]} to seat {o['target']}",
}


def label(kind: str, option: Json) -> str:
    """An option in words."""
    if kind in YES_OR_NO:
        return YES_OR_NO[kind][option["action"]]
    if kind in PLAIN:
        return PLAIN[kind](option)
    if kind == "vision_answer" and option["action"] == "damage":
        return f"take {option['amount']} damage"
    if kind == "location_use" and option["action"] == "damage":
        return f"2 damage to seat {option['target']}"
    return ACTIONS[option["action"]](option)


# The table


def draw(view: Json) -> str:
    """A view as text for a terminal."""
    lines = [_heading(view), "", *_territories(view), "", *_players(view), "", _decks(view)]
    if view["you"]:
        lines += ["", *_yourself(view["you"])]
    return "\n".join(lines)


def _heading(view: Json) -> str:
    turn = "Quick start" if view["quick_start"] else f"Turn {view['turn']}"
    factions = _list([_count(*faction) for faction in view["factions"].items() if faction[1]])
    return f"{turn}, seat {view['active']} to play; at the table: {factions}"


def _count(faction: str, count: int) -> str:
    return f"{count} {faction}" if count == 1 else f"{count} {faction}s"


def _territories(view: Json) -> list[str]:
    """The ring, a territory to a line, with who stands where."""
    spots = [_spot(view, location) for location in view["board"]]
    return [f"{left:<36}| {right}" for left, right in zip(spots[::2], spots[1::2], strict=True)]


def _spot(view: Json, location: str) -> str:
    here = [str(one["seat"]) for one in view["players"] if one["location"] == location]
    return f"{PLACE[location]}: {' '.join(here) or '-'}"


def _players(view: Json) -> list[str]:
    return [_player(one, view["you"]) for one in view["players"]]


def _player(one: Json, you: Json) -> str:
    mark = ">" if you and one["seat"] == you["seat"] else " "
    name = CHARACTER.get(one["character"], "?") + ("" if one["revealed"] else " (hidden)")
    state = f"damage {one['damage']:>2}" if one["alive"] else "dead"
    gear = [CARD[card] for card in one["equipment"]] + ["Guardian Angel"] * one["angel"]
    return f"{mark} seat {one['seat']}  {name:<19} {state:<9}  {_list(gear, '')}".rstrip()


def _decks(view: Json) -> str:
    return "Piles: " + ", ".join(f"{name} {deck['pile']}" for name, deck in view["decks"].items())


def _yourself(you: Json) -> list[str]:
    name, faction = CHARACTER[you["character"]], you["faction"]
    lines = [
        f"You are {name}, a {faction} with {you['hit_points']} hit points.",
        f"You win when {_aim(you)}.",
        f"Your power: {glossary.POWERS[you['character']]}.",
    ]
    return lines + [f"  {_vision(vision)}" for vision in you["visions"]]


def _aim(you: Json) -> str:
    own = you["character"] if you["faction"] == NEUTRAL else you["faction"]
    return glossary.AIMS[own]


def _vision(vision: Json) -> str:
    receiver = vision["receiver"]
    to = "" if receiver is None else f" to seat {receiver}"
    card = _explained(vision["card"])
    return f"{card} from seat {vision['giver']}{to}: {vision['outcome']}"
