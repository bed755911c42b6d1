"""What each Darkness card does."""

import pytest

from engine.games.shadow_hunters.cards import DARKNESS
from engine.games.shadow_hunters.effects import draw_open
from tests.engine.games.shadow_hunters.table import (
    REVEAL,
    STAY,
    discards,
    equipment,
    events,
    give,
    heard,
    kinds,
    roll,
    slot,
    stack,
    table,
    take,
    target,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")
FIVE = (*FOUR, "allie")


def draw(state, seat: int, slug: str, *answers):
    """Let the seat draw that card."""
    stack(state, "darkness", slug)
    return drive(draw_open(state, seat, DARKNESS), *answers)


@pytest.mark.parametrize(
    "slug", ["cleaver", "chainsaw", "axe", "handgun", "machine_gun", "masamune"]
)
def test_darkness_equipment_stays_in_front_of_its_drawer(slug: str) -> None:
    state = table(*FOUR)
    draw(state, 2, slug)
    assert equipment(state, 2) == [slug]
    assert discards(state, "darkness") == []
    assert events(state, "equip") == [{"seat": 2, "equipment": slug}]


def test_the_banana_peel_makes_its_drawer_give_an_equipment_away() -> None:
    state = table(*FOUR)
    give(state, 1, "axe", "robe")
    asks, _ = draw(state, 1, "banana", {"target": 3, "equipment": "axe"})
    assert asks[0].kind == "banana_give"
    assert asks[0].options == [
        {"target": seat, "equipment": slug} for slug in ("robe", "axe") for seat in (2, 3, 0)
    ]
    assert equipment(state, 3) == ["axe"]
    assert equipment(state, 1) == ["robe"]
    assert state.damage[1] == 0


def test_the_banana_peel_hurts_an_unarmed_drawer_by_1() -> None:
    state = table(*FOUR)
    asks, _ = draw(state, 1, "banana")
    assert asks == []
    assert state.damage == [0, 1, 0, 0]


def test_the_spider_bites_another_and_then_its_drawer_by_2() -> None:
    state = table(*FOUR)
    asks, _ = draw(state, 1, "spider", target(3))
    assert asks[0].options == [target(2), target(3), target(0)]
    assert state.damage == [0, 2, 0, 2]


def test_a15_the_spiders_second_bite_never_comes_when_the_first_ends_the_game() -> None:
    state = table(*FOUR)
    state.living = (0, 1, 3)
    state.damage[3] = 12
    _, outcome = draw(state, 1, "spider", target(3))
    assert outcome is not None
    assert state.damage[1] == 0


def test_a15_the_spiders_first_victim_is_looted_before_its_drawer_dies() -> None:
    state = table(*FIVE)
    give(state, 3, "axe")
    state.damage[1], state.damage[3] = 10, 11
    asks, _ = draw(state, 1, "spider", target(3), take(3, "axe"))
    assert kinds(asks) == ["card_target", "loot"]
    assert state.dead == (3, 1)
    assert discards(state, "darkness") == ["spider", "axe"]


def test_the_ritual_heals_shadows_fully() -> None:
    for one, healed in (("unknown", True), ("vampire", True), ("werewolf", True), ("emi", False)):
        state = table(one, "franklin", "george", "vampire", revealed=True)
        state.damage[0] = 6
        draw(state, 0, "ritual")
        assert (state.damage[0] == 0) == healed


def test_a14_the_ritual_heals_the_already_revealed_without_asking() -> None:
    state = table(*FOUR, revealed=True)
    state.damage[2] = 6
    asks, _ = draw(state, 2, "ritual")
    assert asks == []
    assert state.damage[2] == 0


def test_a_hidden_shadow_may_reveal_for_the_ritual() -> None:
    state = table(*FOUR)
    state.damage[2] = 6
    asks, _ = draw(state, 2, "ritual", REVEAL)
    assert kinds(asks) == ["card_reveal"]
    assert state.damage[2] == 0
    assert state.revealed[2]


def test_declining_the_ritual_looks_like_not_being_a_shadow() -> None:
    declining, unable = table(*FOUR), table("emi", "franklin", "george", "vampire")
    draw(declining, 2, "ritual", STAY)
    draw(unable, 2, "ritual")
    assert heard(declining) == heard(unable)


def test_dynamite_hurts_everybody_on_its_location_by_3() -> None:
    state = table(*FIVE)
    state.at = [slot(place) for place in ("church", "church", "cemetery", "hermit", "altar")]
    roll(state, 1, 5, 1)
    draw(state, 1, "dynamite")
    assert state.damage == [3, 3, 0, 0, 0]


def test_dynamite_does_nothing_on_a_seven() -> None:
    state = table(*FOUR)
    roll(state, 1, 5, 2)
    draw(state, 1, "dynamite")
    assert state.damage == [0, 0, 0, 0]
    assert events(state, "no_effect") == [{"seat": 1, "card": "dynamite"}]


def test_a7_dynamite_may_be_made_to_hit_a_whole_territory() -> None:
    state = table(*FIVE, dynamite_scope="territory")
    state.at = [slot("church"), slot("cemetery"), slot("hermit"), -1, slot("altar")]
    roll(state, 2, 5, 1)
    draw(state, 2, "dynamite")
    assert state.damage == [3, 3, 0, 0, 0]


def test_dynamite_kills_at_one_moment_and_its_drawer_loots() -> None:
    state = table(*FIVE)
    state.at = [slot("church")] * 2 + [slot("cemetery")] * 3
    give(state, 2, "axe")
    give(state, 3, "robe")
    state.damage = [0, 0, 9, 11, 0]
    roll(state, 0, 4, 4)
    asks, outcome = draw(state, 0, "dynamite", take(2, "axe"), take(3, "robe"))
    assert kinds(asks) == ["loot", "loot"]
    assert outcome is not None
    assert outcome.reason == "hunters"


def test_the_goblin_steals_an_equipment() -> None:
    state = table(*FOUR)
    give(state, 1, "robe")
    give(state, 0, "axe")
    give(state, 3, "lance")
    asks, _ = draw(state, 1, "goblin", {"target": 0, "equipment": "axe"})
    assert asks[0].kind == "steal"
    assert asks[0].options == [
        {"target": 3, "equipment": "lance"},
        {"target": 0, "equipment": "axe"},
    ]
    assert equipment(state, 1) == ["robe", "axe"]


def test_a11_the_goblin_finds_nothing_when_only_its_drawer_is_armed() -> None:
    state = table(*FOUR)
    give(state, 1, "robe")
    asks, _ = draw(state, 1, "goblin")
    assert asks == []
    assert events(state, "no_effect") == [{"seat": 1, "card": "goblin"}]


@pytest.mark.parametrize("face", range(1, 7))
def test_the_doll_hurts_its_target_by_3_or_on_5_and_6_its_drawer(face: int) -> None:
    state = table(*FOUR)
    roll(state, 1, face)
    draw(state, 1, "doll", target(3))
    assert state.damage == ([0, 0, 0, 3] if face <= 4 else [0, 3, 0, 0])


def test_the_bat_hurts_another_by_2_and_heals_its_drawer_by_1() -> None:
    state = table(*FOUR)
    state.damage[1] = 5
    draw(state, 1, "bat", target(3))
    assert state.damage == [0, 4, 0, 2]


def test_a10_the_bat_heals_its_drawer_even_when_the_talisman_protects() -> None:
    state = table(*FOUR)
    give(state, 3, "talisman")
    state.damage[1] = 5
    draw(state, 1, "bat", target(3))
    assert state.damage == [0, 4, 0, 0]


def test_the_talisman_protects_from_spider_and_dynamite_its_owners_own_too() -> None:
    state = table(*FOUR)
    give(state, 1, "talisman")
    draw(state, 1, "spider", target(3))
    assert state.damage == [0, 0, 0, 2]
    draw(state, 0, "spider", target(1))
    assert state.damage == [2, 0, 0, 2]
    roll(state, 1, 4, 2)
    draw(state, 1, "dynamite")
    assert state.damage == [5, 0, 3, 5]


def test_the_talisman_does_not_help_against_a_doll() -> None:
    state = table(*FOUR)
    give(state, 3, "talisman")
    roll(state, 1, 1)
    draw(state, 1, "doll", target(3))
    assert state.damage[3] == 3


@pytest.mark.parametrize("slug", ["spider", "doll", "bat"])
def test_a9_harmful_cards_are_for_others_only(slug: str) -> None:
    state = table(*FOUR)
    roll(state, 1, 1)
    asks, _ = draw(state, 1, slug, target(2))
    assert asks[0].options == [target(2), target(3), target(0)]
    assert asks[0].default == 0


def test_harm_by_cards_may_be_healed_by_allie_at_once() -> None:
    state = table(*FIVE)
    asks, _ = draw(state, 1, "bat", target(4), {"action": "heal"})
    assert kinds(asks) == ["card_target", "allie_heal"]
    assert state.damage[4] == 0


def test_giving_bob_his_fifth_card_makes_him_win() -> None:
    state = table("bob", *FOUR)
    give(state, 0, "axe", "robe", "lance", "compass")
    give(state, 1, "talisman")
    _, outcome = draw(state, 1, "banana", {"target": 0, "equipment": "talisman"})
    assert outcome is not None
    assert outcome.reason == "bob"


def test_drawing_his_fifth_card_makes_bob_win() -> None:
    state = table("bob", *FOUR)
    give(state, 0, "axe", "robe", "lance", "compass")
    _, outcome = draw(state, 0, "chainsaw")
    assert outcome is not None
    assert outcome.reason == "bob"
