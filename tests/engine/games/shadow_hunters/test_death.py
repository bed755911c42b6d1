"""Death and what it leaves behind: reveals, loot, discards."""

import pytest

from engine.games.shadow_hunters.attack import NORMAL, attack
from engine.games.shadow_hunters.effects import EFFECTS
from engine.games.shadow_hunters.harm import bury, harm, wound
from tests.engine.games.shadow_hunters.table import (
    card,
    character,
    discards,
    equipment,
    events,
    give,
    kinds,
    roll,
    slot,
    table,
    take,
)
from tests.engine.helpers import drive

FIVE = ("george", "franklin", "unknown", "vampire", "bob")


def leave(seat: int) -> dict[str, object]:
    return {"action": "leave", "target": seat}


def test_a_character_dies_when_damage_reaches_its_hit_points() -> None:
    state = table(*FIVE)
    state.damage[2] = 8
    drive(harm(state, [2], 2, "woods", 0))
    assert 2 in state.living
    drive(harm(state, [2], 1, "woods", 0))
    assert 2 not in state.living
    assert state.dead == (2,)


def test_the_dead_are_revealed_and_leave_the_board() -> None:
    state = table(*FIVE)
    state.damage[2] = 10
    drive(harm(state, [2], 3, "woods", 0))
    assert state.revealed == [False, False, True, False, False]
    assert state.at[2] == -1
    assert state.damage[2] == 11
    assert events(state, "death") == [{"seat": 2, "character": "unknown", "killer": 0}]


def test_a_killer_takes_one_equipment_and_the_rest_is_discarded() -> None:
    state = table(*FIVE)
    give(state, 2, "robe", "axe", "handgun")
    state.damage[2] = 10
    asks, _ = drive(harm(state, [2], 2, "woods", 0), take(2, "axe"))
    assert asks[0].kind == "loot"
    assert asks[0].options == [take(2, "robe"), take(2, "axe"), take(2, "handgun"), leave(2)]
    assert asks[0].default == 0
    assert equipment(state, 0) == ["axe"]
    assert state.gear[2] == 0
    assert discards(state, "light") == ["robe"]
    assert discards(state, "darkness") == ["handgun"]


def test_a_killer_may_leave_the_loot() -> None:
    state = table(*FIVE)
    give(state, 2, "robe")
    state.damage[2] = 10
    drive(harm(state, [2], 2, "woods", 0), leave(2))
    assert state.gear[0] == 0
    assert discards(state, "light") == ["robe"]


def test_the_unarmed_leave_nothing_to_choose() -> None:
    state = table(*FIVE)
    state.damage[2] = 10
    asks, _ = drive(harm(state, [2], 2, "woods", 0))
    assert asks == []


def test_who_dies_by_his_own_hand_has_no_killer() -> None:
    state = table(*FIVE)
    give(state, 2, "robe")
    state.damage[2] = 10
    asks, _ = drive(harm(state, [2], 2, "woods", 2))
    assert asks == []
    assert discards(state, "light") == ["robe"]
    assert events(state, "death")[0]["killer"] is None


def test_a6_every_kill_is_looted_unless_the_option_says_attacks() -> None:
    state = table("george", "franklin", "unknown", "vampire", "werewolf", loot_scope="attacks")
    give(state, 2, "robe")
    state.damage[2] = 10
    asks, _ = drive(harm(state, [2], 2, "woods", 0))
    assert asks == []
    assert discards(state, "light") == ["robe"]
    give(state, 3, "axe")
    state.damage[3] = 12
    roll(state, 0, 6, 1)
    asks, _ = drive(attack(state, 0, (3,), NORMAL), take(3, "axe"))
    assert kinds(asks) == ["loot"]


def test_victims_of_one_moment_are_looted_clockwise_from_the_killer() -> None:
    state = table("franklin", "george", "unknown", "vampire", "werewolf", "emi", "bob", "daniel")
    for seat, gear in ((0, "axe"), (3, "robe"), (6, "lance")):
        give(state, seat, gear, "compass" if seat == 0 else "talisman" if seat == 3 else "brooch")
        state.damage[seat] = 13
    asks, _ = drive(
        harm(state, [0, 3, 6], 1, "flare", 5),
        take(6, "brooch"),
        take(0, "axe"),
        take(3, "robe"),
    )
    assert kinds(asks) == ["loot"] * 3
    assert equipment(state, 5) == ["brooch", "robe", "axe"]


def test_the_rosary_takes_all_from_who_dies_by_its_owners_attack() -> None:
    state = table(*FIVE, revealed=True)
    give(state, 0, "rosary")
    give(state, 2, "robe", "axe", "handgun")
    state.damage[2] = 10
    roll(state, 0, 6, 1)
    asks, _ = drive(attack(state, 0, (2,), NORMAL))
    assert asks == []
    assert equipment(state, 0) == ["robe", "rosary", "axe", "handgun"]


