"""When who may speak up, and that nobody hears who was asked."""

from engine.games.shadow_hunters.attack import NORMAL, attack
from engine.games.shadow_hunters.harm import harm
from engine.games.shadow_hunters.rules import quick_start, start_window
from tests.engine.games.shadow_hunters.table import (
    REVEAL,
    STAY,
    WAIT,
    discards,
    events,
    heard,
    kinds,
    roll,
    slot,
    stack,
    table,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")
HEAL = {"action": "heal"}


def test_everybody_hidden_may_reveal_at_the_start_of_every_turn() -> None:
    state = table(*FOUR)
    asks, _ = drive(start_window(state, 2), STAY, REVEAL, STAY, STAY)
    assert kinds(asks) == ["reveal"] * 4
    assert all(ask.default == 0 for ask in asks)
    assert state.revealed == [False, False, False, True]
    assert events(state, "reveal") == [{"seat": 3, "character": "vampire"}]


def test_a21_reactions_go_clockwise_from_the_active_player() -> None:
    state = table(*FOUR)
    asks, _ = drive(start_window(state, 2), STAY, STAY, STAY, STAY)
    assert [ask.seat for ask in asks] == [2, 3, 0, 1]


def test_the_revealed_and_the_dead_are_not_asked_to_reveal() -> None:
    state = table(*FOUR)
    state.revealed[1] = True
    state.living = (0, 1, 3)
    asks, _ = drive(start_window(state, 0), STAY, STAY)
    assert [ask.seat for ask in asks] == [0, 3]


def test_daniel_may_never_reveal_of_his_own_will() -> None:
    state = table(*FOUR, "daniel")
    asks, _ = drive(start_window(state, 4), *[STAY] * 4)
    assert 4 not in [ask.seat for ask in asks]


def test_allie_may_heal_at_the_start_of_every_turn() -> None:
    state = table(*FOUR, "allie")
    state.damage[4] = 3
    asks, _ = drive(start_window(state, 0), *[STAY] * 5, HEAL)
    assert kinds(asks) == ["reveal"] * 5 + ["allie_heal"]
    assert state.damage[4] == 0
    assert state.revealed[4]
    state.damage[4] = 3
    asks, _ = drive(start_window(state, 0), *[STAY] * 4)
    assert kinds(asks) == ["reveal"] * 4


def test_an_unhurt_allie_is_not_asked_to_heal() -> None:
    state = table(*FOUR, "allie", revealed=True)
    asks, _ = drive(start_window(state, 0))
    assert asks == []


def test_allie_may_heal_right_after_any_harm_she_survives() -> None:
    state = table(*FOUR, "allie")
    asks, _ = drive(harm(state, [0, 4], 2, "flare", 1), WAIT)
    assert kinds(asks) == ["allie_heal"]
    assert state.damage[4] == 2


def test_allie_does_not_survive_a_deadly_blow() -> None:
    state = table(*FOUR, "allie")
    state.damage[4] = 6
    asks, _ = drive(harm(state, [4], 2, "woods", 1))
    assert asks == []
    assert 4 not in state.living


def test_allie_is_asked_nothing_when_she_is_not_the_one_harmed() -> None:
    state = table(*FOUR, "allie")
    state.damage[4] = 3
    asks, _ = drive(harm(state, [0], 2, "woods", 1))
    assert asks == []


def test_nobody_hears_that_somebody_was_asked() -> None:
    """The same attack on a hidden Werewolf, Allie or nobody special sounds the same."""
    stories = []
    for one in ("werewolf", "allie", "bob"):
        state = table("emi", one, "franklin", "unknown", "vampire")
        state.damage[1] = 2
        roll(state, 0, 3, 1)
        answers = {"werewolf": [WAIT], "allie": [WAIT, WAIT], "bob": []}[one]
        asks, _ = drive(attack(state, 0, (1,), NORMAL), *answers)
        assert len(asks) == len(answers)
        stories.append(heard(state))
    assert stories[0] == stories[1] == stories[2]


def test_nobody_hears_that_a_hidden_attacker_was_asked() -> None:
    stories = []
    for one, answers in (("vampire", [STAY]), ("charles", []), ("franklin", [])):
        state = table(one, "emi", "george", "unknown", "werewolf")
        roll(state, 0, 3, 1)
        drive(attack(state, 0, (1,), NORMAL), *answers)
        stories.append(heard(state))
    assert stories[0] == stories[1] == stories[2]


SIX = (*FOUR, "allie", "daniel")


def test_the_quick_start_first_places_everybody_without_effect() -> None:
    state = table(*SIX)
    state.opening, state.at = 12, [-1] * 6
    roll(state, 0, 4, 4)
    asks, _ = drive(quick_start(state, 0))
    assert asks == []
    assert state.at[0] == slot("cemetery")
    assert (state.opening, state.active, state.turn) == (11, 1, 0)


def test_a_seven_in_the_quick_start_chooses_among_all_six_locations() -> None:
    state = table(*SIX)
    state.opening, state.at = 9, [-1] * 6
    roll(state, 3, 4, 3)
    asks, _ = drive(quick_start(state, 3), {"location": "altar"})
    assert kinds(asks) == ["quick_start_place"]
    assert len(asks[0].options) == 6
    assert state.at[3] == slot("altar")


def test_the_quick_start_then_gives_everybodys_left_neighbour_a_vision() -> None:
    state = table(*SIX)
    state.opening = 6
    stack(state, "vision", "slap", "slap", "spell")
    drive(quick_start(state, 0))
    assert state.visions[0][:3] == (state.discards[2][0], 0, 1)
    assert state.damage == [0, 1, 0, 0, 0, 0]
    state.opening = 1
    asks, _ = drive(quick_start(state, 5))
    assert asks == []
    assert state.visions[1].receiver == 0
    assert (state.opening, state.active) == (0, 0)
    assert discards(state, "vision") == ["slap", "slap"]
