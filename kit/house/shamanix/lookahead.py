"""Looking ahead in Shamanix: all actions now, the best few of them further, and so on.

Values are always those for one seat: it takes the action of the highest, and the others, as far as
it can tell, that of the lowest. Within the search a totem keeps its symbol, which leaves a fifth of
the actions; an alpha-beta window cuts off what cannot matter. How many actions are followed up at
each depth is fixed, so the work is bounded without a look at the clock.
"""

from collections.abc import Sequence
from math import inf
from random import Random
from typing import NamedTuple

from engine.games.shamanix import search
from engine.games.shamanix.moves import legal_moves
from engine.games.shamanix.state import State
from kit.house.shamanix.position import lie_of, value

WHIM = 0.4
"""Differences below this do not decide."""
NO_CODE: search.Code = -1


class Line(NamedTuple):
    """An action, where it leads, whether the game goes on there, and what it is worth now."""

    worth: float
    code: search.Code
    state: State
    goes_on: bool


def lines(state: State, seat: int, codes: Sequence[search.Code]) -> list[Line]:
    """These actions, the best for the player to move first."""
    tried = []
    for code in codes:
        after = state.copy()
        outcome = search.apply(after, code)
        tried.append(Line(value(after, outcome, seat), code, after, outcome is None))
    tried.sort(key=lambda line: line.worth, reverse=state.mover == seat)
    return tried


def choose(state: State, widths: Sequence[int], mood: Random) -> search.Code:
    """The action that looks best after looking so many replies and answers ahead.

    Where two are about as good it is a matter of mood, or else every game would be the same.
    """
    seat, best, choice = state.mover, -inf, NO_CODE
    for line in lines(state, seat, search.plain_actions(state))[: widths[0]]:
        fancy = WHIM * mood.random()
        worth = worth_of(line, seat, widths[1:], best - fancy, inf) + fancy
        if choice == NO_CODE or worth > best:
            best, choice = worth, line.code
    return best_symbol(state, choice)


def worth_of(line: Line, seat: int, widths: Sequence[int], low: float, high: float) -> float:
    """What a line is worth when followed up; outside low and high only on which side it is."""
    if not line.goes_on:
        return line.worth
    if not widths:
        return last_worth(line.state, seat, low, high)
    mine = line.state.mover == seat
    followed = lines(line.state, seat, search.plain_actions(line.state))[: widths[0]]
    best = -inf if mine else inf
    for reply in followed:
        worth = worth_of(reply, seat, widths[1:], low, high)
        best = max(best, worth) if mine else min(best, worth)
        low, high = (max(low, best), high) if mine else (low, min(high, best))
        if low >= high:
            break
    return best


def last_worth(state: State, seat: int, low: float, high: float) -> float:
    """The value after the best last action of whoever is to move, or enough of it to be cut off."""
    mine = state.mover == seat
    best = -inf if mine else inf
    for code in search.plain_actions(state):
        after = state.copy()
        worth = value(after, search.apply(after, code), seat)
        best = max(best, worth) if mine else min(best, worth)
        if best >= high if mine else best <= low:
            break
    return best


def best_symbol(state: State, chosen: search.Code) -> search.Code:
    """The same move with the symbol that leaves the most moves for the next turn."""
    seat = state.mover
    wanted = search.option_of(chosen)

    def freedom(code: search.Code) -> int:
        after = state.copy()
        if search.apply(after, code) is not None:
            return 0
        lie = lie_of(after, seat)
        after.mover = seat
        return len(legal_moves(after, lie))

    alike = [code for code in search.actions(state) if same_move(search.option_of(code), wanted)]
    return max(alike, key=freedom)


def same_move(one: dict[str, object], other: dict[str, object]) -> bool:
    """Whether two actions differ in nothing but the symbol shown."""
    return {**one, "symbol": 0} == {**other, "symbol": 0}
