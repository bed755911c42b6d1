"""The trick: leading, following, cards of other worlds, and the resolution."""

from engine.games.shamans.state import State
from engine.games.shamans.tables import WORLDS
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    KEEP_DAGGER,
    SPEND_DAGGER,
    asked,
    begun,
    card,
    laid_at,
    named,
    position,
    seat,
    slot,
    told,
    trick,
)

SHARD = slot(0, "shard")


def table_of_three(**facts: Json) -> State:
    return position(
        "purple 3, blue 1, green 1",
        "purple 1, blue 2, green 2",
        "purple 5, blue 3, green 3",
        **facts,
    )


def test_the_guide_leads_any_card_and_names_the_destination() -> None:
    state = table_of_three(guide=1)
    game = begun(state)
    assert game.ask is not None
    assert (game.ask.seat, game.ask.kind) == (1, "lead")
    assert game.ask.options == [card("purple 1"), card("blue 2"), card("green 2")]
    game.choose(1)
    assert WORLDS[state.destination] == "blue"
    assert named(state.hands[1]) == "purple 1, green 2"


def test_the_others_follow_clockwise_with_any_card() -> None:
    asks = trick(table_of_three(guide=1), card("blue 2"), card("blue 3"), card("blue 1"), SHARD)
    assert asked(asks)[:3] == [(1, "lead"), (2, "follow"), (0, "follow")]
    assert [len(ask.options) for ask in asks[:3]] == [3, 3, 3]


def test_a_follower_follows_by_default_if_it_can() -> None:
    game = begun(table_of_three(), card("blue 1"))
    assert game.ask is not None
    assert game.ask.options[game.ask.default] == card("blue 2")


def test_without_a_card_of_the_destination_the_default_is_the_next_world() -> None:
    state = position("blue 1, blue 2", "purple 2, yellow 1", "purple 1, purple 3")
    game = begun(state, card("blue 1"))
    assert game.ask is not None
    assert game.ask.options[game.ask.default] == card("yellow 1")
    game.choose(1)
    assert game.ask.options[game.ask.default] == card("purple 1")


def test_a_card_of_the_destination_stays_before_its_player() -> None:
    state = table_of_three()
    begun(state, card("blue 1"), card("blue 2"))
    assert laid_at(state, "blue") == []
    assert [who for who, _ in state.trick] == [0, 1]
    assert state.distance == 8


def test_a_card_of_another_world_moves_the_pawn_and_is_laid_at_once() -> None:
    state = table_of_three()
    begun(state, card("blue 1"), card("green 2"))
    assert state.distance == 7
    assert laid_at(state, "green") == [2]
    assert state.strays == [0, 1, 0]


def test_completing_a_world_off_suit_performs_its_ritual_before_the_next_plays() -> None:
    state = table_of_three(laid="purple 2-6")
    begun(state, card("blue 1"), card("purple 1"))
    assert state.points == [0, 1, 0]
    assert told(state, "ritual") == [{"seat": 1, "world": "purple", "ritual": "illumination"}]
    assert len(state.trick) == 2


def test_the_pawn_reaches_the_moon_before_the_card_is_laid() -> None:
    """The round is over: no ritual, not even an Illumination."""
    state = table_of_three(laid="purple 2-6", distance=1, roles="shadow shaman shaman")
    trick(state, card("blue 1"), card("purple 1"))
    assert told(state, "ritual") == []
    assert state.history[-1]["reason"] == "moon"
    assert state.points == [3, 0, 0]


def test_the_lowest_follower_takes_an_artefact_and_the_highest_guides_next() -> None:
    state = table_of_three()
    asks = trick(state, card("purple 3"), card("purple 1"), card("purple 5"), SHARD)
    assert asked(asks)[-1] == (1, "take")
    assert state.guide == 2
    assert told(state, "guide") == [{"seat": 2}]


def test_off_suit_cards_count_neither_as_lowest_nor_as_highest() -> None:
    state = table_of_three(guide=1)
    asks = trick(state, card("blue 2"), card("purple 5"), card("blue 1"), SHARD)
    assert asked(asks)[-1] == (0, "take")
    assert state.guide == 1


def test_a_lone_follower_is_both_lowest_and_highest() -> None:
    state = table_of_three()
    asks = trick(state, card("purple 3"), card("blue 2"), card("green 3"), SHARD)
    assert asked(asks)[-1] == (0, "take")
    assert state.guide == 0


def test_the_highest_lays_all_cards_of_the_destination() -> None:
    state = table_of_three()
    trick(state, card("purple 3"), card("purple 1"), card("purple 5"), SHARD)
    assert laid_at(state, "purple") == [1, 3, 5]
    assert told(state, "laid") == [
        {"seat": 2, "cards": [card("purple 3"), card("purple 1"), card("purple 5")]}
    ]
    assert (state.trick, state.tricks) == ([], 2)


def test_the_artefact_is_taken_before_the_cards_are_laid() -> None:
    state = table_of_three(laid="purple 2, purple 4, purple 6")
    trick(state, card("purple 3"), card("purple 1"), card("purple 5"), SHARD)
    told_kinds = [event.kind for event in state.log or ()]
    assert told_kinds.index("took") < told_kinds.index("laid") < told_kinds.index("ritual")


