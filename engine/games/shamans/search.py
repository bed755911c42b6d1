"""The short way for bots that search: from what a seat sees to worlds it can be in, and on.

>>> state = imagine(view, options, rng)           # options as told in `start`, view from an ask
>>> steps = resume(state, ask["kind"], seat)      # the rules, just before that ask
>>> end = play_round(state, steps, choose)        # choose(state, ask) -> index; how the round ends

A view does not tell what is on the other side of the cards; `imagine` deals it anew each time, as
likely one way as another, or with the roles it is given. Asks about Portals, about the side of a
tile, about gifts, and about which of several rituals or Guides comes next cannot be resumed: what
remains of the turn then hangs on more than a view tells.
"""

from collections.abc import Callable, Sequence
from itertools import chain

from engine.games.shamans.artefacts import take
from engine.games.shamans.pawn import general_window
from engine.games.shamans.rituals import neutralise, perform_pending, permute, stabilise, strike
from engine.games.shamans.rounds import RoundOver, roles_now
from engine.games.shamans.rules import conclude, follow_on, resolve, trick
from engine.games.shamans.state import State
from engine.games.shamans.tables import (
    BIT_OF,
    DIRECTIONS,
    ECLIPSE,
    FIRST_OF,
    KIND_OF,
    MASK,
    NOTHING,
    PORTAL,
    WORLD_OF,
    WORLDS,
    table_for,
)
from engine.kernel import Ask, Json, Steps
from engine.rng import Chance

__all__ = ["RESUMABLE", "card_of", "imagine", "play_round", "resume", "roles_now"]

Chooser = Callable[[State, Ask], int]
"""(world, ask) -> the index of an option."""


# ── from a view to a world ────────────────────────────────────────────────────────────────────


def imagine(
    seen: Json, options: dict[str, Json], chance: Chance, roles: Sequence[str] | None = None
) -> State:
    """A world that looks like this view to its seat; `roles` are those the seats hold now.

    Of earlier rounds it remembers the points alone.
    """
    state = State()
    state.log = None
    state.table = table_for(len(seen["players"]), options)
    _take_over(state, seen)
    _imagine_roles(state, seen, roles, chance)
    _imagine_cards(state, seen, chance)
    _imagine_tiles(state, seen, chance)
    return state


def card_of(card: Json) -> int:
    """The number of a card."""
    return FIRST_OF[WORLDS.index(card["world"])] + int(card["value"]) - 1


def _take_over(state: State, seen: Json) -> None:
    """What everybody sees, as it is."""
    players = seen["players"]
    state.seed, state.history = 0, ()
    state.round, state.points = seen["round"], list(seen["points"])
    state.before = tuple(state.points)
    state.distance, state.steps_due = seen["distance"], seen["steps_due"]
    state.guide, state.tricks = seen["guide"], seen["tricks"]
    state.destination = _world(seen["destination"])
    state.trick = [(play["seat"], card_of(play["card"])) for play in seen["played"]]
    state.strays = [player["strays"] for player in players]
    state.laid = [sum(1 << value - 1 for value in world["laid"]) for world in seen["worlds"]]
    state.alive = [player["alive"] for player in players]
    named = seen["named"] or {"seat": NOTHING, "killer": NOTHING}
    state.victim, state.killer = named["seat"], named["killer"]
    state.pending = tuple(map(WORLDS.index, seen["pending"]))


def _world(name: str | None) -> int:
    return NOTHING if name is None else WORLDS.index(name)


def _imagine_roles(state: State, seen: Json, roles: Sequence[str] | None, chance: Chance) -> None:
    """Role cards: those the seat has looked at are known, the others lie anyhow."""
    players, you = seen["players"], seen["you"]
    state.held = [player["role_card"] for player in players]
    if roles is None:
        left = list(state.table.roles)
        for role in you["roles"]:
            if role is not None:
                left.remove(role)
        chance.shuffle(left)
        roles = [left.pop() if role is None else role for role in you["roles"]]
    by_card = dict(zip(state.held, roles, strict=True))
    state.faces = tuple(by_card[card] for card in range(len(players)))
    state.shown = sum(1 << player["role_card"] for player in players if player["role"])
    state.known = [1 << card for card in state.held]
    looked_at = (card for card, role in zip(state.held, you["roles"], strict=True) if role)
    state.known[you["seat"]] = sum(1 << card for card in looked_at)


def _imagine_cards(state: State, seen: Json, chance: Chance) -> None:
    """Hands: the own, a card given away that its receiver still has, and the rest anyhow."""
    you, seats = seen["you"], range(state.table.seats)
    own, aside = _numbers(you["hand"]), _numbers(you["set_aside"])
    gone = {card for _, card in state.trick} | set(own) | set(aside)
    unseen = [
        card
        for card in state.table.deck
        if card not in gone and not state.laid[WORLD_OF[card]] & BIT_OF[card]
    ]
    chance.shuffle(unseen)
    given = you["gave"] and card_of(you["gave"]["card"])
    keeper = you["gave"]["seat"] if given in unseen else NOTHING
    if keeper != NOTHING:
        unseen.remove(given)
    state.hands, state.aside = [()] * len(seats), [()] * len(seats)
    for seat, player in enumerate(seen["players"]):
        count = player["hand"] + player["set_aside"]
        dealt = [given] if seat == keeper else []
        if seat != you["seat"]:
            dealt += [unseen.pop() for _ in range(count - len(dealt))]
        hidden = state.aside if player["set_aside"] else state.hands
        hidden[seat] = tuple(sorted(dealt))
    state.hands[you["seat"]], state.aside[you["seat"]] = own, aside
    state.passes = _passes(you)