def test_the_rosary_is_idle_when_a_card_kills() -> None:
    state = table(*FIVE)
    give(state, 0, "rosary")
    give(state, 2, "robe", "axe")
    state.damage[2] = 10
    asks, _ = drive(harm(state, [2], 2, "bat", 0), take(2, "axe"))
    assert kinds(asks) == ["loot"]
    assert discards(state, "light") == ["robe"]


def test_a_rosary_looted_from_one_victim_does_not_serve_for_the_next() -> None:
    state = table("franklin", "unknown", "vampire", "emi", "werewolf", revealed=True)
    give(state, 1, "rosary")
    give(state, 2, "robe", "axe")
    state.damage[1:3] = [10, 12]
    roll(state, 0, 6, 1)
    asks, _ = drive(attack(state, 0, (1, 2), NORMAL), take(1, "rosary"), take(2, "axe"))
    assert kinds(asks) == ["loot", "loot"]


def test_a_killer_who_dies_at_the_same_moment_takes_nothing() -> None:
    state = table(*FIVE)
    give(state, 2, "robe")
    state.damage[0], state.damage[2] = 13, 10
    state.card = card("dynamite")
    roll(state, 0, 4, 2)
    state.at = [slot("church"), 0, slot("church"), 0, 0]
    asks, _ = drive(EFFECTS[card("dynamite")](state, 0))
    assert state.living == (1, 3, 4)
    assert asks == []
    assert discards(state, "light") == ["robe"]


def test_the_angel_of_the_dead_is_discarded() -> None:
    state = table(*FIVE)
    state.angel = 2
    state.damage[2] = 10
    drive(harm(state, [2], 2, "woods", 0))
    assert state.angel == -1
    assert discards(state, "light") == ["angel"]


def test_daniel_must_reveal_when_somebody_else_dies() -> None:
    state = table("emi", "franklin", "unknown", "vampire", "daniel")
    state.damage[2] = 10
    drive(harm(state, [2], 2, "woods", 0))
    assert state.revealed[4]
    assert events(state, "reveal") == [{"seat": 4, "character": "daniel"}]


def test_daniel_has_revealed_before_loot_is_chosen() -> None:
    state = table("emi", "franklin", "unknown", "vampire", "daniel")
    give(state, 2, "axe")
    state.damage[2] = 10
    steps = harm(state, [2], 2, "woods", 0)
    assert next(steps).kind == "loot"
    assert state.revealed[4]


def test_loot_may_be_taken_in_a_game_that_ends_by_the_kill() -> None:
    state = table("emi", "franklin", "unknown", "vampire", revealed=True)
    state.living = (0, 1, 2)
    give(state, 2, "axe")
    state.damage[2] = 10
    asks, outcome = drive(harm(state, [2], 2, "woods", 0), take(2, "axe"))
    assert kinds(asks) == ["loot"]
    assert outcome is not None


def test_the_robe_protects_from_attacks_only() -> None:
    state = table(*FIVE)
    give(state, 2, "robe")
    drive(harm(state, [2], 2, "woods", 0))
    assert state.damage[2] == 2


def test_a3_the_robe_may_be_made_to_protect_from_everything() -> None:
    state = table(*FIVE, robe_scope="all")
    give(state, 2, "robe")
    drive(harm(state, [2, 3], 2, "flare", 0))
    assert state.damage[2:4] == [1, 2]
    drive(harm(state, [2], 1, "vision", 0))
    assert state.damage[2] == 1
    assert len(events(state, "damage")) == 2


@pytest.mark.parametrize(
    ("damage", "excluded"),
    [
        (7, set()),
        (8, {"allie"}),
        (10, {"allie", "bob", "emi"}),
        (11, {"allie", "bob", "emi", "charles", "unknown"}),
        (13, {"allie", "bob", "emi", "charles", "unknown", "franklin", "daniel", "vampire"}),
    ],
)
def test_who_outlives_damage_is_none_of_the_frailer(damage: int, excluded: set[str]) -> None:
    state = table("george", "franklin", "unknown", "vampire")
    wound(state, 0, damage, "woods")
    assert state.ruled_out[0] == sum(1 << character(slug) for slug in excluded)


def test_who_stays_hidden_after_a_death_is_not_daniel() -> None:
    state = table(*FIVE)
    state.damage[2] = 10
    drive(harm(state, [2], 2, "woods", 0))
    daniel = 1 << character("daniel")
    assert [mask & daniel > 0 for mask in state.ruled_out] == [True, True, False, True, True]


def test_nobody_hurt_to_death_means_nothing_to_bury() -> None:
    state = table(*FIVE)
    drive(bury(state, [1, 2], 0))
    assert state.log == []
