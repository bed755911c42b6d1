"""What to do in Shadow Hunters once it is settled how likely every seat is which character.

From the odds comes a wish for each seat, from 1 (may it die) to -1 (may it live), by what each
character wants of each other. Harm done to a seat is worth the wish times the share of its
remaining life that is taken, so a blow that kills an enemy is worth most. Every option of every ask
is worth the harm and the good it does, and the best is taken; declining is worth nothing.
"""

from collections.abc import Callable, Sequence
from math import log
from typing import Any

from engine.games.shadow_hunters.cards import CARDS
from engine.games.shadow_hunters.characters import CHARACTERS, HIT_POINTS, SLUG
from kit.bot import Ask
from kit.house.shadow_hunters.deals import NUMBERS, Odds

# What each wishes for the others, and for itself: how much it wants them dead

WISHES: dict[str, dict[str, float]] = {
    "hunter": {"hunter": -1.0, "shadow": 1.0, "neutral": -0.1},
    "shadow": {"hunter": 1.0, "shadow": -1.0, "neutral": 0.15},
    "allie": {"hunter": 0.05, "shadow": 0.05, "neutral": 0.0},
    "bob": {"hunter": 0.15, "shadow": 0.15, "neutral": 0.15},
    "charles": {"hunter": 0.6, "shadow": 0.6, "neutral": 0.6},
    "daniel": {"hunter": -0.2, "shadow": 0.6, "neutral": -0.1},
}
"""By the own faction, or as a Neutral by the own character: by the faction of the other."""
CONVICTION = 0.3
"""A wish for a death or a life below this is not acted on: strangers are left alone at first."""
OWN_LIFE = -1.2
"""What a player wishes for itself."""
MARTYR = 0.6
"""What Daniel does, as long as nobody has died: he wins if he is the first."""

# What things are worth, on the scale on which the death of an enemy is worth 1

BLOW = 1.7
"""What an attack does on average without any equipment, misses included."""
MASAMUNE_BLOW = 2.5
HITS = 5 / 6
"""How often an attack hits; weapons add to hits alone."""
DRAWS = {"vision": 0.12, "light": 0.1, "darkness": 0.1}
"""What it is worth to draw a card. Visions are worth more the less is known."""
CURIOSITY = 0.25
"""What a Vision is worth when nothing is known of the others."""
STAY_HIDDEN = 0.15
"""What it costs to be known."""
STRIKE_BACK = 0.1
"""What it costs to attack a Werewolf."""
GEAR = {
    "machine_gun": 0.3,
    "lance": 0.2,
    "handgun": 0.2,
    "robe": 0.2,
    "axe": 0.25,
    "cleaver": 0.25,
    "chainsaw": 0.25,
    "masamune": 0.2,
    "rosary": 0.12,
    "talisman": 0.12,
    "brooch": 0.12,
    "compass": 0.1,
}
BOBS_GREED = 3.0
"""How much more equipment is worth to Bob."""
POWER_DICE = {"franklin": 3.5, "george": 2.5}
HARM_BY_CARD = {"spider": 2.0, "bat": 2.0, "doll": 2.0}
"""What these cards do to whom they are aimed at, on average."""
BLESSING = 3.0
FIRST_AID = 7
WOODS = {"damage": 2.0, "heal": -1.0}
KINDLY_VISIONS = ("aid", "huddle", "nurturance")


