"""Writing some columns of many rows."""

import pytest

from matches.models import Seat
from matches.rows import rows_update
from moonladder.ladders.models import Ladder
from tests.matches import arena


@pytest.fixture
def seats(quartet: Ladder) -> list[Seat]:
    """Seats whose results are stored."""
    arena.play_rounds(quartet, 1, arena.decide_block)
    return list(Seat.objects.order_by("pk"))


def test_only_those_columns_of_those_rows_are_written(seats: list[Seat]) -> None:
    before = {seat.pk: (seat.placement, seat.strikes, seat.fault) for seat in seats}
    for seat in seats:
        seat.placement, seat.strikes, seat.fault = 7, seat.number + 5, 'it\'s "100%"'
    rows_update(seats[:2], ("strikes", "fault"))
    after = {seat.pk: (seat.placement, seat.strikes, seat.fault) for seat in Seat.objects.all()}
    for seat in seats[:2]:
        assert after.pop(seat.pk) == (before.pop(seat.pk)[0], seat.number + 5, 'it\'s "100%"')
    assert after == before


def test_nothing_is_a_value_too(seats: list[Seat]) -> None:
    for seat in seats:
        seat.points, seat.cpu_seconds, seat.stint_id = 0.25, None, None
    rows_update(seats, ("points", "cpu_seconds", "stint"))
    assert set(Seat.objects.values_list("points", "cpu_seconds", "stint")) == {(0.25, None, None)}


def test_no_rows_are_no_statement(seats: list[Seat], django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]
        rows_update([], ("strikes",))
