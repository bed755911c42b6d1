"""What the Light and Darkness cards do when drawn."""

from collections.abc import Callable, Generator, Sequence

from engine.games.shadow_hunters import asks
from engine.games.shadow_hunters.board import ANYWHERE, BY_TOTAL, territory
from engine.games.shadow_hunters.cards import (
    ADVENT,
    ANGEL,
    BANANA,
    BAT,
    BLESSING,
    CARDS,
    CHOCOLATE,
    CONCEALED,
    DECKS,
    DOLL,
    DYNAMITE,
    FIRST_AID,
    FLARE,
    GOBLIN,
    HOLY_WATER,
    MIRROR,
    RITUAL,
    SLUG,
    SPIDER,
    TALISMAN,
    cards_in,
)
from engine.games.shadow_hunters.characters import (
    ALLIE,
    EMI,
    HUNTERS,
    SHADOWS,
    UNKNOWN,
    VAMPIRE,
    WEREWOLF,
    mask,
)
from engine.games.shadow_hunters.harm import harm
from engine.games.shadow_hunters.state import State
from engine.games.shadow_hunters.table import (
    around,
    discard,
    draw,
    equip,
    heal,
    heal_fully,
    holds,
    others,
    reveal,
    roll,
    roll_both,
    thefts,
    transfer,
)
from engine.kernel import Ask, Steps

Target = Generator[Ask, int, int]
"""Rules in progress that come out at a target."""

Effect = Callable[[State, int], Steps | None]
"""(state, drawer) -> what the card does."""


def draw_open(state: State, seat: int, deck: int) -> Steps:
    """Draw a Light or Darkness card for all to see: keep equipment, resolve anything else."""
    card = draw(state, deck)
    state.card = card
    state.tell("draw", seat=seat, deck=DECKS[deck], card=SLUG[card])
    if CARDS[card].equipment:
        equip(state, seat, card)
        return
    if card != ANGEL:
        discard(state, card)
    yield from EFFECTS[card](state, seat) or ()


def recovery(eligible: int) -> Effect:
    """One of these characters loses all damage, if revealed or ready to reveal for it."""

    def effect(state: State, seat: int) -> Steps:
        name = SLUG[state.card]
        may = eligible >> state.characters[seat] & 1
        if may and (state.revealed[seat] or (yield asks.CARD_REVEAL[seat])):
            reveal(state, seat)
            heal_fully(state, seat, name)
        else:
            state.tell("no_effect", seat=seat, card=name)

    return effect


def blessing(state: State, seat: int) -> Steps:
    """Another player heals a six-sided die."""
    target = yield from _target(state, seat, others(state, seat))
    heal(state, target, roll(state, seat, 6, "blessing"), "blessing")


def concealed(state: State, seat: int) -> None:
    """After this turn the drawer takes another."""
    state.extra_turn = True


def mirror(state: State, seat: int) -> None:
    """A hidden Vampire or Werewolf must reveal; whoever stays hidden is neither."""
    hidden = not state.revealed[seat]
    if hidden and state.characters[seat] in (VAMPIRE, WEREWOLF):
        reveal(state, seat)
        return
    if hidden:
        state.ruled_out[seat] |= mask(VAMPIRE, WEREWOLF)
    state.tell("no_effect", seat=seat, card="mirror")


def first_aid(state: State, seat: int) -> Steps:
    """Anybody's damage becomes 7, be that more or less."""
    target = yield from _target(state, seat, [*others(state, seat), seat])
    state.damage[target] = 7
    state.tell("set_damage", seat=target, damage=7, source="first_aid")


def flare(state: State, seat: int) -> Steps:
    """Everybody else takes 2 at one moment."""
    yield from harm(state, others(state, seat), 2, "flare", seat)


def angel(state: State, seat: int) -> None:
    """Attacks do nothing to the drawer until the next turn of his."""
    state.angel = seat


def holy_water(state: State, seat: int) -> None:
    """The drawer heals 2."""
    heal(state, seat, 2, "holy_water")


def banana(state: State, seat: int) -> Steps:
    """The drawer must give an equipment away, or having none takes 1."""
    gifts = [(to, card) for card in cards_in(state.gear[seat]) for to in others(state, seat)]
    if gifts:
        index = yield Ask(seat, "banana_give", [asks.BANANA[gift] for gift in gifts])
        receiver, card = gifts[index]
        transfer(state, seat, receiver, card)
    else:
        yield from harm(state, [seat], 1, "banana", seat)


def spider(state: State, seat: int) -> Steps:
    """Another player takes 2, and then the drawer does (A15)."""
    target = yield from _target(state, seat, others(state, seat))
    yield from _bite(state, target, 2, "spider", seat)
    yield from _bite(state, seat, 2, "spider", seat)


def dynamite(state: State, seat: int) -> Steps:
    """Everybody where the dice say takes 3, the drawer too; 7 is nowhere (A7)."""
    place = BY_TOTAL[sum(roll_both(state, seat, "dynamite"))]
    if place == ANYWHERE:
        state.tell("no_effect", seat=seat, card="dynamite")
        return
    slot = state.board.index(place)
    victims = [victim for victim in around(state, seat) if _blown_up(state, victim, slot)]
    yield from harm(state, victims, 3, "dynamite", seat)


def _blown_up(state: State, victim: int, slot: int) -> bool:
    at = state.at[victim]
    if state.rules.dynamite_scope == "territory":
        near = territory(at) == territory(slot)
    else:
        near = at == slot
    return near and not holds(state, victim, TALISMAN)


def goblin(state: State, seat: int) -> Steps:
    """The drawer must steal an equipment, if anybody else has one."""
    prey = thefts(state, seat)
    if prey:
        victim, card = prey[(yield Ask(seat, "steal", [asks.STEAL[theft] for theft in prey]))]
        transfer(state, victim, seat, card)
    else:
        state.tell("no_effect", seat=seat, card="goblin")


def doll(state: State, seat: int) -> Steps:
    """Another player takes 3 on a 1 to 4, the drawer on a 5 or 6."""
    target = yield from _target(state, seat, others(state, seat))
    victim = target if roll(state, seat, 6, "doll") <= 4 else seat
    yield from harm(state, [victim], 3, "doll", seat)


def bat(state: State, seat: int) -> Steps:
    """Another player takes 2, then the drawer heals 1, whatever came of it (A10)."""
    target = yield from _target(state, seat, others(state, seat))
    yield from _bite(state, target, 2, "bat", seat)
    heal(state, seat, 1, "bat")


def _bite(state: State, victim: int, amount: int, source: str, by: int) -> Steps:
    """Damage the Talisman keeps off."""
    if not holds(state, victim, TALISMAN):
        yield from harm(state, [victim], amount, source, by)


def _target(state: State, seat: int, targets: Sequence[int]) -> Target:
    """Whom the card is for."""
    index = yield Ask(seat, "card_target", [asks.TARGET[target] for target in targets])
    state.tell("card_target", seat=seat, target=targets[index], card=SLUG[state.card])
    return targets[index]


EFFECTS: dict[int, Effect] = {
    ADVENT: recovery(HUNTERS),
    BLESSING: blessing,
    CHOCOLATE: recovery(mask(ALLIE, EMI, UNKNOWN)),
    CONCEALED: concealed,
    MIRROR: mirror,
    FIRST_AID: first_aid,
    FLARE: flare,
    ANGEL: angel,
    HOLY_WATER: holy_water,
    BANANA: banana,
    SPIDER: spider,
    RITUAL: recovery(SHADOWS),
    DYNAMITE: dynamite,
    GOBLIN: goblin,
    DOLL: doll,
    BAT: bat,
}
