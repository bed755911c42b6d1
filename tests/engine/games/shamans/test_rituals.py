"""The four rituals."""

from engine.games.shamans.rituals import neutralise, permute, stabilise
from engine.games.shamans.rituals import perform as perform_ritual
from engine.games.shamans.rounds import roles_now
from engine.games.shamans.state import State
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    FACE_DOWN,
    KEEP_DAGGER,
    RETREAT,
    SPEND_DAGGER,
    TAKE,
    TOP,
    asked,
    keep,
    kinds,
    log,
    named,
    position,
    seat,
    slot,
    told,
)
from tests.engine.helpers import drive

HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3", "blue 4, green 4")


def four(**facts: Json) -> State:
    return position(*HANDS, **{"roles": "shaman shaman shadow shaman", **facts})


def test_the_ritual_of_a_world_is_the_one_of_the_table() -> None:
    rituals = ["stabilisation"] + ["illumination"] * 6
    state = four(options={"world_rituals": rituals})
    drive(perform_ritual(state, 1, 3))
    assert told(state, "ritual") == [{"seat": 1, "world": "yellow", "ritual": "illumination"}]
    asks, _ = drive(perform_ritual(state, 1, 0), RETREAT)
    assert asked(asks) == [(1, "stabilise")]


def test_illumination_gives_a_point_at_once() -> None:
    state = four()
    drive(perform_ritual(state, 2, 0))
    assert state.points == [0, 0, 1, 0]
    assert told(state, "illuminated") == [{"seat": 2, "points": 1}]


def test_stabilisation_moves_the_pawn_back_two() -> None:
    state = four(distance=5)
    asks, _ = drive(stabilise(state, 1), RETREAT)
    assert asks[0].options == (RETREAT, TAKE)
    assert state.distance == 7
    assert told(state, "pawn") == [{"steps": -2, "distance": 7}]


def test_stabilisation_may_take_an_artefact_instead_by_all_its_rules() -> None:
    state = four(pile=["portal", "eclipse", "shard"], distance=5)
    gifts = [{"world": "blue", "value": value} for value in (1, 2, 3, 4)]
    drive(stabilise(state, 1), TAKE, TOP, keep(FACE_DOWN, "portal"), *gifts)
    assert kinds(state.down[1]) == ["portal"]
    assert state.eclipse_came
    assert named(state.hands[1]) == "blue 1, green 2"
    assert state.distance == 5


def test_stabilisation_without_a_tile_left_must_move_the_pawn() -> None:
    state = four(slots=[], pile=[], distance=5)
    assert drive(stabilise(state, 1)) == ([], None)
    assert state.distance == 7


def test_the_pawn_goes_back_behind_its_start_to_the_first_space_at_most() -> None:
    state = four(distance=11)
    drive(stabilise(state, 1), RETREAT)
    drive(stabilise(state, 1), RETREAT)
    assert state.distance == 15
    drive(stabilise(state, 1), RETREAT)
    assert state.distance == 15
    assert told(state, "pawn")[-1] == {"steps": 0, "distance": 15}


def test_permutation_exchanges_role_cards_and_sides() -> None:
    state = four()
    asks, _ = drive(permute(state, 0), seat(2))
    assert asks[0].options == [seat(1), seat(2), seat(3)]
    assert roles_now(state) == ["shadow", "shaman", "shaman", "shaman"]


def test_permutation_cannot_be_refused_nor_left_out() -> None:
    state = four()
    asks, _ = drive(permute(state, 0), seat(2))
    assert asked(asks) == [(0, "permute")]


def test_both_partners_of_a_permutation_know_both_roles_and_nobody_else() -> None:
    state = four()
    drive(permute(state, 0), seat(2))
    seen = [event for event in log(state) if event.kind == "roles_seen"]
    assert [(event.facts, event.to) for event in seen] == [
        ({"roles": {"0": "shadow", "2": "shaman"}}, (0, 2))
    ]
    assert told(state, "swapped") == [{"seats": [0, 2]}]
    assert state.known == [0b101, 0b10, 0b101, 0b1000]


