"""The worked example of a trick with five seats, card by card."""

from engine.games.shamans.view import view
from tests.engine.games.shamans.positions import (
    asked,
    card,
    kinds,
    laid_at,
    named,
    position,
    seat,
    slot,
    told,
    trick,
)


def test_the_worked_example_of_a_trick() -> None:
    state = position(
        "purple 1, blue 1, blue 2, blue 3, blue 4",
        "purple 6, green 1, green 2, green 3, green 4",
        "red 6, green 5, green 6, green 7, green 8",
        "brown 5, yellow 1, yellow 2, yellow 3, yellow 4",
        "purple 7, orange 1, orange 2, orange 3, orange 4",
        roles="shaman shaman shadow shaman shadow",
        laid="purple 2-5, purple 8, brown 1-4, brown 6-8, red 1-3",
        up={1: ["shard"], 3: ["dagger"]},
        distance=13,
    )
    state.tricks = 6
    asks = trick(
        state,
        card("purple 1"),
        card("purple 6"),
        card("red 6"),
        card("brown 5"),
        seat(0),
        card("purple 7"),
        slot(0, "shard"),
    )
    assert asked(asks) == [
        (0, "lead"),
        (1, "follow"),
        (2, "follow"),
        (3, "follow"),
        (3, "eliminate"),
        (4, "follow"),
        (1, "take"),
    ]
    assert told(state, "eliminated") == [{"seat": 0, "role": "shaman", "cards": 4}]
    assert state.distance == 13 - 6
    assert [len(hand) for hand in state.hands] == [0, 4, 4, 4, 4]
    assert named(state.aside[0]) == "blue 1, blue 2, blue 3, blue 4"
    assert laid_at(state, "red") == [1, 2, 3, 6]
    assert laid_at(state, "brown") == laid_at(state, "purple") == [1, 2, 3, 4, 5, 6, 7, 8]
    assert kinds(state.up[1]) == ["shard", "shard"]
    assert (state.points, state.guide) == ([0, 0, 0, 0, 1], 4)
    assert view(state, None)["players"][0]["role"] == "shaman"
    assert state.tricks == 7
