"""A player's turn: start, move, location, attack, end; and the quick start before the first."""

from collections.abc import Callable, Generator

from engine.games.shadow_hunters import asks
from engine.games.shadow_hunters.attack import attack_step
from engine.games.shadow_hunters.board import (
    ALTAR,
    ANYWHERE,
    BY_TOTAL,
    CEMETERY,
    CHURCH,
    GATE,
    HERMIT,
    LOCATIONS,
    OFF_BOARD,
    WOODS,
    adjacent,
)
from engine.games.shadow_hunters.cards import BROOCH, COMPASS, DARKNESS, LIGHT, NO_CARD, VISION
from engine.games.shadow_hunters.characters import ALLIE, DANIEL, EMI, FRANKLIN, GEORGE
from engine.games.shadow_hunters.effects import draw_open
from engine.games.shadow_hunters.harm import allie_may_heal, end_angel, harm
from engine.games.shadow_hunters.state import State
from engine.games.shadow_hunters.table import (
    around,
    can_draw,
    heal,
    holds,
    others,
    reveal,
    roll,
    roll_both,
    thefts,
    transfer,
)
from engine.games.shadow_hunters.victory import turn_cap_reached
from engine.games.shadow_hunters.visions import draw_vision
from engine.kernel import Ask, Steps

Number = Generator[Ask, int, int]
"""Rules in progress that come out at a slot of the board or a total of the dice."""


def turn(state: State) -> Steps:
    """One turn of one player."""
    play = quick_start if state.opening else player_turn
    return play(state, state.active)


def player_turn(state: State, seat: int) -> Steps:
    """Start, move, location, attack; a player who dies on the way does not attack."""
    begin_turn(state, seat)
    yield from start_window(state, seat)
    if state.characters[seat] in START_POWERS:
        yield from start_power(state, seat)
    yield from move(state, seat)
    yield from use_location(state, seat)
    if seat in state.living:
        yield from attack_step(state, seat)
    end_turn(state, seat)


def begin_turn(state: State, seat: int) -> None:
    """Count the turn; the Guardian Angel's time is up."""
    if state.turn == state.rules.turn_cap:
        raise turn_cap_reached(state)
    state.turn += 1
    state.tell("turn_start", seat=seat, turn=state.turn)
    if state.angel == seat:
        end_angel(state)


def end_turn(state: State, seat: int) -> None:
    """Concealed Knowledge keeps a living player going; else the next living player is up."""
    again = state.extra_turn and seat in state.living
    state.extra_turn, state.card, state.fight = False, NO_CARD, None
    if again:
        state.tell("extra_turn", seat=seat)
    else:
        state.active = others(state, seat)[0]


def start_window(state: State, seat: int) -> Steps:
    """Anybody hidden but Daniel may reveal, Allie may heal: clockwise from the player (A21)."""
    for one in around(state, seat):
        character = state.characters[one]
        if not state.revealed[one] and character != DANIEL and (yield asks.REVEAL[one]):
            reveal(state, one)
        if character == ALLIE:
            yield from allie_may_heal(state, one)


START_POWERS = {FRANKLIN: ("lightning", 6), GEORGE: ("demolish", 4)}
"""What Franklin and George may do once: the die another player takes as damage."""


def start_power(state: State, seat: int) -> Steps:
    """Lightning or Demolish: once, before moving, another player takes a die of damage."""
    if state.power_used[seat]:
        return
    name, sides = START_POWERS[state.characters[seat]]
    targets = others(state, seat)
    index = yield Ask(seat, "start_power", [asks.WAIT, *(asks.STRIKE[to] for to in targets)])
    if index:
        reveal(state, seat)
        state.power_used[seat] = True
        state.tell("power", seat=seat, target=targets[index - 1], power=name)
        yield from harm(state, [targets[index - 1]], roll(state, seat, sides, name), name, seat)


def move(state: State, seat: int) -> Steps:
    """Go to another location: by dice, or being Emi to a neighbouring one."""
    slot = OFF_BOARD
    if state.characters[seat] == EMI and state.at[seat] != OFF_BOARD:
        slot = yield from teleport(state, seat)
    if slot == OFF_BOARD:
        total = yield from roll_to_move(state, seat)
        slot = yield from choose_slot(state, seat, BY_TOTAL[total], "choose_location")
    go(state, seat, slot)


