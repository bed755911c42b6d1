"""Portals, and the windows in which they may be used."""

import pytest

from engine.games.shamans.pawn import advance, general_window, target_window
from engine.games.shamans.rituals import eliminate, stabilise
from engine.games.shamans.rounds import RoundOver
from engine.games.shamans.state import State
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    BACK,
    FACE_DOWN,
    FORWARD,
    KEEP,
    RETREAT,
    TOP,
    asked,
    begun,
    card,
    keep,
    kinds,
    log,
    position,
    seat,
    slot,
    told,
    trick,
)
from tests.engine.helpers import drive

HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3", "blue 4, green 4")
FOLLOWED = [card(f"blue {value}") for value in (1, 2, 3, 4)]


def four(**facts: Json) -> State:
    return position(*HANDS, **{"roles": "shaman shaman shadow shaman", **facts})


def test_a_portal_moves_the_pawn_forward_or_back_by_one_and_is_gone() -> None:
    for way, distance in ((FORWARD, 7), (BACK, 9)):
        state = four(up={1: ["portal"]})
        asks, _ = drive(general_window(state, 0), way)
        assert asks[0].options == (KEEP, FORWARD, BACK)
        assert asks[0].default == 0
        assert state.distance == distance
        assert (state.up[1], kinds(state.discard), state.portals) == ((), ["portal"], 0)


def test_a_portal_used_from_face_down_is_seen_then() -> None:
    state = four(down={1: ["portal"]})
    drive(general_window(state, 0), BACK)
    assert told(state, "portal") == [{"seat": 1, "way": "back", "face_down": True}]


def test_of_two_portals_the_face_up_one_goes_first() -> None:
    state = four(up={1: ["portal"]}, down={1: ["portal"]})
    drive(general_window(state, 0), BACK, KEEP)
    assert (kinds(state.up[1]), kinds(state.down[1])) == ([], ["portal"])


def test_only_owners_are_asked_and_keeping_leaves_no_trace() -> None:
    state = four(down={2: ["portal"], 1: ["dagger"]})
    asks, _ = drive(general_window(state, 0), KEEP)
    assert asked(asks) == [(2, "portal")]
    assert log(state) == []


def test_owners_are_asked_clockwise_and_the_acting_player_last() -> None:
    state = four(up={0: ["portal"], 3: ["portal"]})
    asks, _ = drive(general_window(state, 0), KEEP, KEEP)
    assert asked(asks) == [(3, "portal"), (0, "portal")]
    asks, _ = drive(general_window(state, 2), KEEP, KEEP)
    assert asked(asks) == [(3, "portal"), (0, "portal")]
    asks, _ = drive(general_window(state, 3), KEEP, KEEP)
    assert asked(asks) == [(0, "portal"), (3, "portal")]


def test_any_use_starts_the_poll_again() -> None:
    state = four(up={1: ["portal"], 2: ["portal"]})
    asks, _ = drive(general_window(state, 0), KEEP, BACK, FORWARD)
    assert asked(asks) == [(1, "portal"), (2, "portal"), (1, "portal")]
    assert state.distance == 8


# Where the general windows are


def test_a_window_opens_after_each_play_after_the_take_and_after_the_laying() -> None:
    state = four(up={1: ["portal"]})
    answers = [KEEP if step % 2 else answer for answer in FOLLOWED for step in (0, 1)]
    asks = trick(state, *answers, slot(0, "shard"), KEEP, KEEP)
    assert [ask.kind for ask in asks] == [
        "lead", "portal", "follow", "portal", "follow", "portal", "follow", "portal",
        "take", "portal", "portal",
    ]  # fmt: skip


def test_the_window_after_the_laying_is_the_one_before_the_next_lead() -> None:
    state = four(up={1: ["portal"]})
    answers = [KEEP if step % 2 else answer for answer in FOLLOWED for step in (0, 1)]
    game = begun(state, *answers, slot(0, "shard"), KEEP)
    assert game.ask is not None
    assert (game.ask.seat, game.ask.kind) == (1, "portal")
    assert state.guide == 3
    game.choose(0)
    # Each seat has one card left: all follow of themselves up to the window after the lead.
    assert game.ask.kind == "portal"
    assert len(state.trick) == 1


def test_a_portal_just_drawn_can_be_used_at_once() -> None:
    state = four(pile=["portal", "shard"])
    asks = trick(state, *FOLLOWED, TOP, keep(FACE_DOWN, "portal"), FORWARD)
    assert asked(asks)[-1] == (0, "portal")
    assert state.distance == 7


def test_the_last_window_is_the_final_chance_before_the_hands_are_empty() -> None:
    state = position(
        "blue 1", "blue 2", "blue 3", roles="shaman shadow shaman", up={1: ["portal"]}, distance=1
    )
    asks = trick(
        state,
        KEEP,
        KEEP,
        KEEP,
        slot(0, "shard"),
        KEEP,
        FORWARD,
    )
    assert asked(asks)[-1] == (1, "portal")
    assert state.history[-1]["reason"] == "moon"


def test_a_trick_without_a_living_follower_has_its_last_window_too() -> None:
    state = position(
        "blue 1", "yellow 1", "green 3", "green 4", laid="yellow 2-6", distance=5,
        up={1: ["dagger"], 3: ["portal"]}, roles="shaman shaman shaman shadow",
    )  # fmt: skip
    asks = trick(state, KEEP, seat(0), KEEP, KEEP, KEEP, KEEP, KEEP, BACK)
    assert asked(asks)[-1] == (3, "portal")
    assert state.history[-1]["reason"] == "hands_empty"
    assert told(state, "guide") == []


