"""The kernel drives rules from decision to decision, and can go back to none of them by mistake."""

from typing import Any

import pytest

import engine
from engine.kernel import (
    Ask,
    Event,
    Game,
    IllegalChoice,
    Outcome,
    Over,
    SeatRole,
    State,
    placements_by,
)
from engine.rng import Rng
from tests.engine import toy
from tests.engine.helpers import now
from tests.engine.toy import GAME


def finished(seed: int = 1) -> Game:
    game = GAME.new(seats=3, seed=seed)
    while game.ask is not None:
        game.choose(game.ask.default)
    return game


def position(game: Game) -> tuple[Any, ...]:
    return game.full_view(), game.ask, list(game.choices), list(game.events)


@pytest.mark.parametrize("index", [-1, 3, 99, 1.0, "1", True, None])
def test_an_impossible_choice_is_refused_and_changes_nothing(index: Any) -> None:
    game = GAME.new(seats=3, seed=1)
    before = position(game)
    with pytest.raises(IllegalChoice, match="not among the options 0 to 2"):
        game.choose(index)
    assert position(game) == before
    game.choose(2)


def test_a_choice_after_the_end_is_refused_and_changes_nothing() -> None:
    game = finished()
    before = position(game)
    with pytest.raises(IllegalChoice, match="the game is over"):
        game.choose(0)
    assert position(game) == before


def test_a_game_over_has_an_outcome_and_asks_nobody() -> None:
    game = finished()
    assert game.ask is None
    assert game.outcome is not None
    assert GAME.new(seats=3, seed=1).outcome is None


def test_an_ask_with_one_option_answers_itself() -> None:
    """In the last round of Lanterns everybody has one card left, unless one was taken."""
    game = GAME.new(seats=2, seed=1)
    while game.ask is not None:
        assert len(game.ask.options) > 1
        game.choose(1 if game.ask.kind == "peek" else 0)
    assert [event.kind for event in game.events].count("shown") == 3
    assert len(game.choices) == 2 * 2 + 3


def test_a_game_knows_what_it_was_set_up_from() -> None:
    terms = GAME.new(seats=2, seed=5, options={"rounds": 1}).terms
    assert terms == engine.Terms(2, 5, {"rounds": 1})
    assert engine.Game(GAME, toy.setup(2, 5, {"rounds": 1})).terms is None


def test_a_copy_keeps_the_choices_since_the_last_turn_and_tells_only_if_it_should() -> None:
    game = GAME.new(seats=3, seed=1)
    for _ in range(2):
        game.choose(0)
    silent, telling = game.copy(), game.copy(log=True)
    assert silent.choices == telling.choices == [0, 0]
    assert silent.terms == game.terms
    for twin in (silent, telling):
        twin.choose(0)
    assert silent.events == []
    assert [event.kind for event in telling.events] == ["shown"]


def test_a_copy_of_a_game_over_is_over() -> None:
    game = finished()
    assert game.copy().outcome == game.outcome


def test_an_event_reaches_its_audience() -> None:
    public, whisper = Event("a", {"x": 1}), Event("b", {}, (0, 2))
    assert [public.heard_by(seat) for seat in (None, 0, 1)] == [True, True, True]
    assert [whisper.heard_by(seat) for seat in (None, 0, 1, 2)] == [False, True, False, True]
    assert public.as_json() == {"type": "a", "x": 1}


def test_scores_become_places_that_ties_share() -> None:
    assert placements_by([3, 5, 3, 1]) == (2, 1, 2, 4)
    assert placements_by([0, 0]) == (1, 1)
    assert placements_by([]) == ()


def test_an_outcome_is_written_as_json() -> None:
    role = SeatRole("owl", "moth", "owl", "moth")
    outcome = Outcome((1,), (2.5,), (role,), "done")
    assert outcome.as_json() == {
        "placements": [1],
        "points": [2.5],
        "roles": [{"start": "owl", "end": "moth", "faction_start": "owl", "faction_end": "moth"}],
        "reason": "done",
        "details": {},
    }
    assert str(Over(outcome)) == "done"


def test_a_state_must_say_how_it_is_copied() -> None:
    with pytest.raises(NotImplementedError):
        State().copy()


def test_a_state_without_a_log_tells_nobody() -> None:
    state = State()
    state.log = None
    state.tell("round", number=1)
    state.whisper((0,), "saw", card=1)
    assert state.log is None


def test_other_worlds_come_from_the_spec_and_keep_what_happened() -> None:
    game = GAME.new(seats=3, seed=1)
    for _ in range(8):
        game.choose(now(game).default)
    world = GAME.resample(game, 1, Rng.stream(1, "world"))
    assert world.full_view() != game.full_view()
    assert world.view(1) == game.view(1)
    assert [e for e in world.events if e.heard_by(1)] == [e for e in game.events if e.heard_by(1)]
    assert len(world.choices) == len(game.choices)


def test_a_default_is_the_first_option_unless_said_otherwise() -> None:
    assert Ask(0, "x", [{}, {}]).default == 0