def go(state: State, seat: int, slot: int) -> None:
    state.at[seat] = slot
    state.tell("move", seat=seat, slot=slot, location=LOCATIONS[state.board[slot]])


def teleport(state: State, seat: int) -> Number:
    """Where Emi goes without dice; off the board if she rolls like everybody else."""
    slots = adjacent(state.at[seat])
    options = [asks.ROLL, *(asks.TELEPORT[state.board[slot]] for slot in slots)]
    index = yield Ask(seat, "move_mode", options)
    if not index:
        return OFF_BOARD
    reveal(state, seat)
    return slots[index - 1]


def roll_to_move(state: State, seat: int) -> Number:
    """The total of the dice; with the Compass the better of two rolls (A16)."""
    total = roll_elsewhere(state, seat)
    if holds(state, seat, COMPASS):
        other = roll_elsewhere(state, seat)
        if BY_TOTAL[total] != BY_TOTAL[other]:
            options = [asks.TOTAL[total], asks.TOTAL[other]]
            total = (total, other)[(yield Ask(seat, "compass_pick", options))]
    return total


def roll_elsewhere(state: State, seat: int) -> int:
    """Roll until the dice lead away from where the player is."""
    at = state.at[seat]
    here = state.board[at] if at != OFF_BOARD else None
    total = sum(roll_both(state, seat, "move"))
    while BY_TOTAL[total] == here:
        total = sum(roll_both(state, seat, "move"))
    return total


def choose_slot(state: State, seat: int, place: int, kind: str) -> Number:
    """The slot of that location; of anywhere, the one the player chooses but where he is."""
    if place != ANYWHERE:
        return state.board.index(place)
    slots = [slot for slot in range(6) if slot != state.at[seat]]
    return slots[(yield Ask(seat, kind, [asks.GO[state.board[slot]] for slot in slots]))]


def use_location(state: State, seat: int) -> Steps:
    """What the location offers, to take or leave."""
    return LOCATION_EFFECTS[state.board[state.at[seat]]](state, seat)


def cards_from(*decks: int) -> Callable[[State, int], Steps]:
    """Draw a card from one of these decks."""

    def effect(state: State, seat: int) -> Steps:
        full = tuple([deck for deck in decks if can_draw(state, deck)])
        index = yield Ask(seat, "location_use", asks.draws(full))
        if index:
            yield from draw_card(state, seat, full[index - 1])

    return effect


def draw_card(state: State, seat: int, deck: int) -> Steps:
    if deck == VISION:
        return draw_vision(state, seat, others(state, seat))
    return draw_open(state, seat, deck)


def woods(state: State, seat: int) -> Steps:
    """Anybody, oneself included, takes 2, unless the Brooch forbids it, or heals 1."""
    deeds = [
        (action, target)
        for target in [*others(state, seat), seat]
        for action in ("damage", "heal")
        if action == "heal" or not holds(state, target, BROOCH)
    ]
    options = [asks.SKIP, *(asks.WOODS[deed] for deed in deeds)]
    index = yield Ask(seat, "location_use", options)
    if index:
        action, target = deeds[index - 1]
        if action == "damage":
            yield from harm(state, [target], 2, "woods", seat)
        else:
            heal(state, target, 1, "woods")


def altar(state: State, seat: int) -> Steps:
    """Take an equipment from another player."""
    prey = thefts(state, seat)
    index = yield Ask(seat, "location_use", [asks.SKIP, *(asks.ALTAR[theft] for theft in prey)])
    if index:
        victim, card = prey[index - 1]
        transfer(state, victim, seat, card)


LOCATION_EFFECTS: dict[int, Callable[[State, int], Steps]] = {
    HERMIT: cards_from(VISION),
    GATE: cards_from(LIGHT, DARKNESS, VISION),
    CHURCH: cards_from(LIGHT),
    CEMETERY: cards_from(DARKNESS),
    WOODS: woods,
    ALTAR: altar,
}


def quick_start(state: State, seat: int) -> Steps:
    """First everybody is placed by dice, then everybody gives the left neighbour a Vision."""
    if state.opening > state.seats:
        place = BY_TOTAL[sum(roll_both(state, seat, "move"))]
        slot = yield from choose_slot(state, seat, place, "quick_start_place")
        go(state, seat, slot)
    else:
        yield from draw_vision(state, seat, others(state, seat)[:1])
    state.opening -= 1
    state.active = others(state, seat)[0]