def test_a_window_opens_after_a_stabilisation_moved_the_pawn() -> None:
    state = four(up={2: ["portal"]})
    asks, _ = drive(stabilise(state, 1), RETREAT, FORWARD)
    assert asked(asks) == [(1, "stabilise"), (2, "portal")]


def test_a_window_opens_after_the_steps_of_an_elimination() -> None:
    state = four(up={2: ["portal"]})
    asks, _ = drive(eliminate(state, 0, 1), KEEP, FORWARD)
    assert asked(asks) == [(2, "portal_target"), (2, "portal")]
    assert state.distance == 5


# Before the Moon


def test_owners_are_asked_before_a_step_onto_the_moon() -> None:
    state = four(up={3: ["portal"]}, distance=1)
    asks, _ = drive(advance(state, 0), BACK)
    assert asked(asks) == [(3, "portal_moon")]
    assert state.distance == 1


def test_no_moon_window_opens_before_other_steps() -> None:
    state = four(up={3: ["portal"]}, distance=2)
    assert drive(advance(state, 0)) == ([], None)
    assert state.distance == 1


def test_both_portals_may_hold_off_the_moon() -> None:
    state = four(up={3: ["portal"]}, down={1: ["portal"]}, distance=1)
    asks, _ = drive(advance(state, 0), KEEP, BACK, BACK)
    assert asked(asks) == [(1, "portal_moon"), (3, "portal_moon"), (1, "portal_moon")]
    assert state.distance == 2


def test_each_step_of_an_elimination_onto_the_moon_opens_the_window() -> None:
    state = four(up={2: ["portal"], 3: ["portal"]}, distance=1)
    asks, _ = drive(eliminate(state, 0, 1), KEEP, KEEP, BACK, KEEP, BACK)
    assert asked(asks)[2:] == [(2, "portal_moon"), (3, "portal_moon"), (3, "portal_moon")]
    assert [move["distance"] for move in told(state, "pawn")] == [2, 1, 2, 1]


def test_a_forward_portal_at_the_last_step_opens_a_window_in_the_window() -> None:
    state = four(up={2: ["portal"], 3: ["portal"]}, distance=1)
    asks, _ = drive(general_window(state, 0), FORWARD, BACK)
    assert asked(asks) == [(2, "portal"), (3, "portal_moon")]
    assert state.distance == 1
    assert [use["way"] for use in told(state, "portal")] == ["forward", "back"]


def test_a_forward_portal_at_the_last_step_wins_for_the_shadows() -> None:
    state = four(up={2: ["portal"]}, distance=1)
    with pytest.raises(RoundOver, match="moon"):
        drive(general_window(state, 0), FORWARD)


def test_a_forward_portal_inside_the_moon_window_nests_once_more() -> None:
    """An off-suit step waits while seat 2 goes forward itself and seat 3 answers."""
    state = four(up={2: ["portal"], 3: ["portal"]}, distance=1)
    with pytest.raises(RoundOver, match="moon"):
        drive(advance(state, 0), FORWARD, BACK)
    assert [move["distance"] for move in told(state, "pawn")] == [2, 1, 0]


# Before an elimination


def test_the_victim_is_asked_first_and_the_killer_last() -> None:
    state = four(up={1: ["portal"], 3: ["portal"]})
    asks, _ = drive(target_window(state, 1, 3), KEEP, KEEP)
    assert asked(asks) == [(3, "portal_target"), (1, "portal_target")]
    asks, _ = drive(target_window(state, 0, 3), KEEP, KEEP)
    assert asked(asks) == [(3, "portal_target"), (1, "portal_target")]


def test_the_last_shadow_may_win_by_portals_before_being_eliminated() -> None:
    state = four(up={2: ["portal"]}, down={2: ["portal"]}, distance=2)
    with pytest.raises(RoundOver, match="moon"):
        drive(eliminate(state, 0, 2), FORWARD, FORWARD)
    assert state.alive[2]


def test_the_victims_portals_are_gone_before_the_steps_of_the_elimination() -> None:
    state = four(up={1: ["portal"]}, distance=1)
    with pytest.raises(RoundOver, match="moon"):
        drive(eliminate(state, 0, 1), KEEP)
    assert not state.alive[1]


def test_the_table_knows_who_is_named_while_portals_may_answer() -> None:
    state = position(
        "blue 1, green 1", "yellow 1, green 2", "blue 3, green 3", laid="yellow 2-6",
        up={1: ["dagger"], 2: ["portal"]}, roles="shaman shaman shadow",
    )  # fmt: skip
    game = begun(state, card("blue 1"), KEEP, card("yellow 1"), seat(0))
    assert game.ask is not None
    assert game.ask.kind == "portal_target"
    assert game.view(2)["named"] == {"seat": 0, "killer": 1}
    game.choose(0)
    assert game.view(2)["named"] is None


def test_steps_due_are_known_while_portals_may_answer() -> None:
    state = four(up={2: ["portal"]}, distance=1)
    steps = eliminate(state, 0, 1)
    assert next(steps).kind == "portal_target"
    assert steps.send(0).kind == "portal_moon"
    assert state.steps_due == 2


def test_the_pawn_goes_back_by_portal_to_the_first_space_at_most() -> None:
    state = four(up={1: ["portal"]}, distance=15)
    drive(general_window(state, 0), BACK)
    assert state.distance == 15
    assert state.portals == 0
