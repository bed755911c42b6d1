"""The short way for bots that search: actions as numbers, played on a state without a `Game`.

>>> state = from_view(view)                 # from the view in an ask
>>> for code in actions(state):             # never empty while the game goes on
...     after = state.copy()
...     outcome = apply(after, code)        # None while the game goes on; after.mover is next
>>> option_of(code)                         # the option object to look up among those asked
"""

from engine.games.shamanix import rules
from engine.games.shamanix.actions import (
    HAND,
    SHAMAN,
    SHAMAN_FACES,
    SYMBOLS,
    Code,
    Move,
    action,
    code_of,
    codes_of,
    option_of,
    origin_of,
)
from engine.games.shamanix.board import BIT
from engine.games.shamanix.moves import is_blocked, legal_moves, survey
from engine.games.shamanix.state import State
from engine.games.shamanix.view import from_view
from engine.kernel import Outcome, Over

__all__ = ["Code", "actions", "apply", "code_of", "from_view", "option_of", "plain_actions"]


def actions(state: State) -> list[Code]:
    """Every legal action of the player to move, in the order in which an ask lists them."""
    return codes_of(legal_moves(state, survey(state)))


def plain_actions(state: State) -> list[Code]:
    """One action for each move: a totem that moves keeps its symbol, a placed one shows the first.

    A fifth of all actions and less, but they reach every position of the pieces.
    """
    return [action(one, _plain_face(state, one)) for one in legal_moves(state, survey(state))]


def _plain_face(state: State, one: Move) -> int:
    origin = origin_of(one)
    if origin == SHAMAN:
        return SHAMAN_FACES[0]
    if origin == HAND:
        return SYMBOLS[0]
    return next(s for s, face in zip(SYMBOLS, state.faces, strict=True) if face & BIT[origin])


def apply(state: State, code: Code) -> Outcome | None:
    """Act, and pass on to the next player who is not blocked; the outcome when the game ends."""
    try:
        rules.act(state, code)
        rules.pass_on(state)
        while is_blocked(survey(state)):
            rules.knock_out(state)
            rules.pass_on(state)
    except Over as over:
        return over.outcome
    return None
