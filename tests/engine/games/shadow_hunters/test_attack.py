"""Attacks: who can be reached, what the dice and equipment do, and who strikes back."""

import pytest

from engine.games.shadow_hunters.attack import (
    COUNTER,
    NORMAL,
    attack,
    attack_and_feast,
    attack_step,
    in_range,
)
from engine.games.shadow_hunters.rules import use_location
from tests.engine.games.shadow_hunters import table as the
from tests.engine.games.shadow_hunters.table import (
    PASS,
    REVEAL,
    STAY,
    WAIT,
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

FOUR = ("emi", "franklin", "unknown", "vampire")
HIT_BACK = {"action": "counter"}
AGAIN, STOP = {"action": "again"}, {"action": "stop"}


def spread(*slugs: str, revealed: bool = True):
    """Seats 0 and 1 share a location, 2 is next door, 3 and 4 are far, in different territories."""
    state = table(*slugs, revealed=revealed)
    places = ("church", "church", "cemetery", "hermit", "altar")
    state.at = [slot(place) for place in places[: len(slugs)]]
    return state


# Range


def test_an_attack_reaches_both_locations_of_the_own_territory() -> None:
    assert in_range(spread(*FOUR, "bob"), 0) == (1, 2)


def test_nobody_attacks_himself_the_dead_or_who_is_not_on_the_board() -> None:
    state = spread(*FOUR, "bob")
    state.at[1] = -1
    state.living = (0, 1, 3, 4)
    assert in_range(state, 0) == ()


def test_the_handgun_reaches_the_other_two_territories_only() -> None:
    state = spread(*FOUR, "bob")
    give(state, 0, "handgun")
    assert in_range(state, 0) == (3, 4)


def test_the_handgun_does_not_reach_who_is_not_on_the_board() -> None:
    state = spread(*FOUR, "bob")
    give(state, 0, "handgun")
    state.at[3] = -1
    assert in_range(state, 0) == (4,)


def test_without_a_target_there_is_no_attack() -> None:
    state = spread(*FOUR)
    give(state, 3, "masamune")
    asks, _ = drive(attack_step(state, 3))
    assert asks == []


def test_the_attacker_chooses_one_target_or_none() -> None:
    state = spread(*FOUR)
    asks, _ = drive(attack_step(state, 0), PASS)
    assert asks[0].options == (PASS, the.attack(1), the.attack(2))
    assert asks[0].default == 0
    assert state.log == []


def test_the_machine_gun_hits_everybody_in_range_with_one_roll() -> None:
    state = spread(*FOUR)
    give(state, 0, "machine_gun")
    roll(state, 0, 5, 2)
    asks, _ = drive(attack_step(state, 0), the.attack(1, 2))
    assert asks[0].options == (PASS, the.attack(1, 2))
    assert state.damage == [0, 3, 3, 0]


def test_masamune_takes_away_the_choice_not_to_attack() -> None:
    state = spread(*FOUR)
    give(state, 0, "masamune")
    roll(state, 0, 1)
    asks, _ = drive(attack_step(state, 0), the.attack(2))
    assert asks[0].options == (the.attack(1), the.attack(2))


def test_masamune_with_the_machine_gun_leaves_no_choice() -> None:
    state = spread(*FOUR)
    give(state, 0, "masamune", "machine_gun")
    roll(state, 0, 4)
    asks, _ = drive(attack_step(state, 0))
    assert asks == []
    assert state.damage == [0, 4, 4, 0]


def test_masamune_may_be_satisfied_on_a_protected_player() -> None:
    state = spread(*FOUR)
    give(state, 0, "masamune")
    state.angel = 1
    roll(state, 0, 4)
    drive(attack_step(state, 0), the.attack(1))
    assert state.damage == [0, 0, 0, 0]


def test_the_rulebooks_combination_of_five_weapons() -> None:
    """Masamune, Cleaver, Chainsaw, Handgun, Machine Gun: d4 + 2 to all in the far territories."""
    state = spread(*FOUR, "bob")
    give(state, 0, "masamune", "cleaver", "chainsaw", "handgun", "machine_gun")
    roll(state, 0, 3)
    asks, _ = drive(attack_step(state, 0))
    assert asks == []
    assert state.damage == [0, 0, 0, 5, 5]


# Dice and equipment


@pytest.mark.parametrize("six", range(1, 7))
@pytest.mark.parametrize("four", range(1, 5))
def test_the_difference_of_the_dice_hits(six: int, four: int) -> None:
    state = spread(*FOUR)
    roll(state, 0, six, four)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == abs(six - four)


def test_equal_dice_miss_whatever_the_equipment() -> None:
    state = spread(*FOUR)
    give(state, 0, "axe", "cleaver", "chainsaw", "lance")
    roll(state, 0, 3, 3)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage == [0, 0, 0, 0]


def test_masamune_hits_with_the_four_sided_die_alone() -> None:
    state = spread(*FOUR)
    give(state, 0, "masamune")
    roll(state, 0, 4)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 4
    assert events(state, "roll") == [{"seat": 0, "purpose": "attack", "d4": 4}]


@pytest.mark.parametrize("weapon", ["axe", "cleaver", "chainsaw"])
def test_each_blade_adds_1(weapon: str) -> None:
    state = spread(*FOUR)
    give(state, 0, weapon)
    roll(state, 0, 3, 1)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 3


def test_blades_add_up() -> None:
    state = spread(*FOUR)
    give(state, 0, "axe", "cleaver", "chainsaw")
    roll(state, 0, 2, 1)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 4


def test_the_robe_takes_1_from_its_owners_attacks() -> None:
    state = spread(*FOUR)
    give(state, 0, "robe")
    roll(state, 0, 3, 1, 1, 2)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 1
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 1


def test_the_robe_takes_1_from_attacks_on_its_owner() -> None:
    state = spread(*FOUR)
    give(state, 1, "robe")
    roll(state, 0, 4, 1)
    drive(attack(state, 0, (1, 2), NORMAL))
    assert state.damage == [0, 2, 3, 0]


def test_a5_the_dice_decide_success_and_then_everything_adds_up() -> None:
    state = spread(*FOUR)
    give(state, 0, "chainsaw")
    give(state, 1, "robe")
    roll(state, 0, 2, 1)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 1


def test_the_guardian_angel_keeps_attacks_off() -> None:
    state = spread(*FOUR)
    give(state, 0, "axe")
    state.angel = 1
    roll(state, 0, 6, 1)
    drive(attack(state, 0, (1, 2), NORMAL))
    assert state.damage == [0, 0, 6, 0]


def test_the_lance_adds_2_for_a_revealed_hunter() -> None:
    state = spread(*FOUR)
    give(state, 0, "lance")
    roll(state, 0, 2, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL))
    assert asks == []
    assert state.damage[1] == 3


