"""What the six locations offer."""

from engine.games.shadow_hunters.rules import use_location
from tests.engine.games.shadow_hunters.table import (
    SKIP,
    discards,
    equipment,
    events,
    give,
    kinds,
    slot,
    stack,
    table,
    target,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")


def at(location: str, *slugs: str):
    """Those characters, the first of them on that location."""
    state = table(*(slugs or FOUR))
    state.at[0] = slot(location)
    return state


def draw(deck: str) -> dict[str, str]:
    return {"action": "draw", "deck": deck}


def test_the_hermits_cabin_offers_a_vision() -> None:
    state = at("hermit")
    asks, _ = drive(use_location(state, 0), draw("vision"), target(2), {"action": "nothing"})
    assert asks[0].options == (SKIP, draw("vision"))
    assert discards(state, "vision") == ["aid"]


def test_the_church_offers_a_light_card() -> None:
    state = at("church")
    asks, _ = drive(use_location(state, 0), draw("light"))
    assert asks[0].options == (SKIP, draw("light"))
    assert discards(state, "light") == ["holy_water"]


def test_the_cemetery_offers_a_darkness_card() -> None:
    state = at("cemetery")
    asks, _ = drive(use_location(state, 0), draw("darkness"), target(1))
    assert asks[0].options == (SKIP, draw("darkness"))
    assert discards(state, "darkness") == ["bat"]


def test_the_gate_offers_any_deck() -> None:
    state = at("gate")
    asks, _ = drive(use_location(state, 0), draw("light"))
    assert asks[0].options == (SKIP, draw("light"), draw("darkness"), draw("vision"))


def test_a_location_may_be_left_alone() -> None:
    for location in ("hermit", "church", "cemetery", "gate", "woods"):
        state = at(location)
        asks, _ = drive(use_location(state, 0), SKIP)
        assert asks[0].default == 0
        assert state.log == []


def test_a_deck_without_cards_cannot_be_chosen() -> None:
    state = at("gate")
    stack(state, "darkness")
    asks, _ = drive(use_location(state, 0), SKIP)
    assert asks[0].options == (SKIP, draw("light"), draw("vision"))


def test_the_woods_hurt_anybody_by_2() -> None:
    state = at("woods")
    drive(use_location(state, 0), {"action": "damage", "target": 3})
    assert state.damage == [0, 0, 0, 2]


def test_the_woods_heal_anybody_by_1() -> None:
    state = at("woods")
    state.damage = [4, 4, 4, 4]
    drive(use_location(state, 0), {"action": "heal", "target": 1})
    assert state.damage == [4, 3, 4, 4]


def test_the_woods_reach_everybody_alive_oneself_included() -> None:
    state = at("woods")
    state.at[2] = -1
    state.living = (0, 2, 3)
    asks, _ = drive(use_location(state, 0), {"action": "damage", "target": 0})
    assert asks[0].options == [
        SKIP,
        *(
            {"action": action, "target": seat}
            for seat in (2, 3, 0)
            for action in ("damage", "heal")
        ),
    ]
    assert state.damage[0] == 2


def test_the_brooch_keeps_the_woods_from_hurting_its_owner() -> None:
    state = at("woods")
    give(state, 2, "brooch")
    asks, _ = drive(use_location(state, 0), SKIP)
    assert {"action": "damage", "target": 2} not in asks[0].options
    assert {"action": "heal", "target": 2} in asks[0].options


def test_the_brooch_keeps_its_owner_from_hurting_himself() -> None:
    state = at("woods")
    give(state, 0, "brooch")
    asks, _ = drive(use_location(state, 0), SKIP)
    assert {"action": "damage", "target": 0} not in asks[0].options


def test_healing_never_goes_below_zero() -> None:
    state = at("woods")
    drive(use_location(state, 0), {"action": "heal", "target": 1})
    assert state.damage[1] == 0
    assert events(state, "heal") == []


def test_the_altar_takes_equipment_from_another() -> None:
    state = at("altar")
    give(state, 0, "robe")
    give(state, 1, "axe", "lance")
    give(state, 3, "compass")
    asks, _ = drive(use_location(state, 0), {"action": "steal", "target": 1, "equipment": "lance"})
    assert asks[0].options[1:] == [
        {"action": "steal", "target": 1, "equipment": "lance"},
        {"action": "steal", "target": 1, "equipment": "axe"},
        {"action": "steal", "target": 3, "equipment": "compass"},
    ]
    assert equipment(state, 0) == ["robe", "lance"]
    assert equipment(state, 1) == ["axe"]


def test_a11_the_altar_takes_nothing_from_oneself() -> None:
    state = at("altar")
    give(state, 0, "robe")
    asks, _ = drive(use_location(state, 0))
    assert asks == []


def test_the_altar_offers_nothing_when_nobody_has_anything() -> None:
    asks, _ = drive(use_location(at("altar"), 0))
    assert asks == []


def test_a17_an_empty_pile_is_made_anew_when_a_card_is_drawn() -> None:
    state = at("church")
    stack(state, "light", "holy_water")
    state.discards[0] = (3, 7)
    drive(use_location(state, 0), draw("light"))
    assert discards(state, "light") == ["concealed", "angel", "holy_water"]
    assert events(state, "reshuffle") == []
    drive(use_location(state, 0), draw("light"))
    assert events(state, "reshuffle") == [{"deck": "light"}]
    assert state.angel == -1
    assert discards(state, "light") == ["holy_water"]
    assert [len(pile) for pile in state.piles] == [2, 1, 1]


def test_a_new_pile_does_not_depend_on_the_order_of_the_discards() -> None:
    piles = []
    for order in ((3, 7, 8), (8, 3, 7)):
        state = at("church")
        stack(state, "light")
        state.discards[0] = order
        drive(use_location(state, 0), draw("light"))
        piles.append(state.piles[0])
    assert piles[0] == piles[1]


def test_every_location_asks_before_anything_happens() -> None:
    for location in ("hermit", "gate", "church", "cemetery", "woods", "altar"):
        state = at(location)
        give(state, 1, "axe")
        asks, _ = drive(use_location(state, 0), SKIP)
        assert kinds(asks) == ["location_use"]
