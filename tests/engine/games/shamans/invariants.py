"""What always holds in a game of Shamans."""

from engine.games.shamans.rounds import roles_now
from engine.games.shamans.state import State
from engine.games.shamans.tables import (
    ECLIPSE,
    FIRST_OF,
    KIND_OF,
    NOTHING,
    PORTAL,
    VALUES_LAID,
)
from engine.kernel import Game


def check(state: State) -> None:
    """Everything that holds at every decision."""
    check_cards(state)
    check_tiles(state)
    check_roles(state)
    check_pawn(state)


def check_cards(state: State) -> None:
    """Every card is in one place: board, before a player, hand, or set aside."""
    deck = list(state.table.deck)
    laid = [
        FIRST_OF[world] + value - 1
        for world, marks in enumerate(state.laid)
        for value in VALUES_LAID[marks]
    ]
    before = [card for _, card in state.trick if card not in laid]
    held = [card for hand in state.hands + state.aside for card in hand]
    assert sorted(laid + before + held) == deck
    assert all(list(hand) == sorted(hand) for hand in state.hands)
    assert not any(hand for hand, alive in zip(state.hands, state.alive, strict=True) if not alive)


def check_tiles(state: State) -> None:
    """Every tile is in one place; the Eclipse is only ever in the pile."""
    slots = [tile for tile in state.slots if tile != NOTHING]
    drawn = [] if state.drawn == NOTHING else [state.drawn]
    owned = [tile for tiles in state.up + state.down + state.lost for tile in tiles]
    artefacts = [tile for tile in state.pile if tile != ECLIPSE]
    assert sorted(slots + drawn + owned + artefacts + list(state.discard)) == list(range(12))
    assert state.pile.count(ECLIPSE) == (not state.eclipse_came)
    if state.drawn == NOTHING:
        assert state.pile[-1:] != (ECLIPSE,)
    held = [tile for tiles in state.up + state.down for tile in tiles]
    assert state.portals == sum(KIND_OF[tile] == PORTAL for tile in held)
    assert not any(KIND_OF[tile] == "mask" for tiles in state.down + state.lost for tile in tiles)


def check_roles(state: State) -> None:
    """Role cards are only ever exchanged, and a Shadow lives while the round goes on."""
    assert sorted(state.faces) == sorted(state.table.roles)
    assert sorted(state.held) == list(range(state.table.seats))
    living = [role for role, alive in zip(roles_now(state), state.alive, strict=True) if alive]
    assert "shadow" in living
    assert all(
        state.shown >> state.held[seat] & 1 for seat, alive in enumerate(state.alive) if not alive
    )


def check_pawn(state: State) -> None:
    assert 0 < state.distance <= state.table.furthest
    assert state.steps_due >= 0


def check_boundary(state: State) -> None:
    """What holds between two tricks besides."""
    sizes = [len(hand) for hand, alive in zip(state.hands, state.alive, strict=True) if alive]
    assert len(set(sizes)) == 1
    assert sizes[0] == state.table.hand - state.tricks > 0
    assert state.alive[state.guide]
    assert (state.trick, state.destination, state.steps_due) == ([], NOTHING, 0)
    assert (state.victim, state.pending, state.drawn) == (NOTHING, (), NOTHING)


def check_story(game: Game) -> None:
    """What holds over all that was told: in each round worlds complete and tiles are taken once."""
    rounds: list[list[tuple[str, dict[str, object]]]] = []
    for event in game.events:
        if event.kind == "round":
            rounds.append([])
        rounds[-1].append((event.kind, event.facts))
    for events in rounds:
        worlds = [facts["world"] for kind, facts in events if kind == "ritual"]
        assert len(worlds) == len(set(worlds))
        assert sum(kind in ("took", "drew") for kind, _ in events) <= 12
        steps = [facts["steps"] for kind, facts in events if kind == "pawn"]
        assert sum(step for step in steps if isinstance(step, int) and step < 0) >= -4
        assert sum(kind == "eclipse" for kind, _ in events) <= 1
