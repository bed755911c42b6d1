"""How a game and each of its rounds are set up."""

from collections import Counter

import pytest

import engine
from engine.games.shamans.state import State, deal, marker, setup
from engine.games.shamans.tables import ECLIPSE, KIND_OF, RITUALS, WORLD_RITUALS, WORLDS
from engine.kernel import Json
from tests.engine.games.shamans.positions import kinds, laid_at, log

SPEC = engine.get("shamans")
GAME_LONG = ("table", "seed", "round", "points", "before", "history", "guide")
BY_CHANCE = ("hands", "laid", "faces", "slots", "pile", "eclipse")
RESET = [name for name in State.__slots__ if name not in GAME_LONG + BY_CHANCE]


def new(seats: int, seed: int = 1, **options: Json) -> State:
    return setup(seats, seed, SPEC.complete_options(seats, options))


def in_play(state: State) -> int:
    return sum(map(len, state.hands)) + sum(marks.bit_count() for marks in state.laid)


@pytest.mark.parametrize(
    ("seats", "worlds", "values", "hand", "undealt"),
    [(3, 5, 6, 9, 3), (4, 6, 6, 9, 0), (5, 7, 8, 11, 1)],
)
def test_cards_are_dealt_by_seat_count(
    seats: int, worlds: int, values: int, hand: int, undealt: int
) -> None:
    state = new(seats)
    assert [len(cards) for cards in state.hands] == [hand] * seats
    assert len(state.laid) == worlds
    assert state.table.complete == 2**values - 1
    assert sum(marks.bit_count() for marks in state.laid) == undealt
    assert in_play(state) == worlds * values


@pytest.mark.parametrize(
    ("seats", "roles"),
    [
        (3, {"shaman": 2, "shadow": 1}),
        (4, {"shaman": 3, "shadow": 1}),
        (5, {"shaman": 3, "shadow": 2}),
    ],
)
def test_all_role_cards_are_dealt(seats: int, roles: dict[str, int]) -> None:
    assert Counter(new(seats).faces) == roles


def test_no_card_is_dealt_twice() -> None:
    for seats in SPEC.seat_counts:
        state = new(seats)
        dealt = [card for hand in state.hands for card in hand]
        laid = [
            (world, value) for world in WORLDS[: len(state.laid)] for value in laid_at(state, world)
        ]
        assert len(dealt) == len(set(dealt))
        assert len(dealt) + len(laid) == in_play(state)


def test_hands_are_sorted_so_that_the_deal_leaves_no_trace() -> None:
    assert all(list(hand) == sorted(hand) for hand in new(5).hands)


def test_there_are_twelve_artefacts_and_the_eclipse() -> None:
    state = new(4)
    tiles = [*state.slots, *state.pile]
    assert sorted(tiles) == [*range(12), ECLIPSE]
    assert Counter(KIND_OF) == {"dagger": 5, "portal": 2, "shard": 3, "mask": 2}
    assert len(state.pile) == 11


def test_two_artefacts_lie_in_the_slots_without_effect() -> None:
    seeds = (seed for seed in range(500) if "mask" in kinds(new(3, seed).slots))
    state = new(3, next(seeds))
    assert ECLIPSE not in state.slots
    assert state.shown == 0


def test_the_eclipse_lies_anywhere_but_on_top_with_either_side_up() -> None:
    states = [new(3, seed) for seed in range(3000)]
    from_top = Counter(len(state.pile) - state.pile.index(ECLIPSE) for state in states)
    sides = Counter(state.eclipse for state in states)
    assert sorted(from_top) == list(range(2, 12))
    assert all(200 < count < 400 for count in from_top.values())
    assert all(1400 < sides[side] < 1600 for side in ("left", "right"))


def test_every_seat_is_the_shadow_as_often() -> None:
    shadows = Counter(new(4, seed).faces.index("shadow") for seed in range(2000))
    assert all(400 < shadows[seat] < 600 for seat in range(4))


def test_the_pawn_starts_at_the_distance_of_the_seat_count() -> None:
    assert [new(seats).distance for seats in (3, 4, 5)] == [9, 11, 22]


def test_the_start_distance_and_the_room_behind_it_are_options() -> None:
    state = new(4, start_distance=17, room_behind_start=2)
    assert (state.distance, state.table.furthest) == (17, 19)


@pytest.mark.parametrize(
    "options",
    [
        {"start_distance": 0},
        {"start_distance": 41},
        {"room_behind_start": -1},
        {"world_rituals": ["illumination"] * 6},
        {"world_rituals": ["illumination"] * 6 + ["rain"]},
        {"max_rounds": 0},
        {"talk": True},
    ],
)
def test_bad_options_are_refused(options: dict[str, Json]) -> None:
    with pytest.raises(engine.BadOptions):
        SPEC.new(seats=3, seed=1, options=options)


def test_the_worlds_have_their_rituals_by_default() -> None:
    assert dict(zip(WORLDS, WORLD_RITUALS, strict=True)) == {
        "purple": "illumination",
        "blue": "stabilisation",
        "green": "permutation",
        "yellow": "neutralisation",
        "orange": "neutralisation",
        "brown": "neutralisation",
        "red": "neutralisation",
    }
    assert new(5).table.rituals == WORLD_RITUALS


def test_the_rituals_of_the_worlds_are_an_option() -> None:
    rituals = [*RITUALS, *RITUALS[:3]]
    assert new(5, world_rituals=rituals).table.rituals == tuple(rituals)


def test_the_first_player_marker_begins_at_seat_0_and_goes_left() -> None:
    state = new(3)
    holders = []
    for _ in range(4):
        holders.append(marker(state))
        assert state.guide == marker(state)
        deal(state)
    assert holders == [0, 1, 2, 0]


def test_a_new_round_resets_everything_but_points() -> None:
    state = new(5)
    state.points = [3, 0, 1, 2, 7]
    fresh = new(5).copy()
    state.alive[2] = False
    state.shown = state.portals = 1
    state.held, state.known = [1, 0, 2, 3, 4], [31] * 5
    state.up[0], state.down[1], state.lost[2], state.discard = (1,), (2,), (3,), (4,)
    state.aside[2], state.passes, state.eclipse_came = (1,), ((0, 1, 5),), True
    state.distance, state.tricks, state.strays = 1, 9, [4] * 5
    deal(state)
    assert state.points == [3, 0, 1, 2, 7]
    for name in RESET:
        assert getattr(state, name) == getattr(fresh, name), name


def test_rounds_are_dealt_anew_and_the_same_for_the_same_seed() -> None:
    first, second, other = new(4, 5), new(4, 5), new(4, 6)
    assert first.hands == second.hands
    assert first.hands != other.hands
    deal(second)
    assert first.hands != second.hands
    assert first.pile != second.pile


def test_every_seat_is_told_its_own_deal_and_the_public_the_table() -> None:
    game = SPEC.new(seats=3, seed=4)
    round_, *dealt = log(game.state)
    assert (round_.kind, round_.to) == ("round", None)
    assert len(round_.facts["laid"]) == 3
    assert [(event.kind, event.to) for event in dealt] == [("dealt", (seat,)) for seat in range(3)]
    for seat, event in enumerate(dealt):
        you = game.view(seat)["you"]
        assert (event.facts["role"], event.facts["hand"]) == (you["role"], you["hand"])