class Table:
    """What a player sees, believes and wishes at one decision."""

    def __init__(self, view: Any, odds: Odds) -> None:
        self.view, self.odds = view, odds
        self.players, you = view["players"], view["you"]
        self.seat, self.character = you["seat"], you["character"]
        neutral = you["faction"] == "neutral"
        self.wants = WISHES[self.character if neutral else you["faction"]]
        self.wishes = [self._wish(seat) for seat in range(len(self.players))]
        self.life = [self._life(seat) for seat in range(len(self.players))]

    def _wish(self, seat: int) -> float:
        if seat == self.seat:
            martyr = self.character == "daniel" and not self.view["deaths"]
            return MARTYR if martyr else OWN_LIFE
        wish = sum(
            chance * self.wants[CHARACTERS[number].faction]
            for number, chance in enumerate(self.odds[seat])
        )
        return wish if abs(wish) >= CONVICTION else 0.0

    def _life(self, seat: int) -> float:
        """The damage a seat can still take before it dies, as far as one can tell."""
        points = sum(HIT_POINTS[number] * self.odds[seat][number] for number in NUMBERS)
        return max(1.0, points - float(self.players[seat]["damage"]))

    def harm(self, seat: int, amount: float) -> float:
        """What it is worth that a seat takes that much; less than nothing for healing."""
        amount = max(amount, -self.players[seat]["damage"])
        return self.wishes[seat] * min(1.0, amount / self.life[seat])

    def doubt(self, seat: int) -> float:
        """How little is known of the faction of a seat, from 0 to about 1."""
        by_faction = dict.fromkeys(("hunter", "shadow", "neutral"), 0.0)
        for number, chance in enumerate(self.odds[seat]):
            by_faction[CHARACTERS[number].faction] += chance
        return -sum(chance * log(chance) for chance in by_faction.values() if chance > 0)

    def others(self) -> list[int]:
        """The living other than oneself."""
        return [p["seat"] for p in self.players if p["alive"] and p["seat"] != self.seat]

    def gear(self) -> list[str]:
        equipment: list[str] = self.players[self.seat]["equipment"]
        return equipment

    def gear_worth(self, slug: str) -> float:
        return GEAR[slug] * (BOBS_GREED if self.character == "bob" else 1.0)

    def blow(self) -> float:
        """What the own attacks do on average when they are not softened."""
        base = MASAMUNE_BLOW if "masamune" in self.gear() else BLOW
        return base + HITS * sum(card.attack for card in CARDS if card.slug in self.gear())

    def attack(self, targets: Sequence[int]) -> float:
        """What it is worth to attack these seats."""
        werewolf = SLUG.index("werewolf")
        fear = sum(STRIKE_BACK * self.odds[target][werewolf] for target in targets)
        return sum(self._blow_to(target) for target in targets) - fear

    def _blow_to(self, target: int) -> float:
        player = self.players[target]
        if player["angel"]:
            return 0.0
        return self.harm(target, max(0.0, self.blow() - HITS * ("robe" in player["equipment"])))


Worth = Callable[[Table, Any], float]
"""(table, option) -> what the option is worth; declining is worth nothing."""


def best_option(table: Table, ask: Ask) -> int:
    """The option worth most, the first of equals; the default where there is nothing to weigh."""
    worth = WORTH.get(ask["kind"])
    if worth is None:
        return int(ask["default"])
    options = ask["options"]
    return max(range(len(options)), key=lambda number: worth(table, options[number]))


# ── what options are worth ────────────────────────────────────────────────────────────────────


def use_location(table: Table, option: Any) -> float:
    action = option["action"]
    if action == "draw":
        return draw_worth(table, option["deck"])
    if action in WOODS:
        return table.harm(option["target"], WOODS[action])
    if action == "steal":
        return steal(table, option)
    return 0.0


def draw_worth(table: Table, deck: str) -> float:
    if deck != "vision":
        return DRAWS[deck]
    others = table.others()
    return DRAWS[deck] + CURIOSITY * sum(map(table.doubt, others)) / max(1, len(others))


def attack(table: Table, option: Any) -> float:
    return table.attack(option["targets"]) if option["action"] == "attack" else 0.0


def steal(table: Table, option: Any) -> float:
    """An enemy misses what is stolen, a friend does too."""
    return table.gear_worth(option["equipment"]) * (1 + 0.5 * table.wishes[option["target"]])


def give_away(table: Table, option: Any) -> float:
    return -table.gear_worth(option["equipment"]) * (1 + 0.5 * table.wishes[option["target"]])


def give_vision(table: Table, option: Any) -> float:
    """To whom least is known of; what hurts rather to an enemy, what heals to a friend."""
    card = table.view["you"]["visions"][-1]["card"]
    kind = -1 if card in KINDLY_VISIONS else 1
    return table.doubt(option["target"]) + 0.3 * kind * table.wishes[option["target"]]


def answer_vision(table: Table, option: Any) -> float:
    if option["action"] == "give":
        return -table.gear_worth(option["equipment"])
    amounts = {"damage": 1.0, "heal": -1.0, "nothing": 0.0}
    return table.harm(table.seat, amounts[option["action"]] * option.get("amount", 0))


def aim_card(table: Table, option: Any) -> float:
    card, target = table.view["card"], option["target"]
    if card == "first_aid":
        return table.harm(target, FIRST_AID - table.players[target]["damage"])
    return table.harm(target, HARM_BY_CARD.get(card, -BLESSING))


def go(table: Table, option: Any) -> float:
    """Where there is something to do, and somebody to attack."""
    place = option["location"]
    places = table.view["board"] if place is None else [place]
    return max(place_worth(table, one) for one in places)


