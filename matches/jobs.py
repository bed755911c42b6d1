"""What a match is played from, and what comes of it: plain values, no database, no engine."""

from dataclasses import dataclass
from typing import Any, NamedTuple

from django.core.files.storage import default_storage


@dataclass(frozen=True)
class Player:
    """What sits in one seat: the bot, which version of it, its files and its language."""

    name: str
    digest: str
    built: str
    """Where its files are stored."""
    runtime: str
    is_house: bool
    """Whether it is the site's own, and may play without a box."""

    def files(self) -> bytes:
        """Its files, packed."""
        with default_storage.open(self.built) as file:
            return bytes(file.read())


@dataclass(frozen=True)
class Job:
    """Everything a worker needs to play one match, so that no row is looked at meanwhile."""

    match: int
    claim: str
    game: str
    seats: int
    seed: int
    options: dict[str, Any]
    clock: dict[str, float]
    limits: dict[str, Any]
    backend: str
    """Which backend makes the boxes; empty for the best isolating one there is."""
    players: tuple[Player, ...]
    table: tuple[int, ...]
    """The rows of their seats, in the same order."""


class SeatResult(NamedTuple):
    """How one seat fared."""

    placement: int
    score: float
    points: float
    role_start: str
    role_end: str
    faction_start: str
    faction_end: str
    strikes: int
    fault: str
    fault_detail: str
    cpu_seconds: float | None
    peak_memory_bytes: int | None
    stamp: str
    stderr: str


@dataclass(frozen=True)
class Result:
    """What came of a match."""

    ending: str
    decisions: int
    fingerprint: str
    seats: tuple[SeatResult, ...]
    record: bytes
    """The record as JSON."""


class PlatformFault(Exception):
    """The site failed, not a bot: the match has no result and is played again."""
