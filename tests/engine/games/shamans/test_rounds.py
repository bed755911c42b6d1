"""The end of a round, its scoring, and the end of the game."""

import json

import pytest

from engine.games.shamans.rituals import permute
from engine.games.shamans.rounds import finish_round
from engine.games.shamans.state import State
from engine.kernel import Json, Outcome, Over
from tests.engine.games.shamans.positions import (
    asked,
    card,
    cards,
    position,
    seat,
    slot,
    told,
    trick,
)
from tests.engine.helpers import drive

HANDS = ("blue 1, green 1", "blue 2, green 2", "blue 3, green 3")


def three(**facts: Json) -> State:
    return position(*HANDS, **{"roles": "shaman shadow shaman", **facts})


def ended(state: State, reason: str) -> Outcome:
    with pytest.raises(Over) as over:
        finish_round(state, reason)
    return over.value.outcome


def test_the_moon_wins_the_round_for_the_shadows() -> None:
    state = three(distance=1)
    trick(state, card("blue 1"), card("green 2"))
    assert state.history[0]["winner"] == "shadows"
    assert state.points == [0, 3, 0]


def test_empty_hands_win_the_round_for_the_shamans() -> None:
    state = position("blue 1", "blue 2", "blue 3", roles="shaman shadow shaman")
    trick(state, slot(0, "shard"))
    assert (state.history[0]["winner"], state.history[0]["reason"]) == ("shamans", "hands_empty")
    assert state.points == [2, 0, 2]


def test_the_last_shadows_end_wins_the_round_for_the_shamans() -> None:
    state = three(laid="yellow 2-6", up={2: ["dagger"]})
    state.hands[2] = cards("yellow 1, green 3")
    trick(state, card("blue 1"), card("blue 2"), card("yellow 1"), seat(1))
    assert (state.history[0]["winner"], state.history[0]["reason"]) == (
        "shamans",
        "shadows_eliminated",
    )
    assert state.points == [2, 0, 2]


def test_only_the_living_of_the_winning_side_score() -> None:
    state = three()
    state.alive[2] = False
    finish_round(state, "hands_empty")
    assert state.points == [2, 0, 0]
    state = three()
    state.alive[1] = False
    finish_round(state, "moon")
    assert state.points == [0, 0, 0]


def test_the_role_held_at_the_end_scores() -> None:
    state = three()
    drive(permute(state, 0), seat(1))
    finish_round(state, "moon")
    assert state.points == [3, 0, 0]
    assert state.history[0]["roles_start"] == ["shaman", "shadow", "shaman"]
    assert state.history[0]["roles_end"] == ["shadow", "shaman", "shaman"]


@pytest.mark.parametrize(("shards", "bonus"), [(1, 0), (2, 2), (3, 2)])
def test_two_or_three_shards_are_worth_two_points(shards: int, bonus: int) -> None:
    state = three(up={0: ["shard"] * shards}, slots=["mask", "dagger"])
    finish_round(state, "moon")
    assert state.points == [bonus, 3, 0]


def test_shards_score_for_losers_and_face_down_too() -> None:
    state = three(up={1: ["shard"]}, down={1: ["shard"]}, slots=["mask", "dagger"])
    finish_round(state, "hands_empty")
    assert state.points == [2, 2, 2]
    assert state.history[0]["shard_bonus"] == [0, 2, 0]


def test_the_eliminated_keep_their_illumination_points() -> None:
    state = three()
    state.points = [0, 0, 1]
    state.alive[2] = False
    finish_round(state, "hands_empty")
    assert state.points == [2, 0, 1]


def test_everybody_learns_all_roles_and_gains_at_the_end_of_a_round() -> None:
    state = three()
    state.points = [1, 0, 0]
    finish_round(state, "moon")
    assert told(state, "round_over") == [
        {
            "round": 1,
            "winner": "shadows",
            "reason": "moon",
            "roles_start": ["shaman", "shadow", "shaman"],
            "roles_end": ["shaman", "shadow", "shaman"],
            "eliminated": [False, False, False],
            "shard_bonus": [0, 0, 0],
            "gained": [1, 3, 0],
            "points": [1, 3, 0],
        }
    ]


