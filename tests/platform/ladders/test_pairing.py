"""Tables and seatings: fair, varied, and chosen for what they tell."""

from random import Random

from moonladder.ladders.pairing import Candidate, next_table, rotations


def test_everybody_sits_once_in_each_seat() -> None:
    assert all(sorted(seat) == [7, 8, 9] for seat in zip(*rotations([7, 8, 9]), strict=True))


def test_an_owner_has_one_bot_at_a_table() -> None:
    candidates = [Candidate(n, n // 2, False, 1500, 100, 9) for n in range(4)]
    table = next_table(candidates, 2, {}, Random(1))
    assert table is not None
    assert len({entry // 2 for entry in table}) == 2
    assert next_table(candidates, 3, {}, Random(1)) is None
