"""Eliminations: what they cost, what they end, and the chains they set off."""

import pytest

from engine.games.shamans.rituals import eliminate, neutralise
from engine.games.shamans.rounds import RoundOver
from engine.games.shamans.state import State
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    KEEP,
    RETREAT,
    SPEND_DAGGER,
    TAKE,
    asked,
    card,
    kinds,
    laid_at,
    log,
    named,
    perform,
    position,
    seat,
    slot,
    told,
    trick,
)
from tests.engine.helpers import drive

HANDS = (
    "purple 1, red 1",
    "purple 2, red 2",
    "purple 3, red 3",
    "purple 4, red 4",
    "blue 5, red 5",
)


def five(*hands: str, **facts: Json) -> State:
    """Seats 0 to 2 are Shamans, seats 3 and 4 Shadows."""
    defaults = {"roles": "shaman shaman shaman shadow shadow", "distance": 20}
    return position(*(hands or HANDS), **{**defaults, **facts})


def test_the_role_of_the_victim_is_shown() -> None:
    state = five()
    drive(eliminate(state, 0, 1))
    assert state.shown == 1 << 1
    assert [event.kind for event in log(state)][:2] == ["named", "eliminated"]
    assert told(state, "eliminated") == [{"seat": 1, "role": "shaman", "cards": 2}]


def test_all_tiles_of_the_victim_leave_the_round_face_down_ones_unseen() -> None:
    state = five(up={1: ["shard", "portal"]}, down={1: ["dagger"]})
    drive(eliminate(state, 0, 1), KEEP)
    assert (state.up[1], state.down[1]) == ((), ())
    assert kinds(state.discard) == ["shard", "portal"]
    assert kinds(state.lost[1]) == ["dagger"]
    assert state.portals == 0


def test_a_shaman_victim_moves_the_pawn_by_the_cards_left() -> None:
    state = five("purple 1", "purple 2, red 1, red 2", "purple 3", "purple 4", "purple 5")
    drive(eliminate(state, 0, 1))
    assert state.distance == 17
    assert [move["distance"] for move in told(state, "pawn")] == [19, 18, 17]


def test_a_shaman_victims_hand_is_set_aside_and_never_laid() -> None:
    state = five()
    drive(eliminate(state, 0, 1))
    assert named(state.aside[1]) == "purple 2, red 2"
    assert state.hands[1] == ()
    assert not any(state.laid)


def test_the_steps_of_an_elimination_can_reach_the_moon() -> None:
    state = five(distance=2)
    with pytest.raises(RoundOver, match="moon"):
        drive(eliminate(state, 0, 1))
    assert state.distance == 0


def test_the_pawn_stops_on_the_moon_even_with_steps_left() -> None:
    state = five(
        "purple 1", "purple 2, red 1, red 2, red 3", "purple 3", "purple 4", "purple 5", distance=2
    )
    with pytest.raises(RoundOver, match="moon"):
        drive(eliminate(state, 0, 1))
    assert state.distance == 0
    assert len(told(state, "pawn")) == 2


def test_the_last_shadows_end_ends_the_round_at_once() -> None:
    state = position(*HANDS[:4], roles="shaman shadow shaman shaman")
    with pytest.raises(RoundOver, match="shadows_eliminated"):
        drive(eliminate(state, 0, 1))
    assert told(state, "laid") == []
    assert told(state, "pawn") == []


def test_a_first_shadows_hand_is_shown_and_laid_without_moving_the_pawn() -> None:
    state = five()
    drive(eliminate(state, 0, 3))
    assert told(state, "laid") == [{"seat": 3, "cards": [card("purple 4"), card("red 4")]}]
    assert laid_at(state, "red") == [4]
    assert state.hands[3] == ()
    assert state.distance == 20


def test_eliminating_the_second_shadow_ends_the_round() -> None:
    state = five()
    drive(eliminate(state, 0, 3))
    with pytest.raises(RoundOver, match="shadows_eliminated"):
        drive(eliminate(state, 0, 4))


def test_a_shadow_may_eliminate_the_other_shadow_and_the_round_goes_on() -> None:
    state = five(up={3: ["dagger"]})
    asks, _ = drive(neutralise(state, 3), seat(4))
    assert asks[0].options == [seat(0), seat(1), seat(2), seat(4)]
    assert state.alive == [True, True, True, True, False]


def test_eliminating_every_shaman_wins_nothing_by_itself() -> None:
    state = five()
    for victim in (0, 1, 2):
        drive(eliminate(state, 3, victim))
    assert state.distance == 14
    assert state.alive == [False, False, False, True, True]


# Chains: the hand of a first Shadow completes worlds

ALMOST = "purple 1-7, blue 1-7, brown 1-7"
CHAIN = ("green 1", "green 2", "green 3", "purple 8, blue 8, brown 8", "green 5")