def test_shamans_win_with_no_shaman_left_but_nobody_scores() -> None:
    state = position("", "blue 2", "", roles="shaman shadow shaman", guide=1)
    state.alive = [False, True, False]
    trick(state, slot(0, "shard"))
    assert state.history[0]["winner"] == "shamans"
    assert state.points == [0, 0, 0]


def test_a_lone_survivor_leads_takes_and_lays_every_trick() -> None:
    state = position("", "blue 2, green 1, green 4", "", guide=1, roles="shaman shadow shaman")
    state.alive = [False, True, False]
    asks = trick(state, card("green 1"), slot(0, "shard"))
    assert asked(asks) == [(1, "lead"), (1, "take")]
    assert (state.guide, state.distance) == (1, 8)


def test_a_lone_survivor_may_still_score_shards() -> None:
    state = position("", "blue 2", "", guide=1, roles="shaman shadow shaman", up={1: ["shard"]})
    state.alive = [False, True, False]
    trick(state, slot(0, "shard"))
    assert state.points == [0, 2, 0]


# The end of the game


def test_eight_points_alone_in_front_win_the_game() -> None:
    state = three()
    state.points = [0, 5, 7]
    outcome = ended(state, "moon")
    assert outcome.reason == "eight_points"
    assert outcome.points == (0, 8, 7)
    assert outcome.placements == (3, 1, 2)


def test_seven_points_do_not_end_the_game() -> None:
    state = three()
    state.points = [0, 4, 6]
    finish_round(state, "moon")
    assert (state.points, state.round) == ([0, 7, 6], 2)


def test_a_tie_for_most_is_played_on_by_everybody() -> None:
    state = three()
    state.points = [6, 0, 6]
    finish_round(state, "hands_empty")
    assert (state.points, state.round) == ([8, 0, 8], 2)
    state.points[1] = 7
    state.faces = ("shaman", "shadow", "shaman")
    assert ended(state, "moon").placements == (2, 1, 2)


def test_eight_points_in_mid_round_wait_for_its_end() -> None:
    state = three(laid="purple 2-6")
    state.points = [0, 0, 7]
    state.hands[2] = cards("purple 1, green 3")
    trick(state, card("blue 1"), card("blue 2"), card("purple 1"), slot(0, "shard"))
    assert (state.points, state.round) == ([0, 0, 8], 1)


def test_after_the_last_round_most_points_win_and_ties_share() -> None:
    state = three(options={"max_rounds": 1})
    outcome = ended(state, "hands_empty")
    assert outcome.reason == "max_rounds"
    assert outcome.placements == (1, 3, 1)


def test_the_last_round_may_end_by_eight_points_all_the_same() -> None:
    state = three(options={"max_rounds": 1})
    state.points = [0, 6, 0]
    assert ended(state, "moon").reason == "eight_points"


def test_the_first_cause_to_happen_ends_the_round() -> None:
    """The steps after a Shaman's elimination reach the Moon before the hands run out."""
    state = position(
        "blue 1, green 1", "yellow 1, green 2", "blue 3, green 3", laid="yellow 2-6", distance=3,
        up={1: ["dagger"]}, roles="shaman shaman shadow",
    )  # fmt: skip
    trick(state, card("blue 1"), card("yellow 1"), seat(0), card("green 3"))
    assert state.history[0]["reason"] == "moon"
    assert told(state, "took") == []


def test_the_outcome_tells_roles_and_every_round_in_json() -> None:
    state = three()
    state.points = [0, 5, 7]
    drive(permute(state, 0), seat(1))
    outcome = ended(state, "hands_empty")
    assert outcome.roles[0]._asdict() == {
        "start": "shaman",
        "end": "shadow",
        "faction_start": "shamans",
        "faction_end": "shadows",
    }
    rounds = outcome.details["rounds"]
    assert [round_["reason"] for round_ in rounds] == ["hands_empty"]
    assert json.loads(json.dumps(outcome.as_json())) == outcome.as_json()


def test_the_next_round_follows_with_the_marker_to_the_left() -> None:
    state = three(distance=1)
    trick(state, card("blue 1"), card("green 2"))
    assert (state.round, state.guide, state.tricks) == (2, 1, 0)
    assert state.distance == 9
