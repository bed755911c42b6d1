"""Who is a Shadow? What one seat of Shamans makes of all it has heard in a round.

Evidence is kept for each role card, the one dealt to seat 0, 1, 2 and so on, for cards change hands
in the open. It is one number: by what factor, as a logarithm, what the card's holders did is
likelier of a Shadow than of a Shaman. Every deal of the roles then weighs as much as the evidence
against all who are Shadows in it, and the deals together give what is likely.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import exp, log
from typing import Any

from engine.games.shamans.search import card_of
from engine.games.shamans.tables import BY_SEATS, SHADOW, SHAMAN, WORLD_OF

Event = dict[str, Any]
Roles = tuple[str, ...]

STRAYS = {SHADOW: 0.6, SHAMAN: 0.06}
"""How likely a seat that could follow does not. Set by hand; in play of `thinker` with `greedy` the
beliefs that come of it were right about as often as they said."""
TELLS = {"forward": 2.5, "back": -2.5, "retreat": -1.0, "take": 1.0}
"""What Portals and Stabilisation tell: a Shadow likes the pawn to move on, a Shaman does not."""


class Suspicion:
    """What one seat has heard in this round, and what it makes of it."""

    def __init__(self, seats: int, seat: int) -> None:
        self.seats, self.seat = seats, seat
        self.plays = BY_SEATS[seats]
        self._begin({})

    def hear(self, events: Sequence[Event]) -> None:
        """Take in what happened, oldest first."""
        for event in events:
            handler = HANDLERS.get(event["type"])
            if handler is not None:
                handler(self, event)

    def deals(self, view: Any) -> list[tuple[Roles, float]]:
        """Every way the roles may lie by seat, as the view allows, with its probability."""
        held = [player["role_card"] for player in view["players"]]
        weighed = [
            (
                roles,
                exp(sum(self.against[held[s]] for s in range(self.seats) if roles[s] == SHADOW)),
            )
            for roles in possible_deals(view["you"]["roles"], self.plays.shadows)
        ]
        total = sum(weight for _, weight in weighed)
        return [(roles, weight / total) for roles, weight in weighed]

    # ── what happens ──────────────────────────────────────────────────────────────────────────

    def _begin(self, event: Event) -> None:
        self.against = [0.0] * self.seats
        """By role card: the evidence that it is a Shadow's."""
        self.held = list(range(self.seats))
        """The role card each seat holds."""
        self.cards_left = [self.plays.hand] * self.seats
        self.seen = {card_of(card) for card in event.get("laid", ())}
        """The cards that can be in no hand but the own."""
        self.strayed: set[tuple[int, int]] = set()
        """Seat and world: what a seat did not play when it was led."""
        self.led: int | None = None
        self.stabilises: int | None = None

    def _deal(self, event: Event) -> None:
        self.seen.update(map(card_of, event["hand"]))

    def _play(self, event: Event) -> None:
        seat, card = event["seat"], card_of(event["card"])
        if self.led is None:
            self.led = WORLD_OF[card]
        elif seat != self.seat:
            self._weigh_play(seat, follows=WORLD_OF[card] == self.led)
        self.seen.add(card)
        self.cards_left[seat] -= 1

    def _weigh_play(self, seat: int, *, follows: bool) -> None:
        """A Shaman strays from need, a Shadow by choice too: who follows later had a choice."""
        assert self.led is not None
        place = (seat, self.led)
        if follows:
            chance = {role: 1 - STRAYS[role] for role in STRAYS}
            if place in self.strayed:
                chance = STRAYS
        elif place in self.strayed:
            return
        else:
            void = self._chance_of_none(self.led, self.cards_left[seat])
            chance = {role: void + (1 - void) * STRAYS[role] for role in STRAYS}
            self.strayed.add(place)
        self.against[self.held[seat]] += log(chance[SHADOW] / chance[SHAMAN])

    def _chance_of_none(self, world: int, hand: int) -> float:
        """How likely so many cards have none of that world among them."""
        unseen = self.plays.worlds * self.plays.values - len(self.seen)
        left = self.plays.values - sum(WORLD_OF[card] == world for card in self.seen)
        chance = 1.0
        for drawn in range(left):
            chance *= max(0, unseen - hand - drawn) / max(1, unseen - drawn)
        return chance

    def _lay(self, event: Event) -> None:
        self.led = None
        self.seen.update(map(card_of, event["cards"]))

    def _pass_card(self, event: Event) -> None:
        """After an Eclipse nobody need have what he had, or lack what he lacked."""
        self.seen.add(card_of(event["card"]))
        self.strayed.clear()

    def _swap(self, event: Event) -> None:
        one, other = event["seats"]
        self.held[one], self.held[other] = self.held[other], self.held[one]

    def _eliminate(self, event: Event) -> None:
        self.cards_left[event["seat"]] = 0

    def _use_portal(self, event: Event) -> None:
        self._tell(event["seat"], event["way"])

    def _perform(self, event: Event) -> None:
        self.stabilises = event["seat"] if event["ritual"] == "stabilisation" else None

    def _retreat(self, event: Event) -> None:
        if event["steps"] < 0 and self.stabilises is not None:
            self._tell(self.stabilises, "retreat")
            self.stabilises = None

    def _take(self, event: Event) -> None:
        if self.stabilises == event["seat"]:
            self._tell(event["seat"], "take")
            self.stabilises = None

    def _tell(self, seat: int, deed: str) -> None:
        if seat != self.seat:
            self.against[self.held[seat]] += TELLS[deed]


HANDLERS: dict[str, Callable[[Suspicion, Event], None]] = {
    "round": Suspicion._begin,
    "dealt": Suspicion._deal,
    "played": Suspicion._play,
    "laid": Suspicion._lay,
    "passed": Suspicion._pass_card,
    "swapped": Suspicion._swap,
    "eliminated": Suspicion._eliminate,
    "portal": Suspicion._use_portal,
    "ritual": Suspicion._perform,
    "pawn": Suspicion._retreat,
    "took": Suspicion._take,
    "drew": Suspicion._take,
}


def possible_deals(known: Sequence[str | None], shadows: int) -> Iterator[Roles]:
    """Every way to give out the roles that agrees with those known."""
    for chosen in combinations(range(len(known)), shadows):
        roles = tuple(SHADOW if seat in chosen else SHAMAN for seat in range(len(known)))
        if all(role in (None, roles[seat]) for seat, role in enumerate(known)):
            yield roles


def beliefs(deals: Sequence[tuple[Roles, float]]) -> list[dict[str, float] | None]:
    """By seat how likely it holds each role, as the protocol wants it."""
    believed: list[dict[str, float] | None] = []
    for seat in range(len(deals[0][0])):
        shadow = min(1.0, sum(weight for roles, weight in deals if roles[seat] == SHADOW))
        believed.append({SHAMAN: round(1 - shadow, 4), SHADOW: round(shadow, 4)})
    return believed