def test_the_killer_performs_the_rituals_of_a_chain_in_any_order() -> None:
    state = five(*CHAIN, laid=ALMOST)
    asks, _ = drive(
        eliminate(state, 0, 3),
        perform("brown", "neutralisation"),
        perform("blue", "stabilisation"),
        RETREAT,
    )
    assert asked(asks) == [(0, "next_ritual"), (0, "next_ritual"), (0, "stabilise")]
    assert asks[0].options == [
        perform("purple", "illumination"),
        perform("blue", "stabilisation"),
        perform("brown", "neutralisation"),
    ]
    assert [ritual["world"] for ritual in told(state, "ritual")] == ["brown", "blue", "purple"]
    assert (state.points[0], state.distance, state.pending) == (1, 22, ())


def test_all_cards_of_a_chain_are_laid_before_its_first_ritual() -> None:
    state = five(*CHAIN, laid=ALMOST)
    answers = [perform("purple", "illumination"), perform("blue", "stabilisation"), RETREAT]
    drive(eliminate(state, 0, 3), *answers)
    told_kinds = [event.kind for event in log(state)]
    assert told_kinds.count("laid") == 1
    assert told_kinds.index("laid") < told_kinds.index("ritual")


def test_a_second_kill_in_a_chain_needs_a_second_dagger() -> None:
    state = five(*CHAIN, laid=ALMOST, up={0: ["dagger"]})
    brown, blue = perform("brown", "neutralisation"), perform("blue", "stabilisation")
    drive(neutralise(state, 0), seat(3), brown, blue, RETREAT)
    assert state.alive == [True, True, True, False, True]

    state = five(*CHAIN, laid=ALMOST, up={0: ["dagger"]}, down={0: ["dagger"]})
    drive(neutralise(state, 0), seat(3), brown, SPEND_DAGGER, seat(1), blue, RETREAT)
    assert state.alive == [True, False, True, False, True]
    assert state.distance == 20 - 1 + 2


def test_a_second_kill_in_a_chain_may_end_the_round_and_drop_the_rest() -> None:
    state = five(*CHAIN, laid=ALMOST, up={0: ["dagger", "dagger"]})
    with pytest.raises(RoundOver, match="shadows_eliminated"):
        drive(neutralise(state, 0), seat(3), perform("brown", "neutralisation"), seat(4))
    assert state.points[0] == 0


def test_worlds_of_a_second_kill_join_those_still_pending() -> None:
    """No table has three Shadows, yet the rule does not count them."""
    hands = ("green 1", "green 2", "purple 8, red 8", "blue 8, brown 8", "green 5")
    state = five(
        *hands,
        laid=f"{ALMOST}, red 1-7",
        up={0: ["dagger"]},
        roles="shaman shaman shadow shadow shadow",
    )
    asks, _ = drive(
        eliminate(state, 0, 3),
        perform("brown", "neutralisation"),
        seat(2),
        perform("purple", "illumination"),
        perform("red", "neutralisation"),
        RETREAT,
    )
    assert asks[2].options == [
        perform("blue", "stabilisation"),
        perform("purple", "illumination"),
        perform("red", "neutralisation"),
    ]


def test_a_chain_never_completes_the_destination() -> None:
    """Cards before players are not on the board yet: the world completes when they are laid."""
    state = five(
        "purple 1, green 1", "yellow 8, green 2", "purple 3, green 3", "purple 8, green 4",
        "purple 5, green 5", laid="yellow 1-7, purple 2, purple 4, purple 6-7", up={1: ["dagger"]},
    )  # fmt: skip
    plays = [card("purple 1"), card("yellow 8"), seat(3), card("purple 3"), card("purple 5")]
    trick(state, *plays, slot(0, "shard"))
    assert laid_at(state, "purple") == [1, 2, 3, 4, 5, 6, 7, 8]
    assert [(ritual["seat"], ritual["world"]) for ritual in told(state, "ritual")] == [
        (1, "yellow"),
        (4, "purple"),
    ]


def test_the_trick_resumes_where_it_was_after_a_chain() -> None:
    state = five(
        "purple 1, green 1", "yellow 8, green 2", "purple 3, green 3", "blue 8, green 4",
        "purple 5, green 5", laid="yellow 1-7, blue 1-7", up={1: ["dagger"]},
    )  # fmt: skip
    plays = [card("purple 1"), card("yellow 8"), seat(3), TAKE, slot(0, "shard")]
    asks = trick(state, *plays, card("purple 3"), card("purple 5"), slot(1, "dagger"))
    assert asked(asks)[3:] == [
        (1, "stabilise"),
        (1, "take"),
        (2, "follow"),
        (4, "follow"),
        (0, "take"),
    ]
    assert state.guide == 4
