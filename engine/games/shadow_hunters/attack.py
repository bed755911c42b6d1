"""One attack from the choice of targets to the last blow struck back (README, Attack)."""

from collections.abc import Generator

from engine.games.shadow_hunters import asks
from engine.games.shadow_hunters.board import OFF_BOARD, territory
from engine.games.shadow_hunters.cards import (
    HANDGUN,
    LANCE,
    MACHINE_GUN,
    MASAMUNE,
    ROBE,
    ROSARY,
    attack_bonus,
    cards_in,
)
from engine.games.shadow_hunters.characters import (
    BOB,
    CHARLES,
    FACTION,
    HIT_POINTS,
    HUNTER,
    VAMPIRE,
    WEREWOLF,
)
from engine.games.shadow_hunters.harm import allie_may_heal, bury, wound
from engine.games.shadow_hunters.state import Fight, State
from engine.games.shadow_hunters.table import (
    heal,
    holds,
    others,
    reveal,
    roll,
    roll_both,
    transfer,
)
from engine.kernel import Ask, Steps

NORMAL, REPEAT, COUNTER = "normal", "repeat", "counter"

FEAST_COST = 2
BITE = 2
LANCE_BONUS = 2
ROBBERY_FROM = 2

Blows = list[tuple[int, int]]
"""Targets with the damage each is about to take."""


def attack_step(state: State, seat: int) -> Steps:
    """The active player may attack once, and must with Masamune."""
    targets = in_range(state, seat)
    if not targets:
        return
    everybody, must = holds(state, seat, MACHINE_GUN), holds(state, seat, MASAMUNE)
    ways = (targets,) if everybody else tuple([(target,) for target in targets])
    index = yield Ask(seat, "attack", asks.attacks(ways, may_pass=not must))
    if must or index:
        yield from attack_and_feast(state, seat, ways[index if must else index - 1])


def in_range(state: State, seat: int) -> tuple[int, ...]:
    """Who stands in the attacker's own territory, or with the Handgun in the two others."""
    here, far = territory(state.at[seat]), holds(state, seat, HANDGUN)
    at = state.at
    reached = [
        other
        for other in others(state, seat)
        if at[other] != OFF_BOARD and (territory(at[other]) != here) == far
    ]
    return tuple(reached)


def attack_and_feast(state: State, seat: int, targets: tuple[int, ...]) -> Steps:
    """An attack, and Charles' Bloody Feast: more of it on those still standing (A2)."""
    yield from attack(state, seat, targets, NORMAL)
    while state.characters[seat] == CHARLES and seat in state.living:
        targets = tuple(target for target in targets if target in state.living)
        if not targets or state.damage[seat] + FEAST_COST >= HIT_POINTS[CHARLES]:
            return
        if not (yield asks.CHARLES_AGAIN[seat]):
            return
        reveal(state, seat)
        wound(state, seat, FEAST_COST, "bloody_feast")
        yield from attack(state, seat, targets, REPEAT)


def attack(state: State, attacker: int, targets: tuple[int, ...], mode: str) -> Steps:
    """Declare, roll, strike all targets at one moment, and let them strike back."""
    state.fight = Fight(attacker, targets, mode)
    state.tell("attack", attacker=attacker, targets=list(targets), mode=mode)
    for target in targets:
        yield from allie_may_heal(state, target)
    base = _roll_attack(state, attacker, mode)
    state.fight = Fight(attacker, targets, mode, base)
    if base:
        yield from _strike(state, attacker, targets, base, mode)
    yield from _aftermath(state, attacker, targets, mode)


def _roll_attack(state: State, attacker: int, mode: str) -> int:
    """The difference of the dice, or with Masamune the four-sided die alone."""
    if mode != COUNTER and holds(state, attacker, MASAMUNE):
        return roll(state, attacker, 4, "attack")
    six, four = roll_both(state, attacker, "attack")
    return abs(six - four)


def _strike(state: State, attacker: int, targets: tuple[int, ...], base: int, mode: str) -> Steps:
    """The dice have hit: what the attacker may still decide, the damage, and the deaths of it."""
    power = base
    if mode != COUNTER:
        yield from _lance_may_reveal(state, attacker)
        power += bonus(state, attacker)
    blows = [(target, damage_to(state, target, power)) for target in targets]
    yield from _vampire_may_reveal(state, attacker, blows)
    blows = yield from _bob_may_rob(state, attacker, blows)
    hurt = [target for target, damage in blows if damage]
    for target, damage in blows:
        if damage:
            wound(state, target, damage, "attack")
    if hurt and state.characters[attacker] == VAMPIRE and state.revealed[attacker]:
        heal(state, attacker, BITE, "bite")
    rosary = mode != COUNTER and holds(state, attacker, ROSARY)
    yield from bury(state, hurt, attacker, attack=True, rosary=rosary)


def bonus(state: State, attacker: int) -> int:
    """What equipment adds to a hit; the Lance serves revealed Hunters only."""
    lance = is_lancer(state, attacker) and state.revealed[attacker]
    return attack_bonus(state.gear[attacker]) + LANCE_BONUS * lance


def is_lancer(state: State, seat: int) -> bool:
    return holds(state, seat, LANCE) and FACTION[state.characters[seat]] == HUNTER


def damage_to(state: State, target: int, power: int) -> int:
    """What a hit of that power does to one target: Angel and Robe protect (A5)."""
    if state.angel == target:
        return 0
    return max(0, power - holds(state, target, ROBE))


def _lance_may_reveal(state: State, attacker: int) -> Steps:
    """A hidden Hunter may reveal on seeing the dice, to strike with the Lance."""
    may = is_lancer(state, attacker) and not state.revealed[attacker]
    if may and (yield asks.LANCE_REVEAL[attacker]):
        reveal(state, attacker)


def _vampire_may_reveal(state: State, attacker: int, blows: Blows) -> Steps:
    """A hidden Vampire about to draw blood may reveal, to heal by it."""
    if state.characters[attacker] != VAMPIRE or state.revealed[attacker]:
        return
    if any(damage for _, damage in blows) and (yield asks.VAMPIRE_REVEAL[attacker]):
        reveal(state, attacker)


def _bob_may_rob(state: State, attacker: int, blows: Blows) -> Generator[Ask, int, Blows]:
    """Robbery: from each target he would hurt enough, Bob may take equipment instead."""
    if state.characters[attacker] != BOB:
        return blows
    kept = []
    for target, damage in blows:
        loot = cards_in(state.gear[target])
        index = 0
        if damage >= ROBBERY_FROM and loot:
            thefts = [asks.ROB[target, card] for card in loot]
            index = yield Ask(attacker, "bob_rob", [asks.damage(target, damage), *thefts])
        if index:
            reveal(state, attacker)
            transfer(state, target, attacker, loot[index - 1])
        else:
            kept.append((target, damage))
    return kept


def _aftermath(state: State, attacker: int, targets: tuple[int, ...], mode: str) -> Steps:
    """The attack is over: its surviving targets may react, as long as the attacker lives."""
    for target in targets:
        if target in state.living and attacker in state.living:
            yield from allie_may_heal(state, target)
            if mode != COUNTER:
                yield from _werewolf_may_counter(state, target, attacker)


def _werewolf_may_counter(state: State, wolf: int, attacker: int) -> Steps:
    """Counterattack: whatever the attack did to him, the Werewolf may strike back, unarmed."""
    if state.characters[wolf] == WEREWOLF and (yield asks.COUNTER[wolf]):
        reveal(state, wolf)
        yield from attack(state, wolf, (attacker,), COUNTER)