def test_the_lance_is_useless_for_others() -> None:
    state = spread(*FOUR)
    give(state, 3, "lance")
    roll(state, 3, 2, 1)
    drive(attack(state, 3, (1,), NORMAL))
    assert state.damage[1] == 1


def test_a_hidden_hunter_may_reveal_for_the_lance_on_seeing_the_dice() -> None:
    state = spread(*FOUR, revealed=False)
    give(state, 0, "lance")
    roll(state, 0, 2, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), REVEAL)
    assert kinds(asks) == ["lance_reveal"]
    assert state.damage[1] == 3
    assert state.revealed[0]


def test_a_hidden_hunter_who_stays_hidden_strikes_without_the_lance() -> None:
    state = spread(*FOUR, revealed=False)
    give(state, 0, "lance")
    roll(state, 0, 2, 1)
    drive(attack(state, 0, (1,), NORMAL), STAY)
    assert state.damage[1] == 1
    assert not state.revealed[0]


def test_the_lance_is_not_asked_for_after_a_miss() -> None:
    state = spread(*FOUR, revealed=False)
    give(state, 0, "lance")
    roll(state, 0, 2, 2)
    asks, _ = drive(attack(state, 0, (1,), NORMAL))
    assert asks == []


@pytest.mark.parametrize("slug", ["compass", "brooch", "talisman", "rosary"])
def test_other_equipment_never_matters_in_an_attack(slug: str) -> None:
    state = spread(*FOUR)
    give(state, 0, slug)
    roll(state, 0, 4, 1)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 3


