"""What each seat may know, and nothing beyond it."""

import json

from engine.games.shamans.artefacts import take
from engine.games.shamans.rituals import eliminate, permute
from engine.games.shamans.state import State
from engine.games.shamans.view import full_view, view
from engine.kernel import Json
from tests.engine.games.shamans.positions import (
    FACE_DOWN,
    TOP,
    begun,
    card,
    keep,
    position,
    seat,
    slot,
)
from tests.engine.helpers import drive

HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3", "blue 4, green 4")


def four(**facts: Json) -> State:
    return position(*HANDS, **{"roles": "shaman shaman shadow shaman", **facts})


def same_for(state: State, other: State, *seats: int | None) -> list[bool]:
    return [view(state, who) == view(other, who) for who in seats]


def test_the_public_view_of_a_fresh_position() -> None:
    state = four(up={1: ["shard"]}, down={2: ["portal"]}, laid="purple 1-3", guide=2)
    seen = view(state, None)
    assert {name: seen[name] for name in seen if name not in ("worlds", "players")} == {
        "round": 1,
        "points": [0, 0, 0, 0],
        "marker": 0,
        "tricks": 1,
        "guide": 2,
        "destination": None,
        "played": [],
        "distance": 8,
        "steps_due": 0,
        "slots": ["shard", "dagger"],
        "pile": 9,
        "drawer": None,
        "eclipse": None,
        "discard": [],
        "named": None,
        "pending": [],
        "you": None,
    }
    assert seen["worlds"][0] == {
        "world": "purple",
        "ritual": "illumination",
        "laid": [1, 2, 3],
        "complete": False,
    }
    assert seen["players"][2] == {
        "seat": 2,
        "alive": True,
        "role": None,
        "role_card": 2,
        "hand": 2,
        "set_aside": 0,
        "strays": 0,
        "face_up": [],
        "face_down": 1,
        "lost": 0,
    }
    assert seen["players"][1]["face_up"] == ["shard"]


def test_a_seat_sees_its_own_hand_role_and_hidden_tiles() -> None:
    state = four(down={2: ["portal"]})
    assert view(state, 2)["you"] == {
        "seat": 2,
        "role": "shadow",
        "roles": [None, None, "shadow", None],
        "hand": [card("blue 3"), card("green 3")],
        "set_aside": [],
        "face_down": ["portal"],
        "lost": [],
        "drawn": None,
        "gave": None,
        "received": None,
    }


def test_hands_of_others_are_hidden() -> None:
    state, other = four(), four()
    other.hands[0], other.hands[1] = other.hands[1], other.hands[0]
    assert same_for(state, other, None, 0, 1, 2, 3) == [True, False, False, True, True]


def test_shadows_do_not_know_each_other() -> None:
    hands = (*HANDS, "blue 5, green 5")
    state = position(*hands, roles="shaman shaman shadow shaman shadow")
    other = position(*hands, roles="shadow shaman shadow shaman shaman")
    assert same_for(state, other, None, 0, 1, 2, 3, 4) == [True, False, True, True, True, False]


def test_face_down_tiles_of_others_are_hidden_but_counted() -> None:
    state, other = four(down={2: ["portal"]}), four(down={2: ["shard"]})
    assert same_for(state, other, None, 0, 1, 2, 3) == [True, True, True, False, True]
    assert view(state, None)["players"][2]["face_down"] == 1


def test_the_pile_and_the_side_of_the_eclipse_are_hidden_from_all() -> None:
    state = four(pile=["portal", "mask", "eclipse"], eclipse="left")
    other = four(pile=["mask", "eclipse", "portal"], eclipse="right")
    assert all(same_for(state, other, None, 0, 1, 2, 3))
    assert full_view(state) != full_view(other)


def test_the_direction_of_the_eclipse_is_known_once_it_came() -> None:
    state = four(pile=[], eclipse="right")
    assert view(state, None)["eclipse"] == "right"


def test_cards_of_the_trick_are_public() -> None:
    game = begun(four(), card("blue 1"), card("green 2"))
    seen = game.view(None)
    assert seen["destination"] == "blue"
    assert seen["played"] == [
        {"seat": 0, "card": card("blue 1"), "follows": True},
        {"seat": 1, "card": card("green 2"), "follows": False},
    ]
    assert seen["players"][1]["strays"] == 1


def test_the_drawer_alone_sees_the_tile_drawn() -> None:
    state = four(pile=["portal", "mask"])
    steps = take(state, 1)
    next(steps)
    steps.send(2)
    assert view(state, 1)["you"]["drawn"] == "portal"
    assert view(state, 0)["you"]["drawn"] is None
    assert (view(state, 0)["drawer"], view(state, 0)["pile"]) == (1, 1)


