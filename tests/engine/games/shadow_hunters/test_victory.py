"""Who wins, and when the game is over."""

from engine.games.shadow_hunters.attack import COUNTER, NORMAL, attack
from engine.games.shadow_hunters.harm import harm
from engine.games.shadow_hunters.table import equip
from engine.games.shadow_hunters.victory import check_victory
from engine.kernel import Outcome, Over, SeatRole
from tests.engine.games.shadow_hunters.table import (
    card,
    character,
    events,
    give,
    kinds,
    roll,
    table,
    take,
)
from tests.engine.helpers import drive

FOUR = ("emi", "franklin", "unknown", "vampire")
SEVEN = (*FOUR, "allie", "charles", "daniel")
EIGHT = ("emi", "franklin", "george", "unknown", "vampire", "werewolf", "charles", "allie")


def ending(state) -> Outcome | None:
    """How the game ends if it is over now."""
    try:
        check_victory(state)
    except Over as over:
        return over.outcome
    return None


def bury(state, *seats: int) -> None:
    """Let these seats have died, one after another."""
    for seat in seats:
        state.living = tuple(one for one in state.living if one != seat)
        state.dead += (seat,)
    state.first_dead = state.dead[:1]


def test_the_game_goes_on_while_both_sides_live() -> None:
    state = table(*FOUR)
    bury(state, 0, 2)
    assert ending(state) is None


def test_hunters_win_dead_or_alive_when_no_shadow_lives() -> None:
    state = table(*FOUR)
    bury(state, 0, 2, 3)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "hunters"
    assert outcome.points == (1, 1, 0, 0)
    assert outcome.placements == (1, 1, 3, 3)
    assert outcome.details["winners"] == {"hunter": [0, 1], "shadow": [], "neutral": []}


def test_shadows_win_dead_or_alive_when_no_hunter_lives() -> None:
    state = table(*FOUR)
    bury(state, 2, 0, 1)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "shadows"
    assert outcome.points == (0, 0, 1, 1)


def test_shadows_win_when_three_neutrals_are_dead() -> None:
    state = table(*SEVEN)
    bury(state, 5, 6)
    assert ending(state) is None
    bury(state, 4)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "shadows"
    assert outcome.placements == (3, 3, 1, 1, 3, 3, 3)


def test_allie_wins_if_alive_when_the_game_ends() -> None:
    state = table(*SEVEN)
    bury(state, 0, 1)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "shadows"
    assert outcome.details["winners"] == {"hunter": [], "shadow": [2, 3], "neutral": [4]}


def test_allie_alone_never_ends_a_game() -> None:
    state = table(*FOUR, "allie")
    assert ending(state) is None


def test_bob_wins_with_five_equipment() -> None:
    state = table(*FOUR, "bob")
    give(state, 4, "axe", "robe", "lance", "compass")
    assert ending(state) is None
    give(state, 4, "brooch")
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "bob"
    assert outcome.points == (0, 0, 0, 0, 1)


def test_anybody_else_does_not_win_with_five_equipment_and_is_not_bob() -> None:
    state = table(*FOUR, "bob")
    give(state, 0, "axe", "robe", "lance", "compass")
    equip(state, 0, card("brooch"))
    assert state.ruled_out == [1 << character("bob"), 0, 0, 0, 0]


def test_a1_charles_wins_when_his_attack_makes_it_three_dead() -> None:
    state = table(*EIGHT)
    bury(state, 0, 3)
    state.damage[1] = 11
    roll(state, 6, 6, 1)
    _, outcome = drive(attack(state, 6, (1,), NORMAL))
    assert outcome is not None
    assert outcome.reason == "charles"
    assert outcome.details["winners"] == {"hunter": [], "shadow": [], "neutral": [6, 7]}


def test_a1_the_dead_of_the_same_attack_count_for_charles() -> None:
    state = table(*EIGHT)
    bury(state, 3)
    state.damage[0] = state.damage[1] = 11
    roll(state, 6, 6, 1)
    _, outcome = drive(attack(state, 6, (0, 1), NORMAL))
    assert outcome is not None
    assert outcome.reason == "charles"


def test_a1_the_threshold_may_be_made_four_dead() -> None:
    state = table(*EIGHT, charles_deaths=4)
    bury(state, 0, 3)
    state.damage[1] = state.damage[4] = 11
    roll(state, 6, 2, 1, 6, 1)
    drive(attack(state, 6, (1,), NORMAL))
    assert 1 not in state.living
    _, outcome = drive(attack(state, 6, (4,), NORMAL))
    assert outcome is not None
    assert outcome.reason == "charles"


