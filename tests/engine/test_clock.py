"""The arithmetic of thinking time."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import STANDARD, Clock, ClockLeft, Deadline, SeatClock
from engine.faults import BotFault, Spent


def clock(answer: float = 1.0, bank: float = 10.0, match: float = 300.0) -> SeatClock:
    return SeatClock(
        Clock(start_seconds=5.0, answer_seconds=answer, bank_seconds=bank, match_seconds=match)
    )


def test_a_quick_answer_costs_nothing() -> None:
    seat = clock()
    seat.charge(Spent(1.0, 1.0, 1.0))
    assert seat.left() == ClockLeft(1.0, 10.0)


def test_a_slow_answer_is_paid_from_the_bank() -> None:
    seat = clock()
    seat.charge(Spent(1.25, 1.25, 1.25))
    assert seat.bank == 9.75


def test_the_whole_bank_may_be_spent_but_no_more() -> None:
    seat = clock()
    seat.charge(Spent(11.0))
    assert seat.bank == 0.0
    with pytest.raises(BotFault, match="timeout:cpu"):
        seat.charge(Spent(1.001))
    seat.charge(Spent(1.0))


def test_the_wall_cap_is_three_times_the_time_left_and_a_second() -> None:
    assert clock(answer=1.0, bank=2.0).answer_deadline() == Deadline(3.0, 10.0)


def test_the_wall_cap_ends_with_the_match_time() -> None:
    seat = clock(match=12.0)
    seat.charge(Spent(0.1, 0.1, 7.0))
    assert seat.answer_deadline() == Deadline(11.0, 5.0)
    seat.charge(Spent(0.1, 0.1, 9.0))
    assert seat.match == 0.0


def test_the_start_has_a_budget_of_its_own() -> None:
    seat = clock(answer=0.1, bank=0.0)
    assert seat.start_deadline() == Deadline(5.0, 10.0)
    seat.check_start(Spent(5.0))
    assert seat.left() == ClockLeft(0.1, 0.0)
    with pytest.raises(BotFault, match="timeout:start"):
        seat.check_start(Spent(5.01))


def test_the_standard_clock_is_that_of_the_documentation() -> None:
    seconds = (
        STANDARD.start_seconds,
        STANDARD.answer_seconds,
        STANDARD.bank_seconds,
        STANDARD.match_seconds,
    )
    assert seconds == (5.0, 1.0, 10.0, 300.0)


@given(st.lists(st.floats(0, 4), max_size=30))
def test_the_bank_pays_exactly_what_answers_take_beyond_their_budget(answers: list[float]) -> None:
    seat = clock()
    beyond = 0.0
    for charged in answers:
        beyond += max(0.0, charged - 1.0)
        try:
            seat.charge(Spent(charged))
        except BotFault:
            assert beyond > 10.0 - 1e-9
            assert seat.bank == 0.0
            return
        assert seat.bank == pytest.approx(10.0 - beyond)