# Vampire


def test_the_revealed_vampire_heals_2_by_drawing_blood() -> None:
    state = spread(*FOUR)
    state.damage[3] = 5
    roll(state, 3, 2, 1)
    asks, _ = drive(attack(state, 3, (1,), NORMAL))
    assert asks == []
    assert (state.damage[1], state.damage[3]) == (1, 3)


def test_the_vampire_does_not_heal_without_damage() -> None:
    state = spread(*FOUR)
    state.damage[3] = 5
    state.angel = 1
    roll(state, 3, 6, 1)
    drive(attack(state, 3, (1,), NORMAL))
    assert state.damage[3] == 5


def test_a4_the_vampire_heals_once_per_attack() -> None:
    state = spread(*FOUR)
    state.damage[3] = 9
    roll(state, 3, 2, 1)
    drive(attack(state, 3, (0, 1, 2), NORMAL))
    assert state.damage == [1, 1, 1, 7]


def test_a_hidden_vampire_may_reveal_before_the_damage_to_heal() -> None:
    state = spread(*FOUR, revealed=False)
    state.damage[3] = 5
    roll(state, 3, 2, 1)
    asks, _ = drive(attack(state, 3, (1,), NORMAL), REVEAL)
    assert kinds(asks) == ["vampire_reveal"]
    assert state.damage[3] == 3
    assert state.revealed[3]


def test_a_vampire_who_stays_hidden_does_not_heal() -> None:
    state = spread(*FOUR, revealed=False)
    state.damage[3] = 5
    roll(state, 3, 2, 1)
    drive(attack(state, 3, (1,), NORMAL), STAY)
    assert state.damage[3] == 5


def test_a_hidden_vampire_is_asked_only_when_blood_will_flow() -> None:
    state = spread(*FOUR, revealed=False)
    state.angel = 1
    roll(state, 3, 6, 1)
    asks, _ = drive(attack(state, 3, (1,), NORMAL))
    assert asks == []


def test_the_vampire_heals_on_a_kill_too() -> None:
    state = spread(*FOUR)
    state.damage = [9, 0, 0, 6]
    roll(state, 3, 6, 1)
    drive(attack(state, 3, (0,), NORMAL))
    assert 0 not in state.living
    assert state.damage[3] == 4


# Bob

ROBBERS = ("bob", "franklin", "unknown", "emi", "vampire")


def rob(seat: int, slug: str) -> dict[str, object]:
    return {"action": "rob", "target": seat, "equipment": slug}


def hit(seat: int, amount: int) -> dict[str, object]:
    return {"action": "damage", "target": seat, "amount": amount}


def test_bob_may_take_equipment_instead_of_dealing_2_or_more() -> None:
    state = spread(*ROBBERS, revealed=False)
    give(state, 1, "axe", "robe", "compass")
    roll(state, 0, 4, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), rob(1, "compass"))
    assert asks[0].kind == "bob_rob"
    assert asks[0].options == [hit(1, 2), rob(1, "robe"), rob(1, "compass"), rob(1, "axe")]
    assert asks[0].default == 0
    assert state.damage[1] == 0
    assert equipment(state, 0) == ["compass"]
    assert state.revealed[0]


def test_bob_may_strike_as_anybody_and_stay_hidden() -> None:
    state = spread(*ROBBERS, revealed=False)
    give(state, 1, "axe")
    roll(state, 0, 4, 1)
    drive(attack(state, 0, (1,), NORMAL), hit(1, 3))
    assert state.damage[1] == 3
    assert not state.revealed[0]


@pytest.mark.parametrize(("dice", "gear"), [((2, 1), ["axe"]), ((4, 1), [])])
def test_bob_robs_neither_for_1_damage_nor_from_the_unarmed(dice, gear) -> None:
    state = spread(*ROBBERS)
    give(state, 1, *gear)
    roll(state, 0, *dice)
    asks, _ = drive(attack(state, 0, (1,), NORMAL))
    assert asks == []


