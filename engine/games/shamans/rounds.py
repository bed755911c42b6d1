"""The end of a round and of the game: who scores what, and whether another round is played."""

from engine.games.shamans.state import State, deal
from engine.games.shamans.tables import (
    FACTIONS,
    KIND_OF,
    NOTHING,
    SHADOW,
    SHAMAN,
    SHARD,
)
from engine.kernel import Json, Outcome, Over, SeatRole, placements_by

MOON = "moon"
SHADOWS_ELIMINATED = "shadows_eliminated"
HANDS_EMPTY = "hands_empty"
WINNERS = {MOON: SHADOW, SHADOWS_ELIMINATED: SHAMAN, HANDS_EMPTY: SHAMAN}
"""The role that wins when a round ends for that reason."""
PRIZES = {SHAMAN: 2, SHADOW: 3}
SHARD_PRIZE = 2
ENOUGH_SHARDS = 2
ENOUGH_POINTS = 8

EIGHT_POINTS = "eight_points"
MAX_ROUNDS = "max_rounds"


class RoundOver(Exception):
    """Raised by rules, at any depth, when the round has ended; everything pending is dropped."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def finish_round(state: State, reason: str) -> None:
    """Score the round; then the game is over, or the next round is dealt."""
    state.steps_due = 0
    state.killer = state.victim = NOTHING
    state.pending = ()
    _score(state, reason)
    _check_game_over(state)
    deal(state)


def role_of(state: State, seat: int) -> str:
    """The role the seat holds now."""
    return state.faces[state.held[seat]]


def roles_now(state: State) -> list[str]:
    """The role of every seat now."""
    return [state.faces[card] for card in state.held]


def _score(state: State, reason: str) -> None:
    """The living of the winning side score, and the living with enough Shards, of either side."""
    winner = WINNERS[reason]
    bonus = [_shard_bonus(state, seat) for seat in range(state.table.seats)]
    for seat, alive in enumerate(state.alive):
        if alive and role_of(state, seat) == winner:
            state.points[seat] += PRIZES[winner]
        state.points[seat] += bonus[seat]
    report = {
        "round": state.round,
        "winner": FACTIONS[winner],
        "reason": reason,
        "roles_start": list(state.faces),
        "roles_end": roles_now(state),
        "eliminated": [not alive for alive in state.alive],
        "shard_bonus": bonus,
        "gained": [now - then for now, then in zip(state.points, state.before, strict=True)],
        "points": state.points[:],
    }
    state.history += (report,)
    state.tell("round_over", **report)


def _shard_bonus(state: State, seat: int) -> int:
    """Shards count face up and face down; the eliminated have none left."""
    shards = sum(KIND_OF[tile] == SHARD for tile in state.up[seat] + state.down[seat])
    return SHARD_PRIZE if shards >= ENOUGH_SHARDS else 0


def _check_game_over(state: State) -> None:
    """Enough points win when nobody else has as many; the last round ends the game anyhow."""
    most = max(state.points)
    if most >= ENOUGH_POINTS and state.points.count(most) == 1:
        raise Over(_outcome(state, EIGHT_POINTS))
    if state.round >= state.table.max_rounds:
        raise Over(_outcome(state, MAX_ROUNDS))


def _outcome(state: State, reason: str) -> Outcome:
    rounds: list[Json] = list(state.history)
    return Outcome(
        placements=placements_by(state.points),
        points=tuple(state.points),
        roles=tuple(
            SeatRole(start, end, FACTIONS[start], FACTIONS[end])
            for start, end in zip(state.faces, roles_now(state), strict=True)
        ),
        reason=reason,
        details={"rounds": rounds},
    )