def test_charles_wins_by_attacks_only() -> None:
    state = table(*EIGHT)
    bury(state, 0, 3)
    state.damage[1] = 11
    _, outcome = drive(harm(state, [1], 2, "bat", 6))
    assert len(state.dead) == 3
    assert outcome is None


def test_an_attack_that_would_win_for_charles_shows_that_its_maker_is_somebody_else() -> None:
    state = table(*EIGHT)
    bury(state, 0, 3)
    state.damage[1] = 11
    roll(state, 4, 6, 1)
    drive(attack(state, 4, (1,), NORMAL), {"action": "stay"})
    assert state.ruled_out[4] >> character("charles") & 1
    assert not any(ruled_out >> character("charles") & 1 for ruled_out in state.ruled_out[5:])


def test_daniel_wins_alone_with_allie_by_dying_first() -> None:
    state = table(*SEVEN)
    state.damage[6] = 12
    _, outcome = drive(harm(state, [6], 2, "woods", 0))
    assert outcome is not None
    assert outcome.reason == "daniel"
    assert outcome.points == (0, 0, 0, 0, 1, 0, 1)
    assert outcome.placements == (3, 3, 3, 3, 1, 3, 1)


def test_daniel_wins_by_dying_with_others_at_the_first_moment() -> None:
    state = table(*SEVEN)
    state.damage[6] = state.damage[0] = 12
    _, outcome = drive(harm(state, [0, 6], 2, "flare", 1))
    assert outcome is not None
    assert outcome.reason == "daniel"
    assert outcome.details["winners"]["neutral"] == [4, 6]


def test_a_daniel_who_dies_later_has_lost() -> None:
    state = table(*SEVEN)
    bury(state, 0)
    state.damage[6] = 12
    _, outcome = drive(harm(state, [6], 2, "woods", 1))
    assert outcome is None
    bury(state, 1)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.points[6] == 0


def test_daniel_wins_alive_with_the_hunters() -> None:
    state = table(*SEVEN)
    bury(state, 2, 3)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "hunters"
    assert outcome.points == (1, 1, 0, 0, 1, 0, 1)


def test_both_sides_win_when_their_last_die_at_one_moment() -> None:
    state = table(*FOUR, "allie")
    bury(state, 0, 2)
    state.damage[1], state.damage[3] = 11, 12
    _, outcome = drive(harm(state, [1, 3], 2, "flare", 4))
    assert outcome is not None
    assert outcome.reason == "hunters+shadows"
    assert outcome.placements == (1, 1, 1, 1, 1)


def test_a19_bob_may_loot_his_fifth_card_from_the_kill_that_ends_the_game() -> None:
    state = table(*FOUR, "bob", revealed=True)
    bury(state, 2)
    give(state, 4, "axe", "robe", "lance", "compass")
    give(state, 3, "brooch")
    state.damage[3] = 12
    asks, outcome = drive(harm(state, [3], 2, "woods", 4), take(3, "brooch"))
    assert kinds(asks) == ["loot"]
    assert outcome is not None
    assert outcome.reason == "hunters+bob"
    assert outcome.details["winners"] == {"hunter": [0, 1], "shadow": [], "neutral": [4]}


def test_reasons_are_named_in_a_fixed_order() -> None:
    state = table(*FOUR, "charles", "bob")
    bury(state, 2, 0, 1)
    state.feasted = True
    give(state, 5, "axe", "robe", "lance", "compass", "brooch")
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "shadows+bob+charles"


def test_a_dead_bob_has_not_won() -> None:
    state = table(*FOUR, "bob")
    bury(state, 2, 3, 4)
    give(state, 4, "axe", "robe", "lance", "compass", "brooch")
    outcome = ending(state)
    assert outcome is not None
    assert outcome.reason == "hunters"
    assert outcome.points[4] == 0


def test_the_outcome_says_who_everybody_was() -> None:
    state = table(*FOUR)
    bury(state, 2, 3)
    outcome = ending(state)
    assert outcome is not None
    assert outcome.roles[0] == SeatRole("emi", "emi", "hunter", "hunter")
    assert [role.start for role in outcome.roles] == list(FOUR)


def test_all_identities_are_shown_at_the_end() -> None:
    state = table(*FOUR)
    bury(state, 2, 3)
    ending(state)
    assert state.revealed == [True] * 4
    assert events(state, "game_end") == [
        {"reason": "hunters", "winners": [0, 1], "characters": list(FOUR)}
    ]


def test_a_counterattack_never_feasts() -> None:
    state = table("werewolf", "emi", "franklin", "vampire", "charles", revealed=True)
    bury(state, 1, 3)
    state.damage[4] = 10
    roll(state, 0, 6, 1)
    drive(attack(state, 0, (4,), COUNTER))
    assert not state.feasted
