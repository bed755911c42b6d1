"""The turn around the attack: its order, moving, and its end."""

import pytest

from engine.games.shadow_hunters import board
from engine.games.shadow_hunters.rules import (
    begin_turn,
    end_turn,
    move,
    player_turn,
    turn,
)
from tests.engine.games.shadow_hunters.table import (
    PASS,
    SKIP,
    WAIT,
    events,
    give,
    kinds,
    roll,
    slot,
    stack,
    table,
    target,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")


def test_a_turn_is_start_move_location_attack() -> None:
    state = table(*FOUR, revealed=True)
    roll(state, 1, 5, 3)
    asks, _ = drive(turn_of(state, 1), WAIT, SKIP, PASS)
    assert kinds(asks) == ["start_power", "location_use", "attack"]
    assert state.active == 2


def turn_of(state, seat):
    state.active = seat
    return turn(state)


@pytest.mark.parametrize(
    ("total", "location"),
    [
        (2, "hermit"),
        (3, "hermit"),
        (4, "gate"),
        (5, "gate"),
        (6, "church"),
        (8, "cemetery"),
        (9, "woods"),
        (10, "altar"),
    ],
)
def test_the_total_of_the_dice_leads_to_a_location(total: int, location: str) -> None:
    state = table(*FOUR)
    state.at[3] = -1
    six = min(6, total - 1)
    roll(state, 3, six, total - six)
    drive(move(state, 3))
    assert state.at[3] == slot(location)
    assert events(state, "move") == [{"seat": 3, "slot": slot(location), "location": location}]


def test_the_location_is_found_wherever_it_lies_on_the_board() -> None:
    state = table(*FOUR)
    state.board = (board.ALTAR, board.WOODS, board.HERMIT, board.GATE, board.CHURCH, board.CEMETERY)
    roll(state, 3, 6, 4)
    drive(move(state, 3))
    assert state.at[3] == 0


def test_a_total_that_leads_nowhere_new_is_rolled_again() -> None:
    state = table(*FOUR)
    roll(state, 3, 4, 2, 3, 3, 6, 2)
    drive(move(state, 3))
    assert state.at[3] == slot("cemetery")
    assert len(events(state, "roll")) == 3


def test_a_seven_goes_anywhere_else() -> None:
    state = table(*FOUR)
    roll(state, 3, 4, 3)
    asks, _ = drive(move(state, 3), {"location": "altar"})
    assert kinds(asks) == ["choose_location"]
    assert [option["location"] for option in asks[0].options] == [
        "hermit",
        "gate",
        "cemetery",
        "woods",
        "altar",
    ]
    assert state.at[3] == slot("altar")


def test_a_seven_on_the_first_move_has_all_six_locations() -> None:
    state = table(*FOUR)
    state.at[3] = -1
    roll(state, 3, 4, 3)
    asks, _ = drive(move(state, 3), {"location": "church"})
    assert len(asks[0].options) == 6


def test_the_compass_rolls_twice_and_its_owner_picks() -> None:
    state = table(*FOUR)
    give(state, 3, "compass")
    roll(state, 3, 6, 4, 1, 1)
    asks, _ = drive(move(state, 3), {"total": 2, "location": "hermit"})
    assert kinds(asks) == ["compass_pick"]
    assert asks[0].options[0] == {"total": 10, "location": "altar"}
    assert asks[0].default == 0
    assert state.at[3] == slot("hermit")


def test_a16_each_roll_of_the_compass_is_rolled_until_it_leads_elsewhere() -> None:
    state = table(*FOUR)
    give(state, 3, "compass")
    roll(state, 3, 3, 3, 6, 4, 5, 1, 1, 1)
    asks, _ = drive(move(state, 3), {"total": 10, "location": "altar"})
    assert [option["total"] for option in asks[0].options] == [10, 2]


def test_the_compass_asks_nothing_when_both_rolls_lead_to_one_place() -> None:
    state = table(*FOUR)
    give(state, 3, "compass")
    roll(state, 3, 1, 1, 2, 1)
    asks, _ = drive(move(state, 3))
    assert asks == []
    assert state.at[3] == slot("hermit")


def test_a_seven_picked_with_the_compass_goes_anywhere_else() -> None:
    state = table(*FOUR)
    give(state, 3, "compass")
    roll(state, 3, 4, 3, 1, 1)
    asks, _ = drive(move(state, 3), {"total": 7, "location": None}, {"location": "woods"})
    assert kinds(asks) == ["compass_pick", "choose_location"]
    assert state.at[3] == slot("woods")


def test_emi_may_go_to_a_neighbouring_slot_instead_of_rolling() -> None:
    state = table(*FOUR)
    asks, _ = drive(move(state, 0), {"action": "teleport", "location": "gate"})
    assert asks[0].options == [
        {"action": "roll"},
        {"action": "teleport", "location": "gate"},
        {"action": "teleport", "location": "cemetery"},
    ]
    assert state.at[0] == slot("gate")
    assert state.revealed[0]


def test_the_board_is_a_ring_for_emi() -> None:
    state = table(*FOUR)
    state.at[0] = 5
    drive(move(state, 0), {"action": "teleport", "location": "hermit"})
    assert state.at[0] == 0


def test_emi_may_roll_and_stay_hidden() -> None:
    state = table(*FOUR)
    roll(state, 0, 6, 4)
    drive(move(state, 0), {"action": "roll"})
    assert state.at[0] == slot("altar")
    assert not state.revealed[0]


def test_emi_must_roll_when_she_is_nowhere() -> None:
    state = table(*FOUR)
    state.at[0] = -1
    roll(state, 0, 6, 4)
    asks, _ = drive(move(state, 0))
    assert asks == []


def test_emi_may_teleport_turn_after_turn() -> None:
    state = table(*FOUR)
    for location in ("gate", "hermit", "altar"):
        drive(move(state, 0), {"action": "teleport", "location": location})
    assert state.at[0] == slot("altar")


def test_play_goes_clockwise_over_the_dead() -> None:
    state = table(*FOUR)
    state.living = (0, 3)
    end_turn(state, 0)
    assert state.active == 3
    end_turn(state, 3)
    assert state.active == 0


def test_concealed_knowledge_gives_its_drawer_another_whole_turn() -> None:
    state = table(*FOUR, revealed=True)
    state.at[3] = slot("altar")
    stack(state, "light", "concealed")
    roll(state, 3, 4, 2)
    drive(turn_of(state, 3), {"action": "draw", "deck": "light"}, PASS)
    assert state.active == 3
    assert events(state, "extra_turn") == [{"seat": 3}]
    roll(state, 3, 1, 1)
    drive(turn(state), SKIP)
    assert state.active == 0


def test_concealed_knowledge_drawn_in_an_extra_turn_gives_one_more() -> None:
    state = table(*FOUR, revealed=True)
    for _ in range(2):
        state.at[3] = slot("altar")
        stack(state, "light", "concealed")
        roll(state, 3, 4, 2)
        drive(turn_of(state, 3), {"action": "draw", "deck": "light"}, PASS)
        assert state.active == 3


def test_a_dead_player_takes_no_extra_turn() -> None:
    state = table(*FOUR)
    state.extra_turn = True
    state.living = (0, 1, 2)
    end_turn(state, 3)
    assert state.active == 0
    assert not state.extra_turn
    assert events(state, "extra_turn") == []


def test_a_turn_ends_with_the_death_of_its_player() -> None:
    state = table("emi", "franklin", "unknown", "bob", revealed=True)
    state.at[3] = slot("altar")
    state.damage[3] = 9
    stack(state, "darkness", "spider")
    roll(state, 3, 4, 4)
    asks, _ = drive(player_turn(state, 3), {"action": "draw", "deck": "darkness"}, target(0))
    assert 3 not in state.living
    assert kinds(asks) == ["location_use", "card_target"]
    assert state.active == 0


def test_equipment_drawn_this_turn_serves_in_this_turns_attack() -> None:
    state = table(*FOUR, revealed=True)
    state.at[3] = slot("altar")
    state.at[0] = slot("altar")
    state.at[1] = state.at[2] = slot("hermit")
    stack(state, "darkness", "handgun")
    roll(state, 3, 4, 4, 2, 1)
    asks, _ = drive(player_turn(state, 3), {"action": "draw", "deck": "darkness"}, PASS)
    assert [option.get("targets") for option in asks[-1].options] == [None, [0], [1], [2]]


def test_a18_the_turn_cap_ends_the_game_without_a_winner() -> None:
    state = table("emi", "franklin", "unknown", "vampire", "allie", turn_cap=2)
    state.turn = 1
    begin_turn(state, 0)
    asks, outcome = drive(player_turn(state, 1))
    assert asks == []
    assert outcome is not None
    assert outcome.reason == "turn_cap"
    assert outcome.placements == (1, 1, 1, 1, 1)
    assert outcome.points == (0, 0, 0, 0, 0)
    assert outcome.details == {"winners": {"hunter": [], "shadow": [], "neutral": []}, "turns": 2}


def test_the_guardian_angel_leaves_when_its_owners_turn_begins() -> None:
    state = table(*FOUR)
    state.angel = 3
    begin_turn(state, 0)
    assert state.angel == 3
    begin_turn(state, 3)
    assert state.angel == -1
    assert events(state, "angel_gone") == [{"seat": 3}]


def test_franklin_may_strike_once_with_a_six_sided_die_before_he_moves() -> None:
    state = table(*FOUR)
    roll(state, 1, 5, 2, 1)
    asks, _ = drive(
        player_turn(state, 1),
        *[{"action": "stay"}] * 4,
        {"action": "strike", "target": 3},
        SKIP,
    )
    assert asks[4].kind == "start_power"
    assert state.damage[3] == 5
    assert state.revealed == [False, True, False, False]
    roll(state, 1, 4, 1)
    asks, _ = drive(player_turn(state, 1), *[{"action": "stay"}] * 3, SKIP)
    assert "start_power" not in kinds(asks)


def test_george_may_strike_once_with_a_four_sided_die() -> None:
    state = table("george", "franklin", "unknown", "vampire", revealed=True)
    roll(state, 0, 4, 2, 1)
    asks, _ = drive(player_turn(state, 0), {"action": "strike", "target": 2}, SKIP)
    assert state.damage[2] == 4
    assert asks[0].options[0] == WAIT
    assert [option.get("target") for option in asks[0].options] == [None, 1, 2, 3]
    assert events(state, "power") == [{"seat": 0, "target": 2, "power": "demolish"}]


def test_lightning_is_no_attack() -> None:
    state = table("franklin", "emi", "werewolf", "vampire", revealed=True)
    give(state, 2, "robe")
    state.angel = 2
    roll(state, 0, 6, 2, 1)
    asks, _ = drive(player_turn(state, 0), {"action": "strike", "target": 2}, SKIP)
    assert state.damage[2] == 6
    assert "counter" not in kinds(asks)


def test_the_game_may_end_by_lightning_before_the_move() -> None:
    state = table("franklin", "emi", "unknown", "vampire", revealed=True)
    state.living = (0, 1, 2)
    state.damage[2] = 10
    roll(state, 0, 1)
    _, outcome = drive(player_turn(state, 0), {"action": "strike", "target": 2})
    assert outcome is not None
    assert outcome.reason == "hunters"
