"""Who has won, and when a game ends (README, Victory)."""

from collections.abc import Callable

from engine.games.shadow_hunters.characters import (
    ALLIE,
    BOB,
    CHARLES,
    DANIEL,
    FACTION,
    FACTIONS,
    HUNTER,
    NEUTRAL,
    SHADOW,
    SLUG,
    mask,
)
from engine.games.shadow_hunters.state import State
from engine.kernel import Outcome, Over, SeatRole, placements_by

BOBS_RICHES = 5
NEUTRAL_DEATHS = 3


def check_victory(state: State) -> None:
    """End the game at once if somebody's condition to end it holds."""
    reasons = [name for name, holds in ENDINGS if holds(state)]
    if reasons:
        raise end(state, "+".join(reasons), [wins(state, seat) for seat in range(state.seats)])
    _rule_out_bob(state)


def turn_cap_reached(state: State) -> Over:
    """The end of a game that never would: nobody has won, not even Allie (A18)."""
    return end(state, "turn_cap", [False] * state.seats)


def wins(state: State, seat: int) -> bool:
    """Whether that seat is among the winners if the game ends now."""
    character = state.characters[seat]
    if FACTION[character] == HUNTER:
        return hunters_win(state)
    if FACTION[character] == SHADOW:
        return shadows_win(state)
    return NEUTRAL_WINS[character](state, seat)


def hunters_win(state: State) -> bool:
    return not _lives(state, SHADOW)


def shadows_win(state: State) -> bool:
    dead_neutrals = sum(FACTION[state.characters[seat]] == NEUTRAL for seat in state.dead)
    return dead_neutrals >= NEUTRAL_DEATHS or not _lives(state, HUNTER)


def bob_wins(state: State) -> bool:
    return any(
        character == BOB and _is_rich_bob(state, seat)
        for seat, character in enumerate(state.characters)
    )


def charles_wins(state: State) -> bool:
    return state.feasted


def daniel_died_first(state: State) -> bool:
    return any(state.characters[seat] == DANIEL for seat in state.first_dead)


ENDINGS: tuple[tuple[str, Callable[[State], bool]], ...] = (
    ("hunters", hunters_win),
    ("shadows", shadows_win),
    ("bob", bob_wins),
    ("charles", charles_wins),
    ("daniel", daniel_died_first),
)
"""What can end a game, in the order the reason names them."""


def _is_rich_bob(state: State, seat: int) -> bool:
    return seat in state.living and state.gear[seat].bit_count() >= BOBS_RICHES


def _is_lucky_daniel(state: State, seat: int) -> bool:
    return seat in state.first_dead or (seat in state.living and hunters_win(state))


NEUTRAL_WINS: dict[int, Callable[[State, int], bool]] = {
    ALLIE: lambda state, seat: seat in state.living,
    BOB: _is_rich_bob,
    CHARLES: lambda state, seat: state.feasted,
    DANIEL: _is_lucky_daniel,
}


def _lives(state: State, faction: str) -> bool:
    return any(FACTION[state.characters[seat]] == faction for seat in state.living)


def _rule_out_bob(state: State) -> None:
    """The game goes on, so whoever is this rich is not Bob."""
    for seat, equipment in enumerate(state.gear):
        if equipment.bit_count() >= BOBS_RICHES:
            state.ruled_out[seat] |= mask(BOB)


def end(state: State, reason: str, winners: list[bool]) -> Over:
    """The end of the game: every character is shown, winners share the first place."""
    state.revealed = [True] * state.seats
    won = [seat for seat in range(state.seats) if winners[seat]]
    faces = [SLUG[character] for character in state.characters]
    state.tell("game_end", reason=reason, winners=won, characters=faces)
    points = tuple(float(win) for win in winners)
    by_faction = {
        faction: [seat for seat in won if FACTION[state.characters[seat]] == faction]
        for faction in FACTIONS
    }
    roles = tuple(SeatRole(face, face, _faction(face), _faction(face)) for face in faces)
    details = {"winners": by_faction, "turns": state.turn}
    return Over(Outcome(placements_by(points), points, roles, reason, details))


def _faction(slug: str) -> str:
    return FACTION[SLUG.index(slug)]
