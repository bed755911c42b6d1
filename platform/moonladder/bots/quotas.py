"""How much one person may ask of the site in a day, and when there is room again. Pure."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

DAY = timedelta(hours=24)


@dataclass(frozen=True)
class Quota:
    """What somebody may ask for in any 24 hours."""

    most: int
    used: int
    next_at: datetime | None
    """When there is room again; empty while there is some."""

    @property
    def left(self) -> int:
        """How often somebody may ask before they have to wait."""
        return max(0, self.most - self.used)


class QuotaReached(Exception):
    """Somebody asked too often: a sentence, and when to ask again, if that is known."""

    def __init__(self, sentence: str, next_at: datetime | None = None) -> None:
        super().__init__(sentence)
        self.next_at = next_at


def quota_of(most: int, asked: Sequence[datetime]) -> Quota:
    """The quota of somebody who asked at these times of the last 24 hours, the first one first."""
    full = len(asked) >= most
    return Quota(most, len(asked), asked[len(asked) - most] + DAY if full else None)


def quota_check(quota: Quota, *, what: str, now: datetime) -> None:
    """Refuse where nothing is left, and say when there will be."""
    if quota.next_at is None:
        return
    raise QuotaReached(
        f"You asked for {quota.used} {what} in the last 24 hours, and {quota.most} are allowed: "
        f"there is room again at {quota.next_at:%H:%M} UTC, in {wait_text(quota.next_at - now)}.",
        quota.next_at,
    )


def wait_text(wait: timedelta) -> str:
    """A time to wait as people say it, rounded up."""
    minutes = max(1, -(-int(wait.total_seconds()) // 60))
    if minutes < 120:
        return f"{minutes} minute{'s' if minutes > 1 else ''}"
    return f"{-(-minutes // 60)} hours"
