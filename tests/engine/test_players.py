"""The players of this process read what any bot reads, and a person can play at a terminal."""

from typing import Any

import pytest

from engine.console import HELP, Console, LeftTheTable, columns
from engine.players import PLAYERS, First, Player, Random
from engine.referee import Report, play
from tests.engine.toy import GAME


class Person:
    """Somebody who types these lines; what is written for them is kept."""

    def __init__(self, *lines: str) -> None:
        self.lines = list(lines)
        self.page: list[str] = []

    def read(self, prompt: str) -> str:
        self.page.append(prompt)
        if not self.lines:
            raise EOFError
        return self.lines.pop(0)

    @property
    def text(self) -> str:
        return "\n".join(self.page)


def sit_down(*lines: str, others: int = 2) -> tuple[Person, Report]:
    """Play Lanterns as a person who types these lines."""
    person = Person(*lines)
    console = Console(GAME, person.read, person.page.append)
    report = play(GAME.new(seats=1 + others, seed=1), [console, *(First() for _ in range(others))])
    return person, report


def test_first_always_takes_the_first_option() -> None:
    report = play(GAME.new(seats=2, seed=1), [First(), First()])
    assert set(report.choices) == {0}


def test_random_differs_by_seat_and_seed_but_not_by_replay() -> None:
    def choices(seed: int) -> list[int]:
        return play(GAME.new(seats=4, seed=seed), [Random() for _ in range(4)]).choices

    assert choices(1) == choices(1)
    assert len({tuple(choices(seed)) for seed in range(10)}) > 5


def test_players_are_known_by_name() -> None:
    assert {name: type(kind()) for name, kind in PLAYERS.items()} == {
        "first": First,
        "random": Random,
    }


def test_a_player_must_say_how_it_chooses() -> None:
    with pytest.raises(NotImplementedError):
        Player().choose({})


def test_a_person_sees_the_view_the_events_and_the_options() -> None:
    person, report = sit_down(*["0"] * 20)
    assert "Lanterns: you are seat 0 of 3." in person.page
    assert HELP in person.page
    assert "- Round 1 begins." in person.page
    assert "  0  play 1" in person.page
    assert " *2  play 13" in person.page
    assert any(page.startswith("\nRound 1, 6 cards in the pile") for page in person.page)
    assert "- All show their cards: [1, 4, 6]." in person.page
    assert report.choices[0] == 0


def test_a_person_is_told_how_the_game_ended() -> None:
    person, report = sit_down(*["0"] * 20)
    assert "\nThe game is over: last_round." in person.page
    points = [f"{p:g} points" for p in report.outcome.points]
    placed = [f"  seat {s}: place {p}" for s, p in enumerate(report.outcome.placements)]
    for seat in range(3):
        assert f"{placed[seat]}, {points[seat]}, {report.outcome.roles[seat].end}" in person.page


def test_an_empty_line_takes_the_default() -> None:
    _, report = sit_down("", *["0"] * 20)
    assert report.choices[0] == 2


@pytest.mark.parametrize("typed", ["7", "-1", "x", "1.0", "²"])
def test_what_makes_no_sense_is_asked_again(typed: Any) -> None:
    person, report = sit_down(typed, "1", *["0"] * 20)
    assert "Type a number from 0 to 2, or ? for help." in person.page
    assert report.choices[0] == 1


def test_help_view_and_options_can_be_seen_again() -> None:
    once, _ = sit_down(*["0"] * 20)
    again, _ = sit_down("?", "v", "o", *["0"] * 20)
    assert again.text.count("Enter      take") == once.text.count("Enter      take") + 1
    assert again.text.count("Round 1, 6 cards") == once.text.count("Round 1, 6 cards") + 1
    assert again.text.count("play 13") == once.text.count("play 13") + 1


def test_options_can_be_looked_for_by_a_word() -> None:
    person, _ = sit_down("/13", "/elephant", *["0"] * 20)
    after = person.page[person.page.index("seat 0> ") + 1 :]
    assert after[:2] == ["\nplay:", " *2  play 13"]
    assert after[3:5] == ["\nplay:", "  no such option"]


def test_many_options_are_shown_in_columns() -> None:
    assert columns([f"{n} " + "-" * 20 for n in range(7)]) == [
        "  ".join(f"{n} {'-' * 20}" for n in (0, 2, 4, 6)),
        "  ".join(f"{n} {'-' * 20}" for n in (1, 3, 5)),
    ]
    assert columns(["x" * 150, "y"]) == ["x" * 150, "y"]


def test_a_terminal_gets_columns_when_there_are_many_options() -> None:
    options = [{"card": number} for number in range(40)]
    message = {"kind": "play", "options": options, "default": 39, "events": []}
    person = Person("7")
    console = Console(GAME, person.read, person.page.append)
    console.start({"seat": 0, "seats": 2})
    view = GAME.new(seats=2, seed=1).view(0)
    assert console.choose(message | {"view": view}) == 7
    rows = person.page[person.page.index("\nplay:") + 1 : -1]
    assert len(rows) < 10
    assert "  0  play 0" in rows[0]
    assert sum(" *39  play 39" in row for row in rows) == 1


@pytest.mark.parametrize("typed", [["q"], ["0", "quit"], ["Q"], []])
def test_a_person_may_leave(typed: Any) -> None:
    with pytest.raises(LeftTheTable):
        sit_down(*typed)
