"""The state of a game of Shamans: data only, how a round is dealt, and how it is copied."""

from engine import kernel
from engine.games.shamans.tables import (
    BIT_OF,
    DIRECTIONS,
    ECLIPSE,
    KIND_OF,
    NOTHING,
    WORLD_OF,
    Table,
    table_for,
)
from engine.kernel import Json
from engine.rng import Rng

Cards = tuple[int, ...]
Tiles = tuple[int, ...]


class State(kernel.State):
    """Everything there is to know; lists are indexed by seat unless they say otherwise."""

    __slots__ = (
        "alive",
        "aside",
        "before",
        "destination",
        "discard",
        "distance",
        "down",
        "drawer",
        "drawn",
        "eclipse",
        "eclipse_came",
        "faces",
        "guide",
        "hands",
        "held",
        "history",
        "killer",
        "known",
        "laid",
        "lost",
        "passes",
        "pending",
        "pile",
        "points",
        "portals",
        "round",
        "seed",
        "shown",
        "slots",
        "steps_due",
        "strays",
        "table",
        "trick",
        "tricks",
        "up",
        "victim",
    )

    # The game
    table: Table
    seed: int
    round: int
    """The number of the round, from 1."""
    points: list[int]
    before: tuple[int, ...]
    """The points when the round began."""
    history: tuple[Json, ...]
    """How each finished round went."""

    # The pawn
    distance: int
    """Steps from the pawn to the Moon."""
    steps_due: int
    """Steps forward that are announced and not made yet."""

    # Trick and cards
    guide: int
    destination: int
    """The world of the trick, or NOTHING before it is led."""
    trick: list[tuple[int, int]]
    """(seat, card) in the order played; off-suit cards lie at their worlds already."""
    tricks: int
    """How many tricks of the round are finished."""
    strays: list[int]
    """How many cards of other worlds than the Destination each seat has played this round."""
    hands: list[Cards]
    """Sorted."""
    aside: list[Cards]
    """Hands of eliminated Shamans, set aside face down."""
    laid: list[int]
    """By world: the marks (BIT_OF) of the cards that lie there."""
    passes: tuple[tuple[int, int, int], ...]
    """(giver, receiver, card) of the Eclipse."""

    # Tiles
    slots: list[int]
    """By slot: the tile, or NOTHING."""
    pile: Tiles
    """The top is the last."""
    drawn: int
    """The tile just drawn from the pile, while its side is being decided."""
    drawer: int
    up: list[Tiles]
    down: list[Tiles]
    lost: list[Tiles]
    """Face-down tiles that left the round unseen with their eliminated owner."""
    discard: Tiles
    """Tiles that left the round face up."""
    portals: int
    """How many Portals lie before seats, face up or down: no need to ask around for none."""
    eclipse: str
    """The side of the Eclipse: hidden until it came."""
    eclipse_came: bool

    # Roles: card i is the one dealt to seat i; swaps are public, so who knows a card can follow it
    faces: tuple[str, ...]
    """By role card: its role."""
    held: list[int]
    """The role card each seat holds now."""
    known: list[int]
    """The role cards each seat has looked at, one bit each."""
    shown: int
    """The role cards that lie face up, one bit each."""

    # Eliminations
    alive: list[bool]
    killer: int
    victim: int
    """Who is named to be eliminated, while Portals may still answer."""
    pending: tuple[int, ...]
    """Worlds completed by an eliminated Shadow's hand whose rituals are still to be performed."""

    def copy(self) -> "State":
        twin = State()
        twin.log = None
        twin.table = self.table
        twin.seed = self.seed
        twin.round = self.round
        twin.points = self.points[:]
        twin.before = self.before
        twin.history = self.history
        twin.distance = self.distance
        twin.steps_due = self.steps_due
        twin.guide = self.guide
        twin.destination = self.destination
        twin.trick = self.trick[:]
        twin.tricks = self.tricks
        twin.strays = self.strays[:]
        twin.hands = self.hands[:]
        twin.aside = self.aside[:]
        twin.laid = self.laid[:]
        twin.passes = self.passes
        twin.slots = self.slots[:]
        twin.pile = self.pile
        twin.drawn = self.drawn
        twin.drawer = self.drawer
        twin.up = self.up[:]
        twin.down = self.down[:]
        twin.lost = self.lost[:]
        twin.discard = self.discard
        twin.portals = self.portals
        twin.eclipse = self.eclipse
        twin.eclipse_came = self.eclipse_came
        twin.faces = self.faces
        twin.held = self.held[:]
        twin.known = self.known[:]
        twin.shown = self.shown
        twin.alive = self.alive[:]
        twin.killer = self.killer
        twin.victim = self.victim
        twin.pending = self.pending
        return twin


def setup(seats: int, seed: int, options: dict[str, Json]) -> State:
    """A game before the first trick of its first round."""
    state = State()
    state.log = None
    state.table = table_for(seats, options)
    state.seed = seed
    state.round = 0
    state.points = [0] * seats
    state.history = ()
    deal(state)
    return state


def deal(state: State) -> None:
    """Set up the next round: everything but points begins afresh, each thing by its own chance."""
    state.round += 1
    state.before = tuple(state.points)
    state.distance = state.table.start
    state.steps_due = 0
    state.alive = [True] * state.table.seats
    state.killer = state.victim = NOTHING
    state.pending = ()
    _deal_tiles(state)
    _deal_roles(state)
    _deal_cards(state)


def marker(state: State) -> int:
    """Who holds the first-player marker: seat 0 first, then it goes left each round."""
    return (state.round - 1) % state.table.seats


def _deal_tiles(state: State) -> None:
    """Two artefacts into the slots; the Eclipse among the others, anywhere but on top."""
    tiles = list(range(len(KIND_OF)))
    Rng.stream(state.seed, "artefacts", state.round).shuffle(tiles)
    state.slots = [tiles.pop(), tiles.pop()]
    eclipse = Rng.stream(state.seed, "eclipse", state.round)
    tiles.insert(eclipse.below(len(tiles)), ECLIPSE)
    state.pile = tuple(tiles)
    state.eclipse = eclipse.choice(DIRECTIONS)
    state.eclipse_came = False
    state.drawn = state.drawer = NOTHING
    state.up = [()] * state.table.seats
    state.down = [()] * state.table.seats
    state.lost = [()] * state.table.seats
    state.discard = ()
    state.portals = 0


def _deal_roles(state: State) -> None:
    roles = list(state.table.roles)
    Rng.stream(state.seed, "roles", state.round).shuffle(roles)
    state.faces = tuple(roles)
    state.held = list(range(state.table.seats))
    state.known = [1 << card for card in state.held]
    state.shown = 0


def _deal_cards(state: State) -> None:
    """Hands from the shuffled deck; what is left over lies face up at its worlds."""
    table = state.table
    deck = list(table.deck)
    Rng.stream(state.seed, "cards", state.round).shuffle(deck)
    state.hands = [
        tuple(sorted(deck[seat * table.hand :][: table.hand])) for seat in range(table.seats)
    ]
    state.aside = [()] * table.seats
    state.laid = [0] * table.worlds
    for card in deck[table.seats * table.hand :]:
        state.laid[WORLD_OF[card]] |= BIT_OF[card]
    state.passes = ()
    state.guide = marker(state)
    state.destination = NOTHING
    state.trick = []
    state.tricks = 0
    state.strays = [0] * table.seats
