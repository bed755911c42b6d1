"""What people do says who they are: how a Shadow Hunters player reads the deeds of the others.

- Who harms another is likelier an enemy of his, all the more if that other's card lies open.
- Who heals another is likelier a friend.
- What came of a Vision that one has not read tells little by itself, but every character answers
  some of the cards in the deck so, and some characters more of them than others.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from engine.games.shadow_hunters.cards import VISION, deck
from engine.games.shadow_hunters.characters import UNKNOWN
from engine.games.shadow_hunters.state import Answer
from engine.games.shadow_hunters.visions import could_answer
from kit.house.shadow_hunters.deals import NUMBERS, Grudge, Odds

Event = dict[str, Any]

# Rows: the faction of who does it; columns: of whom it is done to; Hunters, Shadows, Neutrals.
FEUD = ((-1.0, 1.0, 0.0), (1.0, -1.0, 0.0), (0.0, 0.0, 0.0))
BLIND = 0.08
"""How much harm to a hidden player tells: next to nothing of those who hit whoever is near."""
KNOWING = 1.2
"""How much harm to somebody whose card lies open tells."""
KINDNESS = -0.6
"""How much healing another tells."""
LIES = 0.5
"""How often Unknown answers a card falsely."""
HARMFUL_CARDS = ("spider", "bat", "doll")


def scaled(table: Sequence[Sequence[float]], by: float) -> tuple[tuple[float, ...], ...]:
    return tuple(tuple(by * cell for cell in row) for row in table)


BLIND_HARM, KNOWING_HARM, HELP = (scaled(FEUD, by) for by in (BLIND, KNOWING, KINDNESS))


class Memory:
    """What one player has seen the others do."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seat = seat
        self.grudges: list[Grudge] = []
        self.answers: list[tuple[int, Answer, bool]] = []
        """Visions answered that this player did not read: who answered, how, being unhurt."""
        self.known: set[int] = set()
        """Whose card lies open."""
        self.damage = [0] * seats
        self.active = 0

    def hear(self, events: Sequence[Event]) -> None:
        """Take in what happened, oldest first."""
        for event in events:
            handler = HANDLERS.get(event["type"])
            if handler is not None:
                handler(self, event)

    def weigh_answers(self, fits: Odds) -> None:
        """Make characters fit less who would seldom answer as a seat did."""
        for seat, answer, unhurt in self.answers:
            for number, share in enumerate(shares(answer, unhurt)):
                fits[seat][number] *= share

    def _begin_turn(self, event: Event) -> None:
        self.active = event["seat"]

    def _reveal(self, event: Event) -> None:
        self.known.add(event["seat"])

    def _attack(self, event: Event) -> None:
        if event["mode"] == "normal" and len(event["targets"]) == 1:
            self._harm(event["attacker"], event["targets"][0])

    def _aim(self, event: Event) -> None:
        if event["card"] in HARMFUL_CARDS:
            self._harm(event["seat"], event["target"])
        elif event["card"] == "blessing":
            self.grudges.append((event["seat"], event["target"], HELP))

    def _strike(self, event: Event) -> None:
        self._harm(event["seat"], event["target"])

    def _hurt(self, event: Event) -> None:
        self.damage[event["seat"]] += event["amount"]
        if event["source"] == "woods":
            self._harm(self.active, event["seat"])

    def _heal(self, event: Event) -> None:
        self.damage[event["seat"]] -= event["amount"]
        if event["source"] == "woods" and event["seat"] != self.active:
            self.grudges.append((self.active, event["seat"], HELP))

    def _set_damage(self, event: Event) -> None:
        self.damage[event["seat"]] = event["damage"]

    def _answer(self, event: Event) -> None:
        """Cards handed over are not told apart here: who gave what hangs on what he had."""
        told = self.seat in (event["giver"], event["receiver"])
        if not told and event["outcome"] in ("nothing", "heal", "damage"):
            answer = Answer(event["outcome"], event["amount"])
            seat = event["receiver"]
            self.answers.append((seat, answer, self.damage[seat] == 0))

    def _harm(self, doer: int, victim: int) -> None:
        if doer != victim and doer != self.seat:
            table = KNOWING_HARM if victim in self.known else BLIND_HARM
            self.grudges.append((doer, victim, table))


HANDLERS: dict[str, Callable[[Memory, Event], None]] = {
    "turn_start": Memory._begin_turn,
    "reveal": Memory._reveal,
    "attack": Memory._attack,
    "card_target": Memory._aim,
    "power": Memory._strike,
    "damage": Memory._hurt,
    "heal": Memory._heal,
    "set_damage": Memory._set_damage,
    "vision_outcome": Memory._answer,
}


@cache
def shares(answer: Answer, unhurt: bool) -> tuple[float, ...]:
    """For each character, the share of the Vision cards it would answer so."""
    cards = deck(VISION)
    sums = [0.0] * len(NUMBERS)
    for card in cards:
        could = could_answer(card, answer, unhurt)
        for number in NUMBERS:
            if could >> number & 1:
                sums[number] += LIES if number == UNKNOWN else 1.0
    return tuple(one / len(cards) for one in sums)
