"""The record of a command line: read, and held to be true before anything is made of it."""

from pathlib import Path

from engine.record import Record, RecordError, Unreadable, load, verify
from engine.referee import Report
from kit.command.subcommand import Refused


def load_record(path: Path) -> Record:
    """The record in that file; refused if there is none in it."""
    try:
        return load(path.read_bytes())
    except Unreadable as error:
        raise Refused(f"{path}: {error}") from None


def load_true_record(path: Path) -> tuple[Record, Report]:
    """The record in that file with its replay; refused if it does not hold."""
    match = load_record(path)
    try:
        return match, verify(match)
    except RecordError as error:
        raise Refused(f"{path}: {error}") from None


def check_seat(match: Record, seat: int) -> None:
    if not 0 <= seat < match.seats:
        raise Refused(f"there is no seat {seat}: the match has 0 to {match.seats - 1}")
