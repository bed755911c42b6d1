"""How much one may ask for, and when there is room again."""

from datetime import UTC, datetime, timedelta

import pytest

from moonladder.bots.quotas import DAY, QuotaReached, quota_check, quota_of, wait_text

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_there_is_room_until_the_day_is_full() -> None:
    asked = [NOON - timedelta(hours=hours) for hours in (20, 3)]
    assert quota_of(3, asked).left == 1
    assert quota_of(3, asked).next_at is None
    quota_check(quota_of(3, asked), what="uploads", now=NOON)


def test_room_comes_back_a_day_after_what_fills_the_quota() -> None:
    asked = [NOON - timedelta(hours=hours) for hours in (23, 20, 3)]
    assert quota_of(3, asked).next_at == asked[0] + DAY
    assert quota_of(2, asked).next_at == asked[1] + DAY, "the quota was larger yesterday"
    assert quota_of(2, asked).left == 0


def test_a_full_day_is_told_with_the_time_of_the_next_slot() -> None:
    quota = quota_of(1, [NOON - timedelta(hours=23, minutes=25)])
    with pytest.raises(QuotaReached, match=r"at 12:35 UTC, in 35 minutes\.") as reached:
        quota_check(quota, what="uploads", now=NOON)
    assert reached.value.next_at == NOON + timedelta(minutes=35)


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(1, "1 minute"), (61, "2 minutes"), (7199, "2 hours"), (7201, "3 hours"), (86400, "24 hours")],
)
def test_waits_are_told_as_people_say_them(seconds: int, text: str) -> None:
    assert wait_text(timedelta(seconds=seconds)) == text
