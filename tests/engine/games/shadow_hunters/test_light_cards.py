"""What each Light card does."""

import pytest

from engine.games.shadow_hunters.attack import NORMAL, attack
from engine.games.shadow_hunters.cards import LIGHT
from engine.games.shadow_hunters.effects import draw_open
from engine.games.shadow_hunters.rules import begin_turn
from tests.engine.games.shadow_hunters.table import (
    REVEAL,
    STAY,
    character,
    discards,
    equipment,
    events,
    give,
    heard,
    kinds,
    roll,
    stack,
    table,
    target,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")
FIVE = (*FOUR, "allie")


def draw(state, seat: int, slug: str, *answers):
    """Let the seat draw that card."""
    stack(state, "light", slug)
    return drive(draw_open(state, seat, LIGHT), *answers)


def test_a_drawn_card_is_shown_to_everybody_and_discarded() -> None:
    state = table(*FOUR)
    draw(state, 0, "holy_water")
    assert events(state, "draw") == [{"seat": 0, "deck": "light", "card": "holy_water"}]
    assert discards(state, "light") == ["holy_water"]


@pytest.mark.parametrize("slug", ["brooch", "robe", "compass", "rosary", "lance", "talisman"])
def test_light_equipment_stays_in_front_of_its_drawer(slug: str) -> None:
    state = table(*FOUR)
    draw(state, 2, slug)
    assert equipment(state, 2) == [slug]
    assert discards(state, "light") == []


@pytest.mark.parametrize(
    ("slug", "eligible"),
    [("advent", {"emi", "franklin", "george"}), ("chocolate", {"allie", "emi", "unknown"})],
)
def test_advent_and_chocolate_heal_their_own_fully(slug: str, eligible: set[str]) -> None:
    for one in ("allie", "bob", "charles", "daniel", "emi", "george", "unknown", "werewolf"):
        state = table(one, "franklin", "emi", "vampire", revealed=True)
        state.damage[0] = 6
        asks, _ = draw(state, 0, slug)
        assert asks == []
        assert state.damage[0] == (0 if one in eligible else 6)


@pytest.mark.parametrize("slug", ["advent", "chocolate"])
def test_a_hidden_eligible_drawer_may_reveal_and_heal(slug: str) -> None:
    state = table(*FOUR)
    state.damage[0] = 6
    asks, _ = draw(state, 0, slug, REVEAL)
    assert kinds(asks) == ["card_reveal"]
    assert asks[0].default == 0
    assert state.damage[0] == 0
    assert state.revealed[0]


@pytest.mark.parametrize("slug", ["advent", "chocolate"])
def test_declining_looks_like_not_being_eligible(slug: str) -> None:
    declining, unable = table("emi", *FOUR[1:]), table("werewolf", *FOUR[1:])
    for state in (declining, unable):
        state.damage[0] = 6
    asks, _ = draw(declining, 0, slug, STAY)
    assert len(asks) == 1
    asks, _ = draw(unable, 0, slug)
    assert asks == []
    assert heard(declining) == heard(unable)
    assert declining.damage == unable.damage
    assert not declining.revealed[0]


def test_blessing_heals_another_by_a_die() -> None:
    state = table(*FOUR)
    state.damage = [5, 5, 5, 5]
    roll(state, 1, 4)
    asks, _ = draw(state, 1, "blessing", target(3))
    assert asks[0].options == [target(2), target(3), target(0)]
    assert state.damage == [5, 5, 5, 1]


def test_concealed_knowledge_promises_another_turn() -> None:
    state = table(*FOUR)
    draw(state, 1, "concealed")
    assert state.extra_turn


@pytest.mark.parametrize("slug", ["vampire", "werewolf"])
def test_the_mirror_reveals_a_hidden_vampire_or_werewolf(slug: str) -> None:
    state = table(slug, "franklin", "emi", "unknown")
    asks, _ = draw(state, 0, "mirror")
    assert asks == []
    assert events(state, "reveal") == [{"seat": 0, "character": slug}]
    assert events(state, "no_effect") == []


@pytest.mark.parametrize("slug", ["unknown", "emi", "daniel", "allie"])
def test_the_mirror_does_nothing_to_anybody_else(slug: str) -> None:
    state = table(slug, "franklin", "emi", "vampire")
    draw(state, 0, "mirror")
    assert not state.revealed[0]
    assert events(state, "no_effect") == [{"seat": 0, "card": "mirror"}]


def test_who_stays_hidden_before_the_mirror_is_neither_vampire_nor_werewolf() -> None:
    state = table(*FOUR)
    draw(state, 2, "mirror")
    assert state.ruled_out[2] == 1 << character("vampire") | 1 << character("werewolf")


def test_the_mirror_tells_nothing_new_of_a_revealed_vampire() -> None:
    state = table(*FOUR, revealed=True)
    draw(state, 3, "mirror")
    assert state.ruled_out[3] == 0
    assert events(state, "reveal") == []


@pytest.mark.parametrize("damage", [0, 9])
def test_first_aid_sets_anybodys_damage_to_7(damage: int) -> None:
    state = table(*FOUR)
    state.damage = [damage] * 4
    asks, _ = draw(state, 1, "first_aid", target(1))
    assert asks[0].options == [target(2), target(3), target(0), target(1)]
    assert state.damage[1] == 7
    assert events(state, "set_damage") == [{"seat": 1, "damage": 7, "source": "first_aid"}]


def test_first_aid_is_neither_damage_nor_healing() -> None:
    state = table(*FIVE)
    asks, _ = draw(state, 1, "first_aid", target(4))
    assert kinds(asks) == ["card_target"]
    assert events(state, "damage") == events(state, "heal") == []


def test_the_flare_hurts_everybody_else_by_2_at_one_moment() -> None:
    state = table(*FOUR)
    state.damage = [0, 0, 9, 12]
    _, outcome = draw(state, 1, "flare")
    assert state.damage[:2] == [2, 0]
    assert state.dead == (2, 3)
    assert outcome is not None
    assert outcome.reason == "hunters"


def test_the_talisman_does_not_help_against_the_flare() -> None:
    state = table(*FOUR)
    give(state, 0, "talisman")
    draw(state, 1, "flare")
    assert state.damage[0] == 2


def test_the_guardian_angel_watches_over_its_drawer_and_is_not_discarded() -> None:
    state = table(*FOUR, revealed=True)
    draw(state, 1, "angel")
    assert state.angel == 1
    assert discards(state, "light") == []
    roll(state, 0, 6, 1)
    drive(attack(state, 0, (1,), NORMAL))
    assert state.damage[1] == 0


def test_the_guardian_angel_does_not_last_through_an_extra_turn() -> None:
    state = table(*FOUR)
    draw(state, 1, "angel")
    begin_turn(state, 1)
    assert state.angel == -1
    assert discards(state, "light") == ["angel"]


def test_the_guardian_angel_lets_other_harm_pass() -> None:
    state = table(*FOUR)
    state.angel = 0
    draw(state, 1, "flare")
    assert state.damage[0] == 2


def test_holy_water_heals_its_drawer_by_2() -> None:
    state = table(*FOUR)
    state.damage[1] = 5
    draw(state, 1, "holy_water")
    assert state.damage[1] == 3