def test_bob_cannot_rob_who_is_under_the_guardian_angel() -> None:
    state = spread(*ROBBERS)
    give(state, 1, "axe")
    state.angel = 1
    roll(state, 0, 6, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL))
    assert asks == []


def test_bob_robs_by_attacks_only() -> None:
    state = spread(*ROBBERS)
    state.at[0] = slot("woods")
    give(state, 1, "axe")
    asks, _ = drive(use_location(state, 0), {"action": "damage", "target": 1})
    assert kinds(asks) == ["location_use"]
    assert state.damage[1] == 2


def test_bob_decides_for_each_target_of_the_machine_gun() -> None:
    state = spread(*ROBBERS)
    give(state, 1, "axe")
    give(state, 2, "compass")
    roll(state, 0, 4, 1)
    drive(attack(state, 0, (1, 2), NORMAL), rob(1, "axe"), hit(2, 3))
    assert state.damage[1:3] == [0, 3]
    assert equipment(state, 0) == ["axe"]


def test_bob_may_rob_whom_he_would_have_killed() -> None:
    state = spread(*ROBBERS)
    give(state, 1, "axe")
    state.damage[1] = 11
    roll(state, 0, 4, 1)
    drive(attack(state, 0, (1,), NORMAL), rob(1, "axe"))
    assert 1 in state.living


def test_bob_wins_at_once_by_robbing_his_fifth_card() -> None:
    state = spread(*ROBBERS)
    give(state, 0, "axe", "robe", "lance", "compass")
    give(state, 1, "talisman")
    roll(state, 0, 6, 1)
    _, outcome = drive(attack(state, 0, (1, 2), NORMAL), rob(1, "talisman"))
    assert outcome is not None
    assert outcome.reason == "bob"
    assert state.damage == [0, 0, 0, 0, 0]


# Charles

FEASTERS = ("charles", "franklin", "werewolf", "emi", "vampire")


def test_charles_may_pay_2_to_attack_the_same_target_again() -> None:
    state = spread(*FEASTERS, revealed=False)
    roll(state, 0, 2, 1, 5, 1)
    asks, _ = drive(attack_and_feast(state, 0, (1,)), AGAIN, STOP)
    assert kinds(asks) == ["charles_again", "charles_again"]
    assert state.damage[:2] == [2, 5]
    assert state.revealed[0]
    assert [one["mode"] for one in events(state, "attack")] == ["normal", "repeat"]


def test_charles_may_stop_and_stay_hidden() -> None:
    state = spread(*FEASTERS, revealed=False)
    roll(state, 0, 2, 1)
    asks, _ = drive(attack_and_feast(state, 0, (1,)), STOP)
    assert asks[0].default == 0
    assert not state.revealed[0]


def test_a2_charles_may_chain_as_long_as_he_can_pay() -> None:
    state = spread(*FEASTERS)
    state.damage[0] = 3
    roll(state, 0, *[1, 1] * 4)
    asks, _ = drive(attack_and_feast(state, 0, (1,)), AGAIN, AGAIN, AGAIN)
    assert state.damage[0] == 9
    assert len(asks) == 3


def test_a20_a_fatal_payment_is_not_offered() -> None:
    state = spread(*FEASTERS)
    state.damage[0] = 9
    roll(state, 0, 2, 1)
    asks, _ = drive(attack_and_feast(state, 0, (1,)))
    assert asks == []


def test_charles_has_nothing_to_repeat_when_all_targets_are_dead() -> None:
    state = spread(*FEASTERS)
    state.damage[1] = 11
    roll(state, 0, 2, 1)
    asks, _ = drive(attack_and_feast(state, 0, (1,)))
    assert asks == []


def test_a2_charles_repeats_against_the_surviving_targets() -> None:
    state = spread("charles", "franklin", "unknown", "emi", "vampire")
    state.damage[1] = 11
    roll(state, 0, 2, 1, 3, 1)
    drive(attack_and_feast(state, 0, (1, 2)), AGAIN, STOP)
    assert events(state, "attack")[1]["targets"] == [2]
    assert state.damage[2] == 3