def _numbers(cards: Json) -> tuple[int, ...]:
    return tuple(sorted(map(card_of, cards)))


def _passes(you: Json) -> tuple[tuple[int, int, int], ...]:
    """What the Eclipse made this seat give and get."""
    seat, gave, received = you["seat"], you["gave"], you["received"]
    passes = [(seat, gave["seat"], card_of(gave["card"]))] if gave else []
    if received:
        passes.append((received["seat"], seat, card_of(received["card"])))
    return tuple(passes)


def _imagine_tiles(state: State, seen: Json, chance: Chance) -> None:
    """Tiles: those seen by their kinds; those face down are no Masks; the Eclipse not on top."""
    players, you = seen["players"], seen["you"]
    box = list(range(len(KIND_OF)))
    state.slots = [NOTHING if kind is None else _pick(box, kind) for kind in seen["slots"]]
    state.discard = _picks(box, seen["discard"])
    state.up = [_picks(box, player["face_up"]) for player in players]
    own, lost = _picks(box, you["face_down"]), _picks(box, you["lost"])
    state.drawn = NOTHING if you["drawn"] is None else _pick(box, you["drawn"])
    state.drawer = NOTHING if seen["drawer"] is None else seen["drawer"]
    chance.shuffle(box)
    box.sort(key=lambda tile: KIND_OF[tile] != MASK)
    if state.drawer not in (NOTHING, you["seat"]):
        state.drawn = box.pop()
    state.down, state.lost = [()] * len(players), [()] * len(players)
    for seat, player in enumerate(players):
        if seat != you["seat"]:
            state.down[seat] = tuple(box.pop() for _ in range(player["face_down"]))
            state.lost[seat] = tuple(box.pop() for _ in range(player["lost"]))
    state.down[you["seat"]], state.lost[you["seat"]] = own, lost
    owned = chain(*state.up, *state.down)
    state.portals = sum(KIND_OF[tile] == PORTAL for tile in owned)
    chance.shuffle(box)
    _imagine_pile(state, seen, box, chance)


def _pick(box: list[int], kind: str) -> int:
    tile = next(tile for tile in box if KIND_OF[tile] == kind)
    box.remove(tile)
    return tile


def _picks(box: list[int], kinds: list[str]) -> tuple[int, ...]:
    return tuple(_pick(box, kind) for kind in kinds)


def _imagine_pile(state: State, seen: Json, tiles: list[int], chance: Chance) -> None:
    """The Eclipse is not on top, unless a tile just drawn still holds up the check."""
    state.eclipse_came = seen["eclipse"] is not None
    state.eclipse = seen["eclipse"] or DIRECTIONS[chance.below(len(DIRECTIONS))]
    if not state.eclipse_came:
        places = len(tiles) + (state.drawer != NOTHING)
        tiles.insert(chance.below(places), ECLIPSE)
    state.pile = tuple(tiles)


# ── and on from there ─────────────────────────────────────────────────────────────────────────

_RITES: dict[str, Callable[[State, int], Steps]] = {
    "take": take,
    "stabilise": stabilise,
    "permute": permute,
    "dagger": neutralise,
    "eliminate": strike,
}

RESUMABLE = frozenset({"lead", "follow", *_RITES})
"""The kinds of ask from which play can go on."""


def resume(state: State, kind: str, seat: int) -> Steps:
    """The rules from just before the ask of that kind to that seat, to the end of the trick."""
    if kind == "take" and _follows(state, seat):
        yield from resolve(state)
        return
    if kind in _RITES:
        yield from _RITES[kind](state, seat)
        yield from perform_pending(state, seat)
        if state.destination == NOTHING:
            yield from conclude(state, seat)
            return
        if state.portals:
            yield from general_window(state, seat)
    played = {one for one, _ in state.trick}
    yield from follow_on(state, [s for s in state.table.ring[state.guide] if s not in played])


def _follows(state: State, seat: int) -> bool:
    """Whether the seat's card of this trick is of the Destination: then it takes as the lowest."""
    return any(who == seat and WORLD_OF[card] == state.destination for who, card in state.trick)


def play_round(state: State, steps: Steps, choose: Chooser) -> str:
    """Play on to the end of the round and give its reason; nothing is scored yet."""
    try:
        while True:
            _finish(state, steps, choose)
            steps = trick(state)
    except RoundOver as end:
        return end.reason


def _finish(state: State, steps: Steps, choose: Chooser) -> None:
    """Run the rules of one trick to their end; asks with one option answer themselves."""
    answer = None
    while True:
        try:
            ask = steps.send(answer)  # type: ignore[arg-type]
        except StopIteration:
            return
        answer = choose(state, ask) if len(ask.options) > 1 else 0
