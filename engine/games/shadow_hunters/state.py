"""Everything there is on and around the table between two decisions, and how it is set up."""

from typing import NamedTuple, Self

from engine import kernel
from engine.games.shadow_hunters import cards, characters
from engine.games.shadow_hunters.board import LOCATIONS, OFF_BOARD
from engine.games.shadow_hunters.cards import DECKS, NO_CARD
from engine.rng import Rng
from engine.spec import BadOptions, Options

NOBODY = -1


class HouseRules(NamedTuple):
    """How a table settles what the printed rules leave open (README, Options)."""

    charles_deaths: int = 3
    robe_scope: str = "attacks"
    loot_scope: str = "kills"
    dynamite_scope: str = "location"
    turn_cap: int = 300


class Answer(NamedTuple):
    """What everybody sees come of a Vision: the amounts are those printed on the card."""

    outcome: str
    amount: int = 0
    equipment: int = NO_CARD


PENDING = Answer("pending")


class Vision(NamedTuple):
    """One Vision drawn: what was on it, who gave it to whom, and what came of it."""

    card: int
    giver: int
    receiver: int = NOBODY
    answer: Answer = PENDING
    unhurt: bool = False
    """Whether the receiver had no damage then: some Visions hurt only the unhurt."""

    def known_to(self, seat: int | None) -> bool:
        """Whether the seat has held the card."""
        return seat is not None and seat in (self.giver, self.receiver)


class Fight(NamedTuple):
    """An attack: `roll` is None before the dice, else what they gave."""

    attacker: int
    targets: tuple[int, ...]
    mode: str
    roll: int | None = None


class State(kernel.State):
    """One table. Seats index the lists; masks hold one bit for each card or character."""

    __slots__ = (
        "active",
        "angel",
        "at",
        "board",
        "card",
        "characters",
        "damage",
        "dead",
        "deck_chance",
        "dice",
        "discards",
        "extra_turn",
        "feasted",
        "fight",
        "first_dead",
        "gear",
        "living",
        "opening",
        "piles",
        "power_used",
        "revealed",
        "ruled_out",
        "rules",
        "seats",
        "turn",
        "visions",
    )

    seats: int
    rules: HouseRules
    board: tuple[int, ...]
    """The location on each slot."""
    characters: tuple[int, ...]
    turn: int
    """How many turns have begun; those of the quick start do not count."""
    opening: int
    """How many turns of the quick start are left."""
    active: int
    extra_turn: bool
    """Whether the active player goes on after this turn."""
    damage: list[int]
    at: list[int]
    """The slot each seat stands on."""
    gear: list[int]
    """The equipment of each seat, as a mask."""
    living: tuple[int, ...]
    """The living, in the order of their seats."""
    revealed: list[bool]
    power_used: list[bool]
    """Whether the power of a character who has it once per game is gone."""
    ruled_out: list[int]
    """The characters each seat cannot be, by what everybody has seen, as a mask."""
    angel: int
    """The seat under the Guardian Angel."""
    dead: tuple[int, ...]
    first_dead: tuple[int, ...]
    """Who died at the moment of the first death."""
    feasted: bool
    """Whether Charles has made the kill that wins."""
    piles: list[tuple[int, ...]]
    """The three draw piles; the top card is the last."""
    discards: list[tuple[int, ...]]
    card: int
    """The Light or Darkness card drawn this turn."""
    visions: tuple[Vision, ...]
    """Every Vision drawn so far; each run through the deck takes sixteen."""
    fight: Fight | None
    """The last attack of this turn. Like `card` it stays until the turn is over: were it taken away
    sooner, with nothing to be heard, the public could tell that somebody is being asked something.
    """
    dice: list[Rng]
    """Each seat's own dice. Chance is replaced when used, never changed, so that copies of a state
    may share it."""
    deck_chance: list[Rng]
    """What each deck is shuffled with."""

    def copy(self) -> Self:
        twin = type(self)()
        twin.log = None
        twin.seats, twin.rules, twin.board = self.seats, self.rules, self.board
        twin.characters, twin.visions = self.characters, self.visions
        twin.turn, twin.opening, twin.active = self.turn, self.opening, self.active
        twin.extra_turn, twin.feasted, twin.angel = self.extra_turn, self.feasted, self.angel
        twin.living, twin.dead, twin.first_dead = self.living, self.dead, self.first_dead
        twin.card, twin.fight = self.card, self.fight
        twin.damage, twin.at, twin.gear = self.damage[:], self.at[:], self.gear[:]
        twin.revealed, twin.power_used = self.revealed[:], self.power_used[:]
        twin.ruled_out = self.ruled_out[:]
        twin.piles, twin.discards = self.piles[:], self.discards[:]
        twin.dice, twin.deck_chance = self.dice[:], self.deck_chance[:]
        return twin


def setup(seats: int, seed: int, options: Options) -> State:
    """A table before its first turn: board and decks shuffled, characters dealt, nobody placed."""
    chance = Rng.stream(seed, "board")
    board = list(range(len(LOCATIONS)))
    chance.shuffle(board)
    state = bare(seats, tuple(board), characters.deal(seats, Rng.stream(seed, "characters")))
    state.active = chance.below(seats)
    state.dice = [Rng.stream(seed, "dice", seat) for seat in range(seats)]
    state.deck_chance = [Rng.stream(seed, deck) for deck in DECKS]
    state.piles = [shuffled(cards.deck(which), state.deck_chance[which]) for which in range(3)]
    _take_options(state, options)
    return state


def bare(seats: int, board: tuple[int, ...], dealt: tuple[int, ...]) -> State:
    """A table with nothing on it but the locations: no cards, no dice, seat 0 to move."""
    state = State()
    state.log = None
    state.seats, state.board, state.characters = seats, board, dealt
    state.rules = HouseRules()
    state.turn = state.opening = state.active = 0
    state.extra_turn = state.feasted = False
    state.damage, state.gear, state.ruled_out = [0] * seats, [0] * seats, [0] * seats
    state.at = [OFF_BOARD] * seats
    state.living = tuple(range(seats))
    state.revealed, state.power_used = [False] * seats, [False] * seats
    state.angel = NOBODY
    state.dead = state.first_dead = ()
    state.piles, state.discards = [(), (), ()], [(), (), ()]
    state.card, state.visions, state.fight = NO_CARD, (), None
    state.dice, state.deck_chance = [], []
    return state


def shuffled(pile: tuple[int, ...], chance: Rng) -> tuple[int, ...]:
    """The cards in a new order, which depends on chance and not on the order they had."""
    mixed = sorted(pile)
    chance.shuffle(mixed)
    return tuple(mixed)


def _take_options(state: State, options: Options) -> None:
    rules = dict(options)
    if rules.pop("quick_start"):
        if state.seats < 6:
            raise BadOptions(f"option quick_start needs 6 seats or more, not {state.seats}")
        state.opening = 2 * state.seats
    state.rules = HouseRules(**rules)
