"""Other deals: they keep all a seat knows, and change all it does not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.games.shamans.artefacts import take
from engine.games.shamans.redeal import redeal
from engine.games.shamans.rituals import eliminate, permute
from engine.games.shamans.state import State
from engine.games.shamans.tables import ECLIPSE
from engine.games.shamans.view import view
from engine.kernel import Game
from engine.rng import Rng
from tests.engine.games.shamans import invariants
from tests.engine.games.shamans.positions import (
    FACE_DOWN,
    TAKE,
    TOP,
    begun,
    card,
    keep,
    kinds,
    named,
    number,
    position,
    seat,
    slot,
)
from tests.engine.helpers import drive

SPEC = engine.get("shamans")
HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3", "blue 4, green 4")
DEALS = 60


def deals(state: State, who: int) -> list[State]:
    """Other deals of a position at a trick boundary, as the seat may imagine them."""
    rng = Rng.stream(7, "deals")
    return [redeal(state.copy(), state, who, rng) for _ in range(DEALS)]


def deals_in(game: Game, who: int) -> list[State]:
    """Other deals of the boundary before what the seat has seen in this trick."""
    rng = Rng.stream(7, "deals")
    return [redeal(game.boundary()[0], game.state, who, rng) for _ in range(DEALS)]  # type: ignore[arg-type]


def values(states: list[State], of: Callable[[State], Any]) -> set[Any]:
    return {of(state) for state in states}


def test_a_seat_keeps_its_view_in_every_deal() -> None:
    state = position(*HANDS, down={0: ["portal"], 1: ["dagger"]})
    for other in deals(state, 1):
        assert view(other, 1) == view(state, 1)


def test_hands_of_others_change_places() -> None:
    others = deals(position(*HANDS), 1)
    assert values(others, lambda state: named(state.hands[1])) == {"blue 2, green 2"}
    assert len(values(others, lambda state: state.hands[0])) > 10
    assert all(len(hand) == 2 for state in others for hand in state.hands)


def test_set_aside_hands_change_places_with_hands() -> None:
    state = position(*HANDS, roles="shaman shaman shadow shaman")
    drive(eliminate(state, 0, 1))
    assert len(values(deals(state, 3), lambda state: state.aside[1])) > 5
    assert values(deals(state, 1), lambda state: state.aside[1]) == {state.aside[1]}


def test_cards_played_in_the_trick_were_in_their_players_hands() -> None:
    game = begun(position(*HANDS), card("blue 1"), card("green 2"))
    others = deals_in(game, 3)
    assert all(number("blue 1") in state.hands[0] for state in others)
    assert all(number("green 2") in state.hands[1] for state in others)
    assert len(values(others, lambda state: state.hands[2])) > 3


def test_a_card_given_in_an_eclipse_stays_with_its_receiver() -> None:
    state = position(*HANDS, pile=["portal", "eclipse"])
    gifts = [card(f"blue {value}") for value in (1, 2, 3, 4)]
    drive(take(state, 1), slot(0, "shard"), *gifts)
    assert all(number("blue 2") in other.hands[2] for other in deals(state, 1))
    assert any(number("blue 2") not in other.hands[2] for other in deals(state, 3))
    for other in deals(state, 3):
        giver, receiver, gift = other.passes[0]
        assert (giver, receiver) == (0, 1)
        assert gift in other.hands[1]


def test_a_card_received_in_the_trick_was_in_its_givers_hand() -> None:
    state = position(
        "green 1, red 1", "blue 1, red 2", "green 3, red 3", "yellow 4, red 4", "orange 1, red 5",
        laid="blue 2-8", pile=["portal", "eclipse"], distance=22,
    )  # fmt: skip
    played = [card("green 1"), card("blue 1"), TAKE, slot(0, "shard")]
    game = begun(state, *played, card("green 3"), card("yellow 4"), card("orange 1"))
    assert all(number("green 3") in other.hands[2] for other in deals_in(game, 3))


def test_roles_change_places_except_those_the_seat_has_seen() -> None:
    state = position(*HANDS, roles="shaman shaman shadow shaman")
    assert len(values(deals(state, 0), lambda state: state.faces)) == 3
    assert values(deals(state, 2), lambda state: state.faces) == {state.faces}
    drive(permute(state, 0), seat(1))
    assert len(values(deals(state, 0), lambda state: state.faces)) == 2
    state.shown = 1 << 2
    assert values(deals(state, 3), lambda state: state.faces) == {state.faces}


def test_tiles_change_places_between_the_pile_and_what_others_hide() -> None:
    state = position(*HANDS, down={0: ["portal"], 1: ["dagger"]})
    others = deals(state, 1)
    assert values(others, lambda state: tuple(kinds(state.down[1]))) == {("dagger",)}
    hidden = values(others, lambda state: tuple(kinds(state.down[0])))
    assert hidden == {("portal",), ("dagger",), ("shard",)}
    assert {state.portals for state in others} == {0, 1}


def test_nobody_hides_a_mask() -> None:
    state = position(
        *HANDS, down={0: ["portal", "shard"], 2: ["dagger"]}, slots=["dagger", "shard"]
    )
    for other in deals(state, 1):
        assert "mask" not in kinds(other.down[0] + other.down[2])
        invariants.check_tiles(other)


def test_a_tile_drawn_in_the_trick_stays_on_top_for_its_drawer_only() -> None:
    state = position(*HANDS, pile=["portal", "mask", "dagger", "shard", "dagger", "eclipse"])
    answers = [card(f"blue {value}") for value in (1, 2, 3, 4)]
    game = begun(state, *answers, TOP)
    assert values(deals_in(game, 0), lambda state: kinds(state.pile)[-1]) == {"portal"}
    assert values(deals_in(game, 3), lambda state: kinds(state.pile)[-1]) == {
        "portal",
        "dagger",
        "shard",
    }


def test_the_eclipse_to_come_is_anywhere_below_the_top_with_any_side() -> None:
    state = position(*HANDS)
    others = deals(state, 0)
    assert len(state.pile) == 11
    assert values(others, lambda state: state.pile.index(ECLIPSE)) == set(range(10))
    assert values(others, lambda state: state.eclipse) == {"left", "right"}


def test_the_eclipse_may_be_next_while_the_side_of_a_drawn_tile_is_chosen() -> None:
    state = position(*HANDS, pile=["portal", "mask", "dagger", "eclipse"])
    answers = [card(f"blue {value}") for value in (1, 2, 3, 4)]
    game = begun(state, *answers, TOP)
    places = values(deals_in(game, 0), lambda state: state.pile.index(ECLIPSE))
    assert places == {0, 1, 2}


def test_an_eclipse_that_came_in_the_trick_stays_where_it_was() -> None:
    state = position(*HANDS, pile=["portal", "eclipse", "mask", "dagger"], laid="yellow 1")
    answers = [card(f"blue {value}") for value in (1, 2, 3, 4)]
    state.hands = [(*hand, 30 + place) for place, hand in enumerate(state.hands)]
    game = begun(state, *answers, TOP, keep(FACE_DOWN, "portal"))
    assert game.ask is not None
    assert game.ask.kind == "eclipse"
    assert values(deals_in(game, 3), lambda state: state.pile.index(ECLIPSE)) == {2}
    assert values(deals_in(game, 3), lambda state: state.eclipse) == {"left"}


def test_rounds_to_come_are_dealt_from_another_seed() -> None:
    assert len(values(deals(position(*HANDS), 0), lambda state: state.seed)) == DEALS


@pytest.mark.parametrize("seats", SPEC.seat_counts)
def test_resampled_games_look_the_same_all_game_long(seats: int) -> None:
    """At every third decision, for every seat; nearly every redeal must do."""
    redeals = 0

    def counted(*args: Any) -> State:
        nonlocal redeals
        redeals += 1
        return redeal(*args)

    spec = replace(SPEC, redeal=counted)
    worlds = differing = 0
    for seed in range(12):
        rng = Rng.stream(seed, "resample")
        game = spec.new(seats=seats, seed=seed, options={"start_distance": 40, "max_rounds": 2})
        while game.ask is not None:
            if len(game.choices) % 3 == seed % 3:
                for who in range(seats):
                    world = spec.resample(game, who, rng)
                    assert world.view(who) == game.view(who)
                    assert isinstance(world.state, State)
                    invariants.check(world.state)
                    worlds += 1
                    differing += world.full_view() != game.full_view()
            game.choose(rng.below(len(game.ask.options)))
    assert differing == worlds > 900
    assert redeals <= 1.2 * worlds
