"""A game is set up only as it allows, and says what it allows."""

from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.rng import MAX_SEED
from engine.spec import BadOptions, GameOption, GameSpec, options_of
from tests.engine.toy import GAME

INT = GameOption("size", "int", 3, "How large.", minimum=2, maximum=5)
BOOL = GameOption("open", "bool", True, "Whether open.")
CHOICE = GameOption("kind", "choice", "a", "Which kind.", choices=("a", "b"))
CHOICES = GameOption("kinds", "choices", ["a", "b"], "Which kinds.", choices=("a", "b"), length=2)
BY_SEATS = replace(INT, default_by_seats={2: 4, 3: 5, 4: 5})
SPEC = replace(GAME, options=(INT, BOOL, CHOICE, CHOICES))


@pytest.mark.parametrize(
    ("option", "good", "bad", "accepted"),
    [
        (INT, [2, 5], [1, 6, True, 2.0, "3", None], "a whole number from 2 to 5"),
        (BOOL, [True, False], [0, 1, "true", None], "true or false"),
        (CHOICE, ["a", "b"], ["c", "", None, ["a"]], "one of a, b"),
        (
            CHOICES,
            [["a", "b"], ["b", "b"]],
            [["a"], ["a", "b", "b"], ["a", "c"], "ab", ("a", "b"), [1, 2], None],
            "a list of 2 out of a, b",
        ),
    ],
)
def test_an_option_takes_its_values_and_refuses_others(
    option: GameOption, good: list[Any], bad: list[Any], accepted: str
) -> None:
    assert option.accepted() == accepted
    for value in good:
        assert option.check(value) == value
    for value in bad:
        with pytest.raises(BadOptions, match=f"option {option.name} must be {accepted}"):
            option.check(value)


def test_options_not_given_have_their_defaults() -> None:
    assert SPEC.complete_options(2) == {"size": 3, "open": True, "kind": "a", "kinds": ["a", "b"]}
    assert SPEC.complete_options(2, {"kind": "b"})["kind"] == "b"


def test_a_default_may_depend_on_the_seats() -> None:
    spec = replace(GAME, options=(BY_SEATS,))
    assert [spec.complete_options(seats)["size"] for seats in (2, 3)] == [4, 5]


def test_an_unknown_option_is_refused_with_those_there_are() -> None:
    with pytest.raises(BadOptions, match="no option 'colour'; its options are: size, open, kind"):
        SPEC.complete_options(2, {"colour": 1})
    with pytest.raises(BadOptions, match="its options are: none"):
        replace(GAME, options=()).complete_options(2, {"colour": 1})


@pytest.mark.parametrize("seats", [1, 5, True, 2.0, "2"])
def test_a_wrong_number_of_seats_is_refused(seats: int) -> None:
    with pytest.raises(BadOptions, match="Lanterns is played by 2, 3, 4 seats"):
        GAME.new(seats=seats, seed=1)


@pytest.mark.parametrize("seed", [-1, MAX_SEED + 1, 1.0, "1", None, True])
def test_a_seed_out_of_range_is_refused(seed: Any) -> None:
    with pytest.raises(BadOptions, match="a seed is a whole number from 0 to 9007199254740991"):
        GAME.new(seats=2, seed=seed)


def test_the_largest_and_the_smallest_seed_will_do() -> None:
    assert GAME.new(seats=2, seed=0).ask is not None
    assert GAME.new(seats=2, seed=MAX_SEED).ask is not None


def test_a_game_is_found_by_its_name(lanterns: GameSpec) -> None:
    assert "lanterns" in engine.names()
    assert engine.get("lanterns") is lanterns
    with pytest.raises(engine.UnknownGame, match=r"no game 'chess'; the games are: .*lanterns"):
        engine.get("chess")


def test_every_name_the_engine_offers_is_there_and_sorted() -> None:
    assert sorted(engine.__all__) == engine.__all__
    assert all(hasattr(engine, name) for name in engine.__all__)


def test_option_values_are_json_or_words() -> None:
    assert options_of(["a=3", "b=true", "c=owl", 'd=["x","y"]', "e=", "f=a=b"]) == {
        "a": 3,
        "b": True,
        "c": "owl",
        "d": ["x", "y"],
        "e": "",
        "f": "a=b",
    }
    with pytest.raises(BadOptions):
        options_of(["plain"])
