"""Artefacts: taking one, its side, Masks, and the Eclipse."""

from engine.games.shamans.artefacts import can_take, take
from engine.games.shamans.state import State
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    FACE_DOWN,
    FACE_UP,
    TAKE,
    TOP,
    asked,
    begun,
    card,
    keep,
    kinds,
    log,
    named,
    position,
    slot,
    told,
    trick,
)
from tests.engine.helpers import drive

HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3")
FOLLOWED = (card("blue 1"), card("blue 2"), card("blue 3"))


def taking(slots: list[str], pile: list[str], **facts: Json) -> State:
    return position(*HANDS, slots=slots, pile=pile, **facts)


def test_the_taker_chooses_between_both_slots_and_the_pile() -> None:
    state = taking(["shard", "dagger"], ["portal", "mask", "eclipse"])
    asks, _ = drive(take(state, 1), slot(1, "dagger"))
    assert asks[0].options == [slot(0, "shard"), slot(1, "dagger"), TOP]


def test_a_tile_from_a_slot_lies_face_up_and_the_slot_is_refilled() -> None:
    state = taking(["shard", "dagger"], ["portal", "mask"])
    drive(take(state, 1), slot(1, "dagger"))
    assert kinds(state.up[1]) == ["dagger"]
    assert kinds(state.slots) == ["shard", "portal"]
    assert kinds(state.pile) == ["mask"]
    assert told(state, "refilled") == [{"slot": 1, "tile": "portal"}]


def test_a_tile_from_the_pile_is_kept_face_up_or_face_down() -> None:
    for side, place in ((FACE_UP, "up"), (FACE_DOWN, "down")):
        state = taking(["shard", "dagger"], ["portal", "mask"])
        asks, _ = drive(take(state, 1), TOP, keep(side, "portal"))
        assert asked(asks) == [(1, "take"), (1, "keep")]
        assert kinds(getattr(state, place)[1]) == ["portal"]
        assert kinds(state.slots) == ["shard", "dagger"]


def test_only_the_drawer_learns_what_is_kept_face_down() -> None:
    state = taking(["shard", "dagger"], ["portal", "mask"])
    drive(take(state, 1), TOP, keep(FACE_DOWN, "portal"))
    assert [(event.kind, event.facts, event.to) for event in log(state)] == [
        ("drew", {"seat": 1}, None),
        ("saw", {"tile": "portal"}, (1,)),
        ("kept", {"seat": 1, "tile": None}, None),
    ]


def test_a_mask_from_the_pile_must_be_shown_and_shows_the_role() -> None:
    state = taking(["shard", "dagger"], ["mask", "mask"], roles="shaman shadow shaman")
    asks, _ = drive(take(state, 1), TOP)
    assert asked(asks) == [(1, "take")]
    assert kinds(state.up[1]) == ["mask"]
    assert told(state, "role_shown") == [{"seat": 1, "role": "shadow"}]
    assert state.shown == 1 << 1


def test_a_mask_from_a_slot_shows_the_role_before_the_refill() -> None:
    state = taking(["mask", "dagger"], ["shard"], roles="shaman shadow shaman")
    drive(take(state, 1), slot(0, "mask"))
    assert [event.kind for event in log(state)] == ["took", "role_shown", "refilled"]


def test_a_second_mask_for_a_shown_role_does_nothing() -> None:
    state = taking(["mask", "mask"], [])
    drive(take(state, 1), slot(0, "mask"))
    drive(take(state, 1))
    assert kinds(state.up[1]) == ["mask", "mask"]
    assert len(told(state, "role_shown")) == 1


def test_when_only_masks_are_left_one_must_be_taken() -> None:
    state = taking(["mask"], [])
    drive(take(state, 2))
    assert told(state, "role_shown")[0]["seat"] == 2


def test_a_slot_stays_empty_when_the_pile_is() -> None:
    state = taking(["shard", "dagger"], [])
    asks, _ = drive(take(state, 0), slot(0, "shard"))
    assert asks[0].options == [slot(0, "shard"), slot(1, "dagger")]
    assert state.slots[0] == -1
    drive(take(state, 1))
    assert kinds(state.up[1]) == ["dagger"]


def test_with_no_tile_left_nothing_is_taken() -> None:
    state = taking([], [])
    assert not can_take(state)
    assert drive(take(state, 0)) == ([], None)
    assert log(state) == []


def test_taking_is_possible_as_long_as_a_slot_or_the_pile_has_a_tile() -> None:
    assert can_take(taking(["shard"], []))
    assert can_take(taking([], ["shard"]))


# The Eclipse


def test_the_eclipse_shows_when_a_drawn_tile_uncovers_it() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse", "mask"])
    asks, _ = drive(
        take(state, 1),
        TOP,
        keep(FACE_UP, "portal"),
        card("blue 1"),
        card("blue 2"),
        card("green 3"),
    )
    assert asked(asks)[2:] == [(0, "eclipse"), (1, "eclipse"), (2, "eclipse")]
    assert state.eclipse_came
    assert kinds(state.pile) == ["mask"]


def test_the_eclipse_shows_when_a_refill_uncovers_it() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse", "mask"])
    drive(take(state, 1), slot(0, "shard"), card("blue 1"), card("blue 2"), card("green 3"))
    assert kinds(state.slots) == ["portal", "dagger"]
    assert told(state, "eclipse") == [{"direction": "left"}]
    assert kinds(state.pile) == ["mask"]


