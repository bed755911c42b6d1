"""Starters at the table: every language plays every game, without a fault, alike each time."""

import pytest

import engine
from engine.players import Random
from engine.referee import Report, play
from kit import starters
from kit.table import Boxed
from tests.kit.starters.conftest import OpenStarter


def match(game: str, starter: OpenStarter) -> Report:
    """The starter in the first seat, players of this process in the others."""
    spec = engine.get(game)
    others = [Random() for _ in range(spec.seat_counts[0] - 1)]
    started = spec.new(seats=spec.seat_counts[0], seed=11)
    return play(started, [Boxed(starter()), *others])


@pytest.mark.parametrize("game", engine.names())
def test_a_starter_plays_every_game_alike_when_it_is_played_again(
    game: str, boxed: OpenStarter
) -> None:
    first, second = match(game, boxed), match(game, boxed)
    assert first.faults == []
    assert second.fingerprint == first.fingerprint
    assert len(first.said) > 10
    assert all(said.note and said.note.endswith("options look best") for said in first.said)


def test_only_the_readme_differs_from_game_to_game(language: str) -> None:
    """So what plays here, built from one game's starter, is what an author gets for any."""
    bots = {
        tuple(file for file in starters.archive(game, language).files if file.path != "README.md")
        for game in engine.names()
    }
    assert len(bots) == 1
