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
    ALLIE,
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
    at, far = state.at, holds(state, seat, HANDGUN)
    here = territory(at[seat])
    targets = [
        other
        for other in others(state, seat)
        if at[other] != OFF_BOARD and (territory(at[other]) != here) == far
    ]
    return tuple(targets)


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
        if state.characters[target] == ALLIE:
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
    armed, character = mode != COUNTER, state.characters[attacker]
    if armed and is_hidden_lancer(state, attacker) and (yield asks.LANCE_REVEAL[attacker]):
        reveal(state, attacker)
    power = base + bonus(state, attacker) if armed else base
    blows = [(target, damage_to(state, target, power)) for target in targets]
    blows = [(target, damage) for target, damage in blows if damage]
    if character == BOB:
        blows = yield from _bob_may_rob(state, attacker, blows)
    draws_blood = character == VAMPIRE and bool(blows)
    if draws_blood and not state.revealed[attacker] and (yield asks.VAMPIRE_REVEAL[attacker]):
        reveal(state, attacker)
    for target, damage in blows:
        wound(state, target, damage, "attack")
    if draws_blood and state.revealed[attacker]:
        heal(state, attacker, BITE, "bite")
    rosary = armed and holds(state, attacker, ROSARY)
    hurt = [target for target, _ in blows]
    yield from bury(state, hurt, attacker, attack=True, rosary=rosary)


def bonus(state: State, attacker: int) -> int:
    """What equipment adds to a hit; the Lance serves revealed Hunters only."""
    lance = is_lancer(state, attacker) and state.revealed[attacker]
    return attack_bonus(state.gear[attacker]) + LANCE_BONUS * lance


def is_lancer(state: State, seat: int) -> bool:
    return holds(state, seat, LANCE) and FACTION[state.characters[seat]] == HUNTER


def is_hidden_lancer(state: State, seat: int) -> bool:
    return is_lancer(state, seat) and not state.revealed[seat]


def damage_to(state: State, target: int, power: int) -> int:
    """What a hit of that power does to one target: Angel and Robe protect (A5)."""
    if state.angel == target:
        return 0
    return max(0, power - holds(state, target, ROBE))


def _bob_may_rob(state: State, bob: int, blows: Blows) -> Generator[Ask, int, Blows]:
    """Robbery: from each target he would hurt enough, Bob may take equipment instead."""
    dealt = []
    for target, damage in blows:
        loot = cards_in(state.gear[target])
        index = 0
        if damage >= ROBBERY_FROM and loot:
            thefts = [asks.ROB[target, card] for card in loot]
            index = yield Ask(bob, "bob_rob", [asks.damage(target, damage), *thefts])
        if index:
            reveal(state, bob)
            transfer(state, target, bob, loot[index - 1])
        else:
            dealt.append((target, damage))
    return dealt


def _aftermath(state: State, attacker: int, targets: tuple[int, ...], mode: str) -> Steps:
    """The attack is over: its surviving targets may react, as long as the attacker lives."""
    for target in targets:
        character = state.characters[target]
        if target not in state.living or attacker not in state.living:
            continue
        if character == ALLIE:
            yield from allie_may_heal(state, target)
        elif character == WEREWOLF and mode != COUNTER and (yield asks.COUNTER[target]):
            reveal(state, target)
            yield from attack(state, target, (attacker,), COUNTER)