def test_permutation_is_with_a_living_player() -> None:
    state = four()
    state.alive[1] = False
    asks, _ = drive(permute(state, 0), seat(3))
    assert asks[0].options == [seat(2), seat(3)]


def test_permutation_with_nobody_else_alive_has_no_effect() -> None:
    state = four()
    state.alive = [True, False, False, False]
    assert drive(permute(state, 0)) == ([], None)
    assert told(state, "swapped") == []


def test_a_permutation_never_changes_the_number_of_living_shadows() -> None:
    state = four()
    state.alive[1] = False
    drive(permute(state, 2), seat(0))
    living = [role for role, alive in zip(roles_now(state), state.alive, strict=True) if alive]
    assert living.count("shadow") == 1


def test_a_shown_role_card_stays_shown_when_it_is_swapped() -> None:
    state = four()
    state.shown = 1 << 2
    drive(permute(state, 0), seat(2))
    assert [state.shown >> held & 1 for held in state.held] == [1, 0, 0, 0]


def test_a_face_up_dagger_must_be_spent() -> None:
    state = four(up={0: ["dagger", "dagger"]})
    asks, _ = drive(neutralise(state, 0), seat(1))
    assert asked(asks) == [(0, "eliminate")]
    assert kinds(state.up[0]) == ["dagger"]
    assert kinds(state.discard) == ["dagger"]
    assert told(state, "dagger") == [{"seat": 0, "face_down": False}]
    assert not state.alive[1]


def test_anybody_else_alive_may_be_eliminated() -> None:
    state = four(up={0: ["dagger"]})
    state.alive[3] = False
    asks, _ = drive(neutralise(state, 0), seat(1))
    assert asks[0].options == [seat(1), seat(2)]


def test_a_face_down_dagger_may_be_kept_without_a_trace() -> None:
    state = four(down={0: ["dagger"]})
    asks, _ = drive(neutralise(state, 0), KEEP_DAGGER)
    assert asked(asks) == [(0, "dagger")]
    assert all(state.alive)
    assert kinds(state.down[0]) == ["dagger"]
    assert log(state) == []


def test_a_face_down_dagger_may_be_shown_and_spent() -> None:
    state = four(down={0: ["shard", "dagger"]})
    drive(neutralise(state, 0), SPEND_DAGGER, seat(1))
    assert kinds(state.down[0]) == ["shard"]
    assert told(state, "dagger") == [{"seat": 0, "face_down": True}]
    assert not state.alive[1]


def test_with_daggers_on_both_sides_a_face_up_one_is_spent_unasked() -> None:
    state = four(up={0: ["dagger"]}, down={0: ["dagger"]})
    asks, _ = drive(neutralise(state, 0), seat(1))
    assert asked(asks) == [(0, "eliminate")]
    assert kinds(state.down[0]) == ["dagger"]


def test_without_a_dagger_neutralisation_has_no_effect() -> None:
    state = four(up={0: ["shard"]}, down={0: ["portal"]})
    assert drive(neutralise(state, 0)) == ([], None)
    assert all(state.alive)


def test_with_nobody_else_alive_the_dagger_is_kept() -> None:
    state = four(up={0: ["dagger"]})
    state.alive = [True, False, False, False]
    assert drive(neutralise(state, 0)) == ([], None)
    assert kinds(state.up[0]) == ["dagger"]


def test_one_ritual_eliminates_one_player() -> None:
    state = four(up={0: ["dagger"] * 3})
    drive(neutralise(state, 0), seat(1))
    assert state.alive.count(False) == 1


def test_a_tile_of_a_slot_may_be_taken_by_stabilisation() -> None:
    state = four()
    drive(stabilise(state, 3), TAKE, slot(1, "dagger"))
    assert kinds(state.up[3]) == ["dagger"]
