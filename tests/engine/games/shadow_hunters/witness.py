"""What one seat can work out, from what it heard alone: written apart from the rules.

The witness knows its own character and listens. It keeps, for every seat, the set of characters
that seat can have by any single thing it heard.
"""

from collections.abc import Iterable
from typing import Any

from engine import Event

HIT_POINTS = {
    "allie": 8,
    "bob": 10,
    "charles": 11,
    "daniel": 13,
    "emi": 10,
    "franklin": 12,
    "george": 14,
    "unknown": 11,
    "vampire": 13,
    "werewolf": 14,
}
SIDE = {
    **dict.fromkeys(("allie", "bob", "charles", "daniel"), "neutral"),
    **dict.fromkeys(("emi", "franklin", "george"), "hunter"),
    **dict.fromkeys(("unknown", "vampire", "werewolf"), "shadow"),
}
COUNTS = {4: (2, 2, 0), 5: (2, 2, 1), 6: (2, 2, 2), 7: (2, 2, 3), 8: (3, 3, 2)}

HONEST = {
    "aid": {"hunter"},
    "huddle": {"shadow"},
    "nurturance": {"neutral"},
    "anger": {"hunter", "shadow"},
    "blackmail": {"neutral", "hunter"},
    "greed": {"neutral", "shadow"},
    "slap": {"hunter"},
    "spell": {"shadow"},
    "exorcism": {"shadow"},
}


def is_true(card: str, character: str) -> bool:
    """Whether a Vision says the truth about a character."""
    if card == "bully":
        return HIT_POINTS[character] <= 11
    if card == "lesson":
        return HIT_POINTS[character] >= 12
    return card == "prediction" or SIDE[character] in HONEST[card]


class Witness:
    def __init__(self, seat: int, character: str, seats: int, charles_deaths: int = 3) -> None:
        box = set(HIT_POINTS) - ({"bob"} if seats >= 7 else set())
        self.can_be = [set(box) for _ in range(seats)]
        self.can_be[seat] = {character}
        self.seat, self.seats, self.charles_deaths = seat, seats, charles_deaths
        self.damage = [0] * seats
        self.gear = [0] * seats
        self.dead: list[int] = []
        self.known: set[int] = set()
        self.card: str | None = None
        self.struck = False
        self.feast: int | None = None

    def listen(self, events: Iterable[Event]) -> None:
        """Take in everything this seat is told, in order."""
        for event in events:
            if event.heard_by(self.seat):
                self.settle(event)
                getattr(self, f"on_{event.kind}", lambda **facts: None)(**event.facts)

    def deals(self, characters: Iterable[str]) -> bool:
        """Whether the seats can have these characters, for all this witness knows."""
        dealt = list(characters)
        sides = [SIDE[character] for character in dealt]
        counts = tuple(sides.count(side) for side in ("hunter", "shadow", "neutral"))
        fits = all(one in possible for one, possible in zip(dealt, self.can_be, strict=True))
        return fits and counts == COUNTS[self.seats] and len(set(dealt)) == len(dealt)

    def settle(self, event: Event) -> None:
        """The game went on after a batch of deaths: nobody has won by it."""
        if event.kind in ("death", "hand_over", "lose", "reveal", "angel_gone", "game_end"):
            return
        if self.feast is not None:
            self.can_be[self.feast] -= {"charles"}
            self.feast = None
        for seat, count in enumerate(self.gear):
            if count >= 5:
                self.can_be[seat] -= {"bob"}
        if self.dead:
            for seat in range(self.seats):
                if seat not in self.known:
                    self.can_be[seat] -= {"daniel"}
        for seat in range(self.seats):
            if seat not in self.dead:
                self.can_be[seat] = {
                    one for one in self.can_be[seat] if HIT_POINTS[one] > self.damage[seat]
                }

    def learn(self, seat: int, character: str) -> None:
        self.known.add(seat)
        self.can_be[seat] = {character}

    def on_reveal(self, seat: int, character: str) -> None:
        self.learn(seat, character)

    def on_character_shown(self, seat: int, character: str) -> None:
        self.can_be[seat] = {character}

    def on_death(self, seat: int, character: str, killer: int | None) -> None:
        self.learn(seat, character)
        self.dead.append(seat)
        if self.struck and killer is not None and len(self.dead) >= self.charles_deaths:
            self.feast = killer

    def on_damage(self, seat: int, amount: int, source: str) -> None:
        self.damage[seat] += amount
        self.struck = source == "attack"

    def on_heal(self, seat: int, amount: int, source: str) -> None:
        self.damage[seat] -= amount

    def on_set_damage(self, seat: int, damage: int, source: str) -> None:
        self.damage[seat] = damage

    def on_equip(self, seat: int, equipment: str) -> None:
        self.gear[seat] += 1

    def on_hand_over(self, giver: int, taker: int, equipment: str) -> None:
        self.gear[giver] -= 1
        self.gear[taker] += 1

    def on_lose(self, seat: int, equipment: str) -> None:
        self.gear[seat] -= 1

    def on_no_effect(self, seat: int, card: str) -> None:
        if card == "mirror" and seat not in self.known:
            self.can_be[seat] -= {"vampire", "werewolf"}

    def on_vision_given(self, giver: int, receiver: int) -> None:
        self.card = None

    def on_vision_read(self, receiver: int, card: str) -> None:
        self.card = card

    def on_vision_outcome(self, giver: int, receiver: int, outcome: str, amount: int) -> None:
        possible = self.can_be[receiver]
        if self.card is not None:
            applied = outcome != "nothing"
            possible = {one for one in possible if is_true(self.card, one) == applied} | (
                possible & {"unknown"}
            )
        elif (outcome, amount) == ("damage", 2):
            possible = {
                one for one in possible if is_true("exorcism", one) or is_true("lesson", one)
            } | (possible & {"unknown"})
        self.can_be[receiver] = possible


def names(state: Any) -> list[str]:
    """The characters at a table."""
    return [list(HIT_POINTS)[character] for character in state.characters]