def place_worth(table: Table, place: str) -> float:
    return PLACES[place](table) + max([0.0, *(table.attack([s]) for s in reach(table, place))])


def reach(table: Table, place: str) -> list[int]:
    """Whom one could attack from that place."""
    board = table.view["board"]
    slot = board.index(place)
    here = {board[slot], board[slot ^ 1]}
    near = [s for s in table.others() if table.players[s]["location"] in here]
    if "handgun" not in table.gear():
        return near
    return [s for s in table.others() if table.players[s]["location"] and s not in near]


def woods_worth(table: Table) -> float:
    harms = [table.harm(seat, 2.0) for seat in table.others()]
    return max(0.0, table.harm(table.seat, -1.0), *harms)


def altar_worth(table: Table) -> float:
    prey = [e for seat in table.others() for e in table.players[seat]["equipment"]]
    return max([0.0, *map(table.gear_worth, prey)])


PLACES: dict[str, Callable[[Table], float]] = {
    "hermit": lambda table: draw_worth(table, "vision"),
    "gate": lambda table: max(draw_worth(table, deck) for deck in DRAWS),
    "church": lambda table: draw_worth(table, "light"),
    "cemetery": lambda table: draw_worth(table, "darkness"),
    "woods": woods_worth,
    "altar": altar_worth,
}


def teleport(table: Table, option: Any) -> float:
    """Dice lead to an average place, and leave Emi hidden if she is."""
    if option["action"] == "teleport":
        shown = STAY_HIDDEN * (not table.players[table.seat]["revealed"])
        return go(table, option) - shown
    return sum(place_worth(table, place) for place in table.view["board"]) / 6


def use_power(table: Table, option: Any) -> float:
    if option["action"] == "wait":
        return 0.0
    shown = STAY_HIDDEN * (not table.players[table.seat]["revealed"])
    return table.harm(option["target"], POWER_DICE[table.character]) - shown


def reveal_to_heal(table: Table, option: Any) -> float:
    if option["action"] != "reveal":
        return 0.0
    return table.harm(table.seat, -HIT_POINTS[SLUG.index(table.character)]) - STAY_HIDDEN


def reveal_for_lance(table: Table, option: Any) -> float:
    targets = table.view["attack"]["targets"]
    gained = sum(table.harm(target, 2.0) for target in targets) - STAY_HIDDEN
    return gained if option["action"] == "reveal" else 0.0


def reveal_for_blood(table: Table, option: Any) -> float:
    gained = table.harm(table.seat, -2.0) - STAY_HIDDEN
    return gained if option["action"] == "reveal" else 0.0


def strike_back(table: Table, option: Any) -> float:
    shown = STAY_HIDDEN * (not table.players[table.seat]["revealed"])
    gained = table.harm(table.view["attack"]["attacker"], BLOW) - shown
    return gained if option["action"] == "counter" else 0.0


def feast_again(table: Table, option: Any) -> float:
    targets = [t for t in table.view["attack"]["targets"] if table.players[t]["alive"]]
    gained = table.attack(targets) + table.harm(table.seat, 2.0)
    return gained if option["action"] == "again" else 0.0


def rob(table: Table, option: Any) -> float:
    if option["action"] == "rob":
        return steal(table, option)
    return table.harm(option["target"], option["amount"])


def loot(table: Table, option: Any) -> float:
    return table.gear_worth(option["equipment"]) if option["action"] == "take" else 0.0


def allie_heal(table: Table, option: Any) -> float:
    """Once, when more than half her life is gone."""
    hurt = table.players[table.seat]["damage"] >= 5
    return float((option["action"] == "heal") == hurt)


WORTH: dict[str, Worth] = {
    "location_use": use_location,
    "attack": attack,
    "steal": steal,
    "banana_give": give_away,
    "vision_give": give_vision,
    "vision_answer": answer_vision,
    "card_target": aim_card,
    "choose_location": go,
    "quick_start_place": go,
    "compass_pick": go,
    "move_mode": teleport,
    "start_power": use_power,
    "card_reveal": reveal_to_heal,
    "lance_reveal": reveal_for_lance,
    "vampire_reveal": reveal_for_blood,
    "counter": strike_back,
    "charles_again": feast_again,
    "bob_rob": rob,
    "loot": loot,
    "allie_heal": allie_heal,
}
"""By the kind of ask; to `reveal` without need is left to the default, which is to stay hidden."""
