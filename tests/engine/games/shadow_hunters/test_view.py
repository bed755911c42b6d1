"""What seats are shown, and what they are not."""

import json

from engine.games.shadow_hunters.attack import NORMAL, attack
from engine.games.shadow_hunters.cards import LIGHT, VISION
from engine.games.shadow_hunters.effects import draw_open
from engine.games.shadow_hunters.state import Fight, State, Vision
from engine.games.shadow_hunters.view import full_view, view
from engine.games.shadow_hunters.visions import draw_vision
from engine.rng import Rng
from tests.engine.games.shadow_hunters.play import new, odd_options, positions
from tests.engine.games.shadow_hunters.table import card, give, roll, stack, table
from tests.engine.helpers import drive

FIVE = ("emi", "franklin", "unknown", "vampire", "allie")


def characters(seen) -> list[str | None]:
    return [player["character"] for player in seen["players"]]


def test_a_seat_knows_its_own_character_and_who_is_revealed() -> None:
    state = table(*FIVE)
    state.revealed[3] = True
    assert characters(view(state, 0)) == ["emi", None, None, "vampire", None]
    assert characters(view(state, None)) == [None, None, None, "vampire", None]
    assert view(state, 0)["you"] == {
        "seat": 0,
        "character": "emi",
        "faction": "hunter",
        "hit_points": 10,
        "visions": [],
    }
    assert view(state, None)["you"] is None


def test_everybody_sees_the_table() -> None:
    state = table(*FIVE)
    give(state, 1, "axe", "robe")
    state.damage[1], state.at[1], state.angel = 3, -1, 1
    state.discards[LIGHT] = (card("flare"), card("bat"))
    seen = view(state, None)
    assert seen["players"][1] == {
        "seat": 1,
        "alive": True,
        "damage": 3,
        "location": None,
        "equipment": ["robe", "axe"],
        "angel": True,
        "revealed": False,
        "character": None,
        "power_used": False,
        "cannot_be": [],
    }
    assert seen["board"] == ["hermit", "gate", "church", "cemetery", "woods", "altar"]
    assert seen["decks"]["light"] == {"pile": 1, "discards": ["flare", "bat"]}
    assert seen["factions"] == {"hunter": 2, "shadow": 2, "neutral": 1}
    assert (seen["turn"], seen["active"], seen["deaths"]) == (0, 0, [])


def test_a_vision_is_known_to_its_giver_and_its_receiver_only() -> None:
    state = table(*FIVE)
    stack(state, "vision", "slap")
    drive(draw_vision(state, 3, [1]))
    told = {
        "card": "slap",
        "giver": 3,
        "receiver": 1,
        "outcome": "damage",
        "amount": 1,
        "equipment": None,
    }
    assert [view(state, seat)["you"]["visions"] for seat in range(5)] == [
        [],
        [told],
        [],
        [told],
        [],
    ]
    assert "slap" not in json.dumps(view(state, None))
    assert view(state, None)["decks"]["vision"] == {"pile": 0, "discards": 1}


def test_a_vision_in_hand_is_known_to_its_giver_until_it_is_given() -> None:
    state = table(*FIVE)
    give(state, 1, "axe")
    stack(state, "vision", "anger")
    steps = draw_vision(state, 3, [1, 2])
    next(steps)
    assert view(state, None)["vision"] == {"giver": 3, "receiver": None}
    assert view(state, 3)["you"]["visions"][0]["card"] == "anger"
    assert view(state, 1)["you"]["visions"] == []
    steps.send(0)
    assert view(state, None)["vision"] == {"giver": 3, "receiver": 1}
    assert view(state, 1)["you"]["visions"][0]["outcome"] == "pending"


def test_what_prediction_showed_stays_known_to_the_giver() -> None:
    state = table(*FIVE)
    stack(state, "vision", "prediction")
    drive(draw_vision(state, 3, [1]))
    assert characters(view(state, 3)) == [None, "franklin", None, "vampire", None]
    assert characters(view(state, 2)) == [None, None, "unknown", None, None]
    assert view(state, 3)["players"][1]["revealed"] is False


def test_an_attack_and_its_roll_are_shown() -> None:
    state = table(*FIVE)
    state.damage[4] = 1
    roll(state, 0, 3, 1)
    steps = attack(state, 0, (4,), NORMAL)
    next(steps)
    assert view(state, 4)["attack"] == {
        "attacker": 0,
        "targets": [4],
        "mode": "normal",
        "roll": None,
    }
    steps.send(0)
    assert view(state, 4)["attack"]["roll"] == 2


def test_the_card_drawn_is_shown_while_its_drawer_decides() -> None:
    state = table(*FIVE)
    stack(state, "light", "first_aid")
    next(draw_open(state, 0, LIGHT))
    assert view(state, 0)["card"] == "first_aid"
    assert view(state, 0)["decks"]["light"]["discards"] == ["first_aid"]


def test_what_everybody_can_rule_out_is_shown_of_the_hidden() -> None:
    state = table(*FIVE)
    state.ruled_out[1] = 0b1001
    assert view(state, 0)["players"][1]["cannot_be"] == ["allie", "daniel"]
    state.revealed[1] = True
    assert view(state, 0)["players"][1]["cannot_be"] == []


def test_views_survive_json_unchanged() -> None:
    for seats in (4, 6, 8):
        for game in positions(new(seats, seats, **odd_options(seats, 16)), seats):
            for seat in (None, *range(seats)):
                seen = game.view(seat)
                assert json.loads(json.dumps(seen)) == seen
            assert json.loads(json.dumps(game.full_view())) == game.full_view()


def test_a_view_changes_only_with_something_heard_or_done() -> None:
    """A view that changed in silence would tell that somebody else was asked something."""
    for seed in range(12):
        seats = 4 + seed % 5
        before: dict[int | None, tuple] = {}
        for game in positions(new(seats, seed, **odd_options(seats, seed)), seed):
            for seat in (None, *range(seats)):
                heard = sum(event.heard_by(seat) for event in game.events)
                seen = game.view(seat)
                if before.get(seat, (None,))[0] == heard:
                    assert before[seat][1] == seen, (seed, seat, game.ask)
                before[seat] = (heard, seen)


def test_two_states_are_equal_when_their_full_views_are() -> None:
    """Every field that a game can change shows in the full view."""
    state = new(6, 3).state
    assert isinstance(state, State)
    changes = {
        **dict.fromkeys(("turn", "opening", "active", "angel", "card"), 2),
        **dict.fromkeys(("extra_turn", "feasted"), True),
        **dict.fromkeys(("living", "dead", "first_dead"), (2,)),
        **{field: [3] * 6 for field in ("damage", "at", "gear", "ruled_out")},
        **{field: [True] * 6 for field in ("revealed", "power_used")},
        **{field: [(card("bat"),)] * 3 for field in ("piles", "discards")},
        **{field: [Rng(5)] * 6 for field in ("dice", "deck_chance")},
        "board": state.board[::-1],
        "characters": state.characters[::-1],
        "visions": (Vision(card("slap"), 0),),
        "rules": state.rules._replace(turn_cap=9),
        "fight": Fight(0, (1,), "normal"),
    }
    assert {*changes, "seats"} == set(State.__slots__)
    for field, value in changes.items():
        changed = state.copy()
        setattr(changed, field, value)
        assert full_view(changed) != full_view(state), field


def test_the_order_of_hidden_visions_shows_in_the_full_view() -> None:
    state = new(6, 3).state
    before = full_view(state)
    state.discards[VISION] = (card("slap"),)
    assert full_view(state)["vision_discards"] != before["vision_discards"]
