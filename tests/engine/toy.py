"""Lanterns: a small game of hidden cards and roles, played only by tests of the engine itself.

Two to four seats hold three cards each; the rest is a pile. Every round all play a card in secret
and show them together. The highest scores a point and may peek at the top of the pile; having
seen that card, it takes or buries it, unseen by the others. The lowest rolls a die and scores on a
six. After three rounds the moth scores a point for each card under five it holds. Most points win.
"""

from dataclasses import dataclass, field, fields
from typing import Self

from engine.kernel import Ask, Event, Json, Outcome, Over, SeatRole, State, Steps, placements_by
from engine.rng import Rng
from engine.spec import GameOption, GameSpec, Options

ROUNDS = 3
LOW = 5
YES_OR_NO = ({"answer": "yes"}, {"answer": "no"})
TAKE_OR_BURY = ({"answer": "take"}, {"answer": "bury"})


@dataclass(slots=True)
class Lanterns(State):
    """Who holds what, what is left, and what was seen."""

    roles: list[str]
    hands: list[list[int]]
    pile: list[int]
    dice: list[Rng]
    points: list[int] = field(default_factory=list)
    table: list[int] = field(default_factory=list)
    seen: list[int | None] = field(default_factory=list)
    """Per seat, the card it saw on top of the pile this round."""
    buried: list[list[int]] = field(default_factory=list)
    """Per seat, the cards it saw and put out of the game."""
    round: int = 0
    rounds: int = ROUNDS

    def copy(self) -> Self:
        twin = type(self)(**{f.name: getattr(self, f.name) for f in fields(self)})
        twin.roles, twin.pile = self.roles[:], self.pile[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.dice = [dice.copy() for dice in self.dice]
        twin.points, twin.table, twin.seen = self.points[:], self.table[:], self.seen[:]
        twin.buried = [cards[:] for cards in self.buried]
        return twin

    @property
    def seats(self) -> range:
        return range(len(self.roles))


def setup(seats: int, seed: int, options: Options) -> Lanterns:
    cards = list(range(1, 4 * seats + 4))
    Rng.stream(seed, "cards").shuffle(cards)
    roles = ["moth", *["owl"] * (seats - 1)]
    Rng.stream(seed, "roles").shuffle(roles)
    hands = [sorted(cards[3 * seat : 3 * seat + 3]) for seat in range(seats)]
    dice = [Rng.stream(seed, "dice", seat) for seat in range(seats)]
    return Lanterns(
        roles,
        hands,
        cards[3 * seats :],
        dice,
        points=[0] * seats,
        seen=[None] * seats,
        buried=[[] for _ in range(seats)],
        rounds=options["rounds"],
    )


def turn(state: Lanterns) -> Steps:
    """One round."""
    state.round += 1
    state.table = []
    state.seen = [None for _ in state.seats]
    state.tell("round", number=state.round)
    yield from play_cards(state)
    winner = state.table.index(max(state.table))
    state.points[winner] += 1
    yield from offer_peek(state, winner)
    roll(state, state.table.index(min(state.table)))
    if state.round == state.rounds or not all(state.hands):
        raise Over(outcome(state))


def play_cards(state: Lanterns) -> Steps:
    """All choose in secret; then all cards are shown at once."""
    chosen = []
    for seat in state.seats:
        options = [{"card": card} for card in state.hands[seat]]
        index = yield Ask(seat, "play", options, default=len(options) - 1)
        chosen.append(options[index]["card"])
    state.table = chosen
    for seat, card in enumerate(chosen):
        state.hands[seat].remove(card)
    state.tell("shown", cards=chosen)


def offer_peek(state: Lanterns, seat: int) -> Steps:
    if state.pile and (yield Ask(seat, "peek", YES_OR_NO)) == 0:
        state.seen[seat] = state.pile[0]
        state.tell("peeked", seat=seat)
        state.whisper((seat,), "saw", card=state.pile[0])
        if (yield Ask(seat, "draw", TAKE_OR_BURY)) == 0:
            state.hands[seat] = sorted([*state.hands[seat], state.pile.pop(0)])
            state.tell("took", seat=seat)
        else:
            state.buried[seat].append(state.pile.pop(0))
            state.tell("buried", seat=seat)


def roll(state: Lanterns, seat: int) -> None:
    face = state.dice[seat].roll(6)
    state.tell("rolled", seat=seat, face=face)
    state.points[seat] += face == 6


def outcome(state: Lanterns) -> Outcome:
    bonus = [
        sum(card < LOW for card in state.hands[seat]) if state.roles[seat] == "moth" else 0
        for seat in state.seats
    ]
    points = tuple(float(p + b) for p, b in zip(state.points, bonus, strict=True))
    roles = tuple(SeatRole(role, role, role, role) for role in state.roles)
    return Outcome(placements_by(points), points, roles, "last_round", {"bonus": bonus})


def public_view(state: Lanterns) -> dict[str, Json]:
    return {
        "round": state.round,
        "points": state.points[:],
        "cards": [len(hand) for hand in state.hands],
        "pile": len(state.pile),
        "table": state.table[:],
        "buried": [len(cards) for cards in state.buried],
    }


def view(state: Lanterns, seat: int | None) -> Json:
    shown = public_view(state)
    if seat is not None:
        shown |= {"seat": seat, "role": state.roles[seat], "hand": state.hands[seat][:]}
        shown |= {"saw": state.seen[seat], "graves": state.buried[seat][:]}
    return shown


def full_view(state: Lanterns) -> Json:
    return public_view(state) | {
        "roles": state.roles[:],
        "hands": [hand[:] for hand in state.hands],
        "pile": state.pile[:],
        "seen": state.seen[:],
        "graves": [cards[:] for cards in state.buried],
    }


def redeal(start: Lanterns, now: Lanterns, seat: int, rng: Rng) -> Lanterns:
    """Shuffle roles and cards the seat has not seen; keep what it has seen where it was."""
    others = [other for other in start.seats if other != seat]
    roles = [start.roles[other] for other in others]
    rng.shuffle(roles)
    shown = {other: [now.table[other]] if now.table else [] for other in others}
    top = start.pile[:1] if now.seen[seat] is not None else []
    known = top + [card for cards in shown.values() for card in cards]
    hidden = start.pile + [c for o in others for c in start.hands[o] + start.buried[o]]
    hidden = sorted(card for card in hidden if card not in known)
    rng.shuffle(hidden)
    for other, role in zip(others, roles, strict=True):
        start.roles[other] = role
        needed = len(start.hands[other]) - len(shown[other])
        start.hands[other] = sorted(shown[other] + [hidden.pop() for _ in range(needed)])
        start.buried[other] = [hidden.pop() for _ in start.buried[other]]
    start.pile = top + hidden
    return start


def draw(view: Json) -> str:
    lines = [f"Round {view['round']}, {view['pile']} cards in the pile"]
    lines += [f"seat {seat}: {points} points" for seat, points in enumerate(view["points"])]
    if "hand" in view:
        lines.append(f"You are seat {view['seat']}, the {view['role']}, and hold {view['hand']}.")
    return "\n".join(lines)


SENTENCES = {
    "round": "Round {number} begins.",
    "shown": "All show their cards: {cards}.",
    "peeked": "Seat {seat} peeks at the pile.",
    "saw": "It is a {card}.",
    "took": "Seat {seat} takes the card.",
    "buried": "Seat {seat} buries the card.",
    "rolled": "Seat {seat} rolls {face}.",
}


def sentence(event: Event) -> str:
    return SENTENCES[event.kind].format(**event.facts)


def label(kind: str, option: Json) -> str:
    return f"{kind} {option.get('card', option.get('answer'))}"


GAME = GameSpec(
    name="lanterns",
    title="Lanterns",
    seat_counts=(2, 3, 4),
    rules_version=1,
    options=(GameOption("rounds", "int", ROUNDS, "How many rounds.", minimum=1, maximum=3),),
    roles={"moth": "moth", "owl": "owl"},
    setup=setup,
    turn=turn,
    view=view,
    full_view=full_view,
    redeal=redeal,
    draw=draw,
    sentence=sentence,
    label=label,
    most_decisions=3 * (4 + 2),
)


def outcome_of(seed: int, choices: list[int], *, seats: int) -> Outcome:
    """How the game of that seed ends with these choices."""
    game = GAME.new(seats=seats, seed=seed)
    for choice in choices:
        game.choose(choice)
    assert game.outcome is not None
    return game.outcome
