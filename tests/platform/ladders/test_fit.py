"""The fitted Elo: what the whole log says about everybody."""

from moonladder.ladders.fit import NEWCOMER, Played, fit


def test_whoever_always_wins_stands_first() -> None:
    log = [Played(block, (1, 2, 3), (1, 2, 3)) for block in range(10)]
    standings = fit(log, dict.fromkeys((1, 2, 3), NEWCOMER)).standings
    assert sorted(standings, key=lambda entry: -standings[entry].rating) == [1, 2, 3]