def test_charles_repeats_without_a_new_look_at_range() -> None:
    state = spread(*FEASTERS)
    state.at[1] = slot("altar")
    roll(state, 0, 2, 1, 3, 1)
    drive(attack_and_feast(state, 0, (1,)), AGAIN, STOP)
    assert state.damage[1] == 3


def test_the_payment_is_no_attack() -> None:
    state = spread(*FEASTERS)
    give(state, 0, "robe")
    state.angel = 0
    roll(state, 0, 3, 3, 3, 3)
    drive(attack_and_feast(state, 0, (1,)), AGAIN, STOP)
    assert state.damage[0] == 2


def test_the_robe_never_softens_the_payment() -> None:
    state = spread(*FEASTERS)
    state.rules = state.rules._replace(robe_scope="all")
    give(state, 0, "robe")
    roll(state, 0, 3, 3, 3, 3)
    drive(attack_and_feast(state, 0, (1,)), AGAIN, STOP)
    assert state.damage[0] == 2


def test_masamune_serves_charles_repeats() -> None:
    state = spread(*FEASTERS)
    give(state, 0, "masamune")
    roll(state, 0, 1, 4)
    drive(attack_and_feast(state, 0, (1,)), AGAIN, STOP)
    assert state.damage[1] == 5


def test_only_charles_feasts() -> None:
    state = spread(*FEASTERS)
    roll(state, 1, 2, 1)
    asks, _ = drive(attack_and_feast(state, 1, (0,)))
    assert asks == []


# Werewolf

WOLF = ("emi", "werewolf", "unknown", "franklin")


def test_the_werewolf_may_strike_back() -> None:
    state = spread(*WOLF, revealed=False)
    roll(state, 0, 2, 1)
    roll(state, 1, 6, 2)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), HIT_BACK)
    assert kinds(asks) == ["counter"]
    assert asks[0].default == 0
    assert state.damage == [4, 1, 0, 0]
    assert state.revealed[1]
    assert events(state, "attack")[1] == {"attacker": 1, "targets": [0], "mode": "counter"}


def test_the_werewolf_may_let_it_be_and_stay_hidden() -> None:
    state = spread(*WOLF, revealed=False)
    roll(state, 0, 2, 1)
    drive(attack(state, 0, (1,), NORMAL), WAIT)
    assert state.damage == [0, 1, 0, 0]
    assert not state.revealed[1]


@pytest.mark.parametrize(("dice", "angel"), [((3, 3), -1), ((6, 1), 1)])
def test_a12_the_werewolf_may_strike_back_when_the_attack_did_nothing(dice, angel) -> None:
    state = spread(*WOLF)
    state.angel = angel
    roll(state, 0, *dice)
    roll(state, 1, 3, 1)
    drive(attack(state, 0, (1,), NORMAL), HIT_BACK)
    assert state.damage == [2, 0, 0, 0]


def test_the_werewolf_may_strike_back_when_bob_robbed_him() -> None:
    state = spread("bob", "werewolf", "unknown", "franklin", "emi")
    give(state, 1, "axe")
    roll(state, 0, 4, 1)
    roll(state, 1, 3, 1)
    drive(attack(state, 0, (1,), NORMAL), rob(1, "axe"), HIT_BACK)
    assert state.damage[0] == 2


def test_a_counterattack_ignores_the_werewolfs_equipment() -> None:
    state = spread(*WOLF)
    give(state, 1, "masamune", "axe", "chainsaw", "machine_gun", "robe")
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 4)
    drive(attack(state, 0, (1,), NORMAL), HIT_BACK)
    assert state.damage == [2, 0, 0, 0]


def test_a_counterattack_reaches_any_distance() -> None:
    state = spread(*WOLF)
    give(state, 0, "handgun")
    state.at[1] = slot("altar")
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 1)
    drive(attack_step(state, 0), the.attack(1), HIT_BACK)
    assert state.damage[0] == 5