def test_partners_of_a_permutation_know_both_roles_and_others_only_the_swap() -> None:
    state = four()
    drive(permute(state, 0), seat(2))
    assert view(state, 0)["you"]["roles"] == ["shadow", None, "shaman", None]
    assert view(state, 2)["you"]["roles"] == ["shadow", None, "shaman", None]
    assert view(state, 1)["you"]["roles"] == [None, "shaman", None, None]
    assert [player["role_card"] for player in view(state, 1)["players"]] == [2, 1, 0, 3]


def test_who_has_seen_a_role_card_knows_it_wherever_it_goes() -> None:
    state = four()
    drive(permute(state, 0), seat(2))
    drive(permute(state, 0), seat(3))
    assert view(state, 2)["you"]["roles"] == [None, None, "shaman", "shadow"]
    assert view(state, 0)["you"]["roles"] == ["shaman", None, "shaman", "shadow"]


def test_a_shown_role_is_public_wherever_it_goes() -> None:
    state = four(slots=["mask", "dagger"])
    drive(take(state, 2), slot(0, "mask"))
    drive(permute(state, 0), seat(2))
    assert [player["role"] for player in view(state, None)["players"]] == [
        "shadow",
        None,
        None,
        None,
    ]
    assert view(state, 1)["you"]["roles"] == ["shadow", "shaman", None, None]


def test_the_eclipse_teaches_giver_and_receiver_their_card() -> None:
    state = four(pile=["portal", "eclipse"])
    gifts = [card(f"blue {value}") for value in (1, 2, 3, 4)]
    drive(take(state, 1), slot(0, "shard"), *gifts)
    assert view(state, 1)["you"]["gave"] == {"seat": 2, "card": card("blue 2")}
    assert view(state, 1)["you"]["received"] == {"seat": 0, "card": card("blue 1")}


def test_a_set_aside_hand_is_known_to_its_former_owner_alone() -> None:
    state, other = four(down={1: ["shard"]}), four(down={1: ["portal"]})
    other.hands[1], other.hands[3] = other.hands[3], other.hands[1]
    drive(eliminate(state, 0, 1))
    drive(eliminate(other, 0, 1), {"portal": "keep"})
    assert same_for(state, other, None, 0, 1, 2, 3) == [True, True, False, True, False]
    assert view(state, 1)["you"]["set_aside"] == [card("blue 2"), card("green 2")]
    assert view(state, 1)["you"]["lost"] == ["shard"]
    assert view(state, None)["players"][1]["set_aside"] == 2
    assert view(state, None)["players"][1]["lost"] == 1


def test_the_hand_of_an_eliminated_shadow_is_laid_open() -> None:
    state = position(*HANDS, "blue 5, green 5", roles="shaman shaman shadow shaman shadow")
    drive(eliminate(state, 0, 2))
    assert view(state, None)["worlds"][1]["laid"] == [3]
    assert view(state, None)["players"][2]["role"] == "shadow"


def test_nothing_shows_that_a_portal_owner_is_asked() -> None:
    state = four(down={2: ["portal"]})
    game = begun(state, card("blue 1"))
    assert game.ask is not None
    assert (game.ask.seat, game.ask.kind) == (2, "portal")
    before = [game.view(who) for who in (None, 0, 1, 2, 3)]
    events = len(game.events)
    game.choose(0)
    assert [game.view(who) for who in (None, 0, 1, 2, 3)] == before
    assert len(game.events) == events


def test_a_view_shares_nothing_that_play_changes() -> None:
    game = begun(four(pile=["portal", "mask"]))
    before = json.dumps(game.view(1))
    seen = game.view(1)
    for answer in (card("blue 1"), card("green 2"), card("blue 3"), card("blue 4"), TOP):
        assert game.ask is not None
        game.choose(list(game.ask.options).index(answer))
    game.choose(1)
    assert json.dumps(seen) == before


def test_the_full_view_holds_everything_hidden() -> None:
    state = four(down={2: ["portal"]}, pile=["mask", "eclipse"])
    everything = full_view(state)["everything"]
    assert everything["roles"] == ["shaman", "shaman", "shadow", "shaman"]
    assert everything["pile"] == ["eclipse", "mask"]
    assert everything["seats"][2]["face_down"] == ["portal"]
    assert json.loads(json.dumps(full_view(state))) == full_view(state)


def test_the_full_view_shows_a_tile_in_the_drawers_hand() -> None:
    state = four(pile=["shard", "mask"])
    steps = take(state, 1)
    next(steps)
    steps.send(2)
    assert full_view(state)["everything"]["drawn"] == "shard"
    next_state = four(pile=["shard", "mask"])
    drive(take(next_state, 1), TOP, keep(FACE_DOWN, "shard"))
    assert full_view(next_state)["everything"]["drawn"] is None
