"""Multi-player Elo: fair, blind to the order of the seats, and zero-sum without rounding."""

from moonladder.ladders.elo import settle


def test_the_winner_of_an_even_game_takes_half_of_k() -> None:
    assert [change.delta for change in settle([1500, 1500], [1, 2], k=32)] == [16, -16]