def test_the_highest_performs_the_ritual_of_a_completed_destination() -> None:
    state = table_of_three(laid="purple 2, purple 4, purple 6")
    trick(state, card("purple 3"), card("purple 1"), card("purple 5"), SHARD)
    assert state.points == [0, 0, 1]
    assert state.guide == 2


def test_hands_stay_equal_from_trick_to_trick() -> None:
    state = table_of_three()
    trick(state, card("purple 3"), card("blue 2"), card("green 3"), SHARD)
    assert [len(hand) for hand in state.hands] == [2, 2, 2]


def test_a_player_eliminated_before_playing_is_skipped() -> None:
    state = position(
        "blue 1, green 1", "yellow 1, green 2", "blue 3, green 3", "blue 4, green 4",
        laid="yellow 2-6", up={1: ["dagger"]}, roles="shaman shaman shaman shadow",
    )  # fmt: skip
    asks = trick(state, card("blue 1"), card("yellow 1"), seat(2), card("blue 4"), SHARD)
    assert asked(asks) == [(0, "lead"), (1, "follow"), (1, "eliminate"), (3, "follow"), (0, "take")]
    assert named(state.aside[2]) == "blue 3, green 3"


def test_the_trick_goes_on_when_the_guide_is_eliminated() -> None:
    """Same Destination, same order; the Guide's card is laid but neither lowest nor highest."""
    state = position(
        "blue 1, green 1", "yellow 1, green 2", "blue 3, green 3", "blue 4, green 4",
        laid="yellow 2-6", up={1: ["dagger"]}, roles="shaman shaman shaman shadow",
    )  # fmt: skip
    answers = [card("blue 1"), card("yellow 1"), seat(0), card("blue 3"), card("blue 4"), SHARD]
    asks = trick(state, *answers)
    assert asked(asks)[-3:] == [(2, "follow"), (3, "follow"), (2, "take")]
    assert laid_at(state, "blue") == [1, 3, 4]
    assert state.guide == 3


def test_an_eliminated_players_off_suit_card_stays_on_its_world() -> None:
    state = position(
        "blue 1, green 1", "green 2, green 5", "yellow 1, green 3", "blue 4, green 4",
        laid="yellow 2-6", down={2: ["dagger"]}, roles="shaman shaman shaman shadow",
    )  # fmt: skip
    answers = [card("blue 1"), card("green 2"), card("yellow 1"), SPEND_DAGGER, seat(1)]
    trick(state, *answers, card("blue 4"), SHARD)
    assert laid_at(state, "green") == [2]


def leaderless(**facts: Json) -> State:
    """Seat 0 leads the only blue card; seat 2 will eliminate seat 0."""
    return position(
        "blue 1, green 1", "green 2, green 5", "yellow 1, green 3", "orange 4, green 4",
        up={2: ["dagger"]}, roles="shaman shaman shaman shadow", **facts,
    )  # fmt: skip


LEADERLESS = (card("blue 1"), card("green 2"), card("yellow 1"), seat(0), card("orange 4"))


def test_without_a_living_follower_nobody_takes_and_the_eliminated_names_the_guide() -> None:
    state = leaderless(laid="yellow 2-6")
    asks = trick(state, *LEADERLESS, seat(3))
    assert asked(asks)[-1] == (0, "next_guide")
    assert asks[-1].options == [seat(1), seat(2), seat(3)]
    assert state.guide == 3
    assert laid_at(state, "blue") == [1]
    assert told(state, "took") == []


def test_without_a_living_follower_a_completed_destination_gives_no_ritual() -> None:
    state = leaderless(laid="yellow 2-6, blue 2-6")
    trick(state, *LEADERLESS, seat(1))
    assert laid_at(state, "blue") == [1, 2, 3, 4, 5, 6]
    assert [ritual["world"] for ritual in told(state, "ritual")] == ["yellow"]


def test_of_several_eliminated_followers_the_highest_names_the_guide() -> None:
    state = position(
        "blue 1, red 1, red 5", "blue 4, red 2, red 6", "yellow 1, green 3, red 7",
        "orange 4, green 4, red 8", "purple 2, purple 3, purple 5",
        laid="yellow 2-8, orange 1-3, orange 5-8", up={2: ["dagger"], 3: ["dagger"]},
        roles="shaman shaman shaman shadow shadow", distance=20,
    )  # fmt: skip
    plays = [card("blue 1"), card("blue 4"), card("yellow 1"), seat(0), card("orange 4"), seat(1)]
    asks = trick(state, *plays, card("purple 2"), seat(4))
    assert asked(asks)[-1] == (1, "next_guide")
    assert state.guide == 4


def test_no_guide_is_named_when_the_round_is_over() -> None:
    state = position(
        "blue 1", "green 2", "yellow 1", "orange 4",
        laid="yellow 2-6", up={2: ["dagger"]}, roles="shaman shaman shaman shadow",
    )  # fmt: skip
    asks = trick(state, seat(0))
    assert asked(asks) == [(2, "eliminate")]
    assert state.history[-1]["reason"] == "hands_empty"


def test_a_declined_dagger_leaves_the_trick_as_it_is() -> None:
    state = leaderless(laid="yellow 2-6")
    state.up[2], state.down[2] = (), state.up[2]
    asks = trick(state, *LEADERLESS[:3], KEEP_DAGGER, card("orange 4"), SHARD)
    assert asked(asks)[3] == (2, "dagger")
    assert all(state.alive)