def test_the_side_of_a_tile_is_chosen_before_the_eclipse_is_seen() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse"])
    game = begun(state, *FOLLOWED, TOP)
    assert game.ask is not None
    assert game.ask.kind == "keep"
    assert game.view(0)["eclipse"] is None
    assert told(state, "eclipse") == []


def test_a_mask_is_carried_out_before_the_eclipse() -> None:
    state = taking(["shard", "dagger"], ["mask", "eclipse"])
    drive(take(state, 1), TOP, card("blue 1"), card("blue 2"), card("green 3"))
    told_kinds = [event.kind for event in log(state)]
    assert told_kinds.index("role_shown") < told_kinds.index("eclipse")


def test_cards_pass_to_the_left() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse"])
    drive(take(state, 1), slot(0, "shard"), card("blue 1"), card("blue 2"), card("green 3"))
    assert [named(hand) for hand in state.hands] == [
        "green 1, green 3",
        "blue 1, green 2",
        "blue 2, blue 3",
    ]


def test_cards_pass_to_the_right() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse"], eclipse="right")
    drive(take(state, 1), slot(0, "shard"), card("blue 1"), card("blue 2"), card("green 3"))
    assert [named(hand) for hand in state.hands] == [
        "blue 2, green 1",
        "green 2, green 3",
        "blue 1, blue 3",
    ]


def test_gifts_are_chosen_without_seeing_those_of_others() -> None:
    state = position(
        "blue 1, green 1, red 1", "blue 2, green 2, red 2", "blue 3, green 3, red 3",
        "purple 1, purple 2, purple 3", "yellow 1, yellow 2, yellow 3",
        pile=["portal", "eclipse"], distance=22,
    )  # fmt: skip
    game = begun(state, *FOLLOWED, card("purple 1"), card("yellow 1"), slot(0, "shard"))
    before = [game.view(seat) for seat in range(5)]
    game.choose(0)
    assert game.ask is not None
    assert (game.ask.seat, game.ask.kind) == (1, "eclipse")
    assert game.ask.options == [card("green 2"), card("red 2")]
    assert [game.view(seat) for seat in range(5)] == before


def test_giver_and_receiver_alone_know_the_card_passed() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse"])
    drive(take(state, 1), slot(0, "shard"), card("blue 1"), card("blue 2"), card("green 3"))
    passed = [event for event in log(state) if event.kind == "passed"]
    assert [event.to for event in passed] == [(0, 1), (1, 2), (2, 0)]
    assert passed[0].facts == {"giver": 0, "receiver": 1, "card": card("blue 1")}


def test_the_eclipse_passes_over_the_eliminated() -> None:
    state = taking(["shard", "dagger"], ["portal", "eclipse"])
    state.alive[1] = False
    state.hands[1] = ()
    drive(take(state, 0), slot(0, "shard"), card("blue 1"), card("blue 3"))
    assert [named(hand) for hand in state.hands] == ["blue 3, green 1", "", "blue 1, green 3"]


def test_in_the_last_trick_only_those_still_to_play_take_part() -> None:
    """Seat 1 completes the blue world and uncovers the Eclipse; seats 0 and 1 hold no card."""
    state = position(
        "green 1", "blue 1", "green 3", "green 4", laid="blue 2-6", pile=["portal", "eclipse"]
    )
    asks = trick(state, TAKE, slot(0, "shard"), slot(1, "dagger"))
    assert asked(asks) == [(1, "stabilise"), (1, "take"), (0, "take")]
    passed = told(state, "passed")
    assert [(gift["giver"], gift["receiver"]) for gift in passed] == [(2, 3), (3, 2)]
    assert [play["card"] for play in told(state, "played")] == [
        card(name) for name in ("green 1", "blue 1", "green 4", "green 3")
    ]


def test_an_eclipse_with_fewer_than_two_hands_moves_nothing() -> None:
    state = position("green 1", "blue 1", "green 3", laid="blue 2-6", pile=["portal", "eclipse"])
    trick(state, TAKE, slot(0, "shard"), slot(1, "dagger"))
    assert told(state, "eclipse") == [{"direction": "left"}]
    assert told(state, "passed") == []


def test_an_eclipse_after_the_last_card_is_just_discarded() -> None:
    state = position("blue 1", "blue 2", "blue 3", pile=["portal", "eclipse"])
    trick(state, slot(0, "shard"))
    assert told(state, "eclipse") == [{"direction": "left"}]
    assert told(state, "passed") == []
    assert state.history[-1]["reason"] == "hands_empty"


def test_an_eclipse_in_mid_trick_lets_a_received_card_be_played() -> None:
    state = position(
        "green 1, red 1", "blue 1, red 2", "green 3, red 3", "yellow 4, red 4", "orange 1, red 5",
        laid="blue 2-8", pile=["portal", "eclipse"], distance=22,
    )  # fmt: skip
    played = [card("green 1"), card("blue 1"), TAKE, slot(0, "shard")]
    game = begun(state, *played, card("green 3"), card("yellow 4"), card("orange 1"))
    assert game.ask is not None
    assert (game.ask.seat, game.ask.kind) == (2, "follow")
    assert game.ask.options == [card("red 2"), card("red 3")]
