"""Every kind of ask a game has can be put to a bot."""

import re

import pytest

import engine
from engine.players import Random
from engine.referee import play
from kit.asks import places, played_at_random
from kit.command.rules import rules_of


def kinds_in_the_rules(game: str) -> set[str]:
    """The kinds the README lists in its table of asks; Shamanix has one and needs no table."""
    text = rules_of(game)
    section = re.search(r"^## (?:Asks|Decisions)\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    if section is None:
        return set(re.findall(r'"kind": ?"(\w+)"', text)) or {"act"}
    cells = re.findall(r"^\| (`\w+`(?:, `\w+`)*) \|", section[1], re.MULTILINE)
    return {kind for cell in cells for kind in re.findall(r"\w+", cell)}


@pytest.mark.parametrize("game", engine.names())
def test_there_is_a_place_for_every_kind_of_ask_in_the_rules(game: str) -> None:
    assert set(places(engine.get(game))) == kinds_in_the_rules(game)


@pytest.mark.parametrize("game", engine.names())
def test_every_place_is_where_it_is_said_to_be(game: str) -> None:
    spec = engine.get(game)
    for kind, place in places(spec).items():
        seed, options = place.seed, place.options
        twin = spec.new(seats=place.seats, seed=seed, options=options)
        own = [kind for kind, seat in played_at_random(twin, seed) if seat == place.seat]
        assert own[place.ask - 1] == kind


def test_matches_at_random_are_those_of_players_at_random() -> None:
    spec = engine.get("shamans")
    twin = spec.new(seats=3, seed=5)
    for _ in played_at_random(twin, 5):
        pass
    report = play(spec.new(seats=3, seed=5), [Random() for _ in range(3)])
    assert report.choices == twin.choices
