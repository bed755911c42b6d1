"""Damage and what follows from it: death, Daniel's reveal, loot, Allie's mercy on herself."""

from collections.abc import Iterable

from engine.games.shadow_hunters import asks
from engine.games.shadow_hunters.board import OFF_BOARD
from engine.games.shadow_hunters.cards import ANGEL, ROBE, cards_in
from engine.games.shadow_hunters.characters import (
    ALLIE,
    CHARLES,
    DANIEL,
    FRAIL,
    HIT_POINTS,
    SLUG,
    mask,
)
from engine.games.shadow_hunters.state import NOBODY, State
from engine.games.shadow_hunters.table import (
    clockwise,
    discard,
    hand_over,
    heal_fully,
    holds,
    lose_everything,
    reveal,
)
from engine.games.shadow_hunters.victory import check_victory
from engine.kernel import Ask, Steps


def harm(state: State, seats: Iterable[int], amount: int, source: str, by: int) -> Steps:
    """Damage that is no attack, to all of these seats at one moment; then the deaths of it."""
    hurt = []
    for seat in seats:
        spared = state.rules.robe_scope == "all" and holds(state, seat, ROBE)
        if amount > spared:
            wound(state, seat, amount - spared, source)
            hurt.append(seat)
    yield from bury(state, hurt, by)
    for seat in hurt:
        yield from allie_may_heal(state, seat)


def wound(state: State, seat: int, amount: int, source: str) -> None:
    """Move the marker; who outlives this much is none of the frailer characters."""
    limit = HIT_POINTS[state.characters[seat]]
    state.damage[seat] = min(state.damage[seat] + amount, limit)
    state.tell("damage", seat=seat, amount=amount, source=source)
    if state.damage[seat] < limit:
        state.ruled_out[seat] |= FRAIL[state.damage[seat]]


def allie_may_heal(state: State, seat: int) -> Steps:
    """Mother's Love: once per game, in any of her windows, Allie loses all damage."""
    if state.characters[seat] != ALLIE or seat not in state.living:
        return
    if state.power_used[seat] or not state.damage[seat]:
        return
    if (yield asks.ALLIE_HEAL[seat]):
        reveal(state, seat)
        state.power_used[seat] = True
        heal_fully(state, seat, "mothers_love")


def bury(
    state: State, hurt: list[int], killer: int, *, attack: bool = False, rosary: bool = False
) -> Steps:
    """The deaths of one moment: the dead, then Daniel, are revealed, loot is taken, who has won?"""
    fallen = [seat for seat in hurt if state.damage[seat] >= HIT_POINTS[state.characters[seat]]]
    if not fallen:
        return
    for seat in fallen:
        _die(state, seat, killer)
    if not state.first_dead:
        state.first_dead = tuple(fallen)
    _reveal_daniel(state)
    kill_of_the_feast = attack and len(state.dead) >= state.rules.charles_deaths
    state.feasted = kill_of_the_feast and state.characters[killer] == CHARLES
    for seat in clockwise(tuple(fallen), killer):
        yield from _loot(state, killer, seat, attack=attack, rosary=rosary)
    check_victory(state)
    if kill_of_the_feast:
        state.ruled_out[killer] |= mask(CHARLES)


def _die(state: State, seat: int, killer: int) -> None:
    state.living = tuple(one for one in state.living if one != seat)
    state.revealed[seat] = True
    state.at[seat] = OFF_BOARD
    state.dead += (seat,)
    culprit = None if killer == seat else killer
    state.tell("death", seat=seat, character=SLUG[state.characters[seat]], killer=culprit)
    if state.angel == seat:
        end_angel(state)


def end_angel(state: State) -> None:
    """The Guardian Angel leaves."""
    discard(state, ANGEL)
    state.tell("angel_gone", seat=state.angel)
    state.angel = NOBODY


def _reveal_daniel(state: State) -> None:
    """Somebody died: Daniel must reveal, and who stays hidden is not he."""
    for seat in state.living:
        if not state.revealed[seat]:
            if state.characters[seat] == DANIEL:
                reveal(state, seat)
            else:
                state.ruled_out[seat] |= mask(DANIEL)


def _loot(state: State, killer: int, victim: int, *, attack: bool, rosary: bool) -> Steps:
    """A living killer takes one equipment, or all with the Rosary; the rest is discarded."""
    if _may_loot(state, killer, victim, attack=attack):
        if rosary:
            for card in cards_in(state.gear[victim]):
                hand_over(state, victim, killer, card)
        else:
            yield from _take_one(state, killer, victim)
    lose_everything(state, victim)


def _may_loot(state: State, killer: int, victim: int, *, attack: bool) -> bool:
    allowed = attack or state.rules.loot_scope == "kills"
    return allowed and killer in state.living and state.gear[victim] != 0


def _take_one(state: State, killer: int, victim: int) -> Steps:
    spoils = cards_in(state.gear[victim])
    options = [*(asks.LOOT[victim, card] for card in spoils), asks.LEAVE[victim]]
    index = yield Ask(killer, "loot", options)
    if index < len(spoils):
        hand_over(state, victim, killer, spoils[index])