def test_robe_and_angel_protect_from_a_counterattack() -> None:
    state = spread(*WOLF)
    give(state, 0, "robe")
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 4)
    drive(attack(state, 0, (1,), NORMAL), HIT_BACK)
    assert state.damage[0] == 1
    state.angel = 0
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 1)
    drive(attack(state, 0, (1,), NORMAL), HIT_BACK)
    assert state.damage[0] == 1


def test_a_counterattack_is_never_countered() -> None:
    """No rule lets anybody counterattack the Werewolf, so the mode is given by hand."""
    state = spread(*WOLF)
    roll(state, 0, 2, 1)
    asks, _ = drive(attack(state, 0, (1,), COUNTER))
    assert asks == []


def test_a_dead_werewolf_does_not_strike_back() -> None:
    state = spread(*WOLF)
    state.damage[1] = 13
    roll(state, 0, 2, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL))
    assert asks == []


def test_the_werewolf_strikes_back_at_every_repeat_of_charles_first() -> None:
    state = spread(*FEASTERS)
    roll(state, 0, 2, 1, 2, 1)
    roll(state, 2, 1, 2, 1, 2)
    asks, _ = drive(attack_and_feast(state, 0, (2,)), HIT_BACK, AGAIN, HIT_BACK, STOP)
    assert kinds(asks) == ["counter", "charles_again", "counter", "charles_again"]
    assert state.damage[0] == 4


def test_a_charles_killed_by_the_werewolf_repeats_nothing() -> None:
    state = spread(*FEASTERS)
    state.damage[0] = 8
    roll(state, 0, 2, 1)
    roll(state, 2, 6, 1)
    asks, _ = drive(attack_and_feast(state, 0, (2,)), HIT_BACK)
    assert kinds(asks) == ["counter"]


def test_a_counterattack_kill_loots_one_card_even_with_the_rosary() -> None:
    state = spread(*WOLF)
    give(state, 0, "axe", "lance", "compass")
    give(state, 1, "rosary")
    state.damage[0] = 9
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 1)
    drive(attack(state, 0, (1,), NORMAL), HIT_BACK, take(0, "lance"))
    assert equipment(state, 1) == ["rosary", "lance"]


def test_no_target_reacts_to_an_attacker_who_is_dead() -> None:
    state = spread("franklin", "werewolf", "allie", "unknown", "emi")
    give(state, 0, "machine_gun")
    state.damage = [11, 0, 3, 0, 0]
    state.angel = 2
    roll(state, 0, 3, 3)
    roll(state, 1, 6, 1)
    loot = take(0, "machine_gun")
    asks, _ = drive(attack(state, 0, (1, 2), NORMAL), WAIT, HIT_BACK, loot)
    assert kinds(asks) == ["allie_heal", "counter", "loot"]


# Allie in an attack


def test_allie_may_heal_before_the_dice_and_after_the_blow() -> None:
    state = spread("emi", "allie", "unknown", "franklin", "vampire", revealed=False)
    state.damage[1] = 4
    roll(state, 0, 3, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), WAIT, {"action": "heal"})
    assert kinds(asks) == ["allie_heal", "allie_heal"]
    assert asks[0].default == 0
    assert state.damage[1] == 0
    assert state.revealed[1]


def test_allie_heals_once_per_game() -> None:
    state = spread("emi", "allie", "unknown", "franklin", "vampire")
    state.damage[1] = 4
    roll(state, 0, 3, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), {"action": "heal"})
    assert kinds(asks) == ["allie_heal"]
    assert state.damage[1] == 2


def test_a13_allie_cannot_heal_between_the_dice_and_death() -> None:
    state = spread("emi", "allie", "unknown", "franklin", "vampire")
    state.damage[1] = 7
    roll(state, 0, 3, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), WAIT)
    assert kinds(asks) == ["allie_heal"]
    assert 1 not in state.living


def test_allie_may_heal_after_a_counterattack_on_her() -> None:
    state = spread("allie", "werewolf", "unknown", "franklin", "emi")
    roll(state, 0, 3, 3)
    roll(state, 1, 3, 1)
    asks, _ = drive(attack(state, 0, (1,), NORMAL), HIT_BACK, {"action": "heal"})
    assert kinds(asks) == ["counter", "allie_heal"]
    assert state.damage[0] == 0
