"""A match as its page tells it: who sat where, what came of it, and why each rating moved."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from matches import visibility
from matches.models import Match, RatingChange, Seat
from moonladder.bots.models import Bot, Version
from moonladder.bots.visibility import Visitor, owns
from moonladder.ladders.models import BlockKind

UNRATED = {
    BlockKind.TRIAL: "This is a trial of a new version: it moves no rating.",
    BlockKind.CHALLENGE: "This match was asked for by somebody: it moves no rating.",
    BlockKind.BATCH: "This match belongs to a batch: it moves no rating.",
}


@dataclass(frozen=True)
class Verdict:
    """One seat of a finished match."""

    seat: Seat
    is_open: bool
    """Whether the reader may see what the bot said to its owner."""

    @property
    def version(self) -> Version:
        return self.seat.version

    @property
    def bot(self) -> Bot:
        return self.seat.version.bot

    def is_own(self, user: Visitor) -> bool:
        """Whether the bot is this reader's."""
        return owns(user, self.bot)

    @property
    def role(self) -> str:
        """The role it had, and the one it came to have."""
        return then(self.seat.role_start, self.seat.role_end)

    @property
    def side(self) -> str:
        """Whose side it was on, where that says more than the role."""
        side = then(self.seat.faction_start, self.seat.faction_end)
        return "" if side.rstrip("s") == self.role.rstrip("s") else side

    @property
    def change(self) -> float | None:
        """What the match did to its live rating; None where it did nothing."""
        if self.seat.elo_before is None or self.seat.elo_after is None:
            return None
        return self.seat.elo_after - self.seat.elo_before


@dataclass(frozen=True)
class Move:
    """Why one rating moved, in numbers."""

    seat: Seat
    row: RatingChange

    @property
    def surplus(self) -> float:
        """How much more of the others it beat than was expected."""
        return self.row.scored - self.row.expected

    @property
    def delta(self) -> float:
        return self.row.after - self.row.before


@dataclass(frozen=True)
class Step:
    """What one event did to the ratings of a table."""

    title: str
    moves: list[Move]


def then(start: str, end: str) -> str:
    """What something was, and what it became."""
    start, end = start.replace("_", " "), end.replace("_", " ")
    return end if start == end else f"{start}, then {end}"


def in_words(ending: str) -> str:
    """Why a game ended, without the signs of its short form."""
    return ending.replace("_", " ").replace("+", " and ")


def verdicts(user: Visitor, table: Iterable[Seat]) -> list[Verdict]:
    """All seats, the best first."""
    seats = sorted(table, key=lambda seat: (seat.placement or 0, seat.number))
    return [Verdict(seat, visibility.may_look_into_seat(user, seat)) for seat in seats]


def winners(found: Sequence[Verdict]) -> list[Verdict]:
    """Whoever shares the first place."""
    return [verdict for verdict in found if verdict.seat.placement == 1]


def steps(table: Sequence[Seat], changes: Iterable[RatingChange]) -> list[Step]:
    """What moved the ratings: the match, then perhaps its exclusion and its return."""
    seats = {seat.stint.entry_id: seat for seat in table if seat.stint is not None}
    found: dict[int, list[Move]] = {}
    for row in changes:
        found.setdefault(row.revision, []).append(Move(seats[row.entry_id], row))
    for moves in found.values():
        moves.sort(key=lambda move: (move.seat.placement or 0, move.seat.number))
    return [Step(_title(revision), moves) for revision, moves in sorted(found.items())]


def _title(revision: int) -> str:
    if revision == 0:
        return "The match was settled"
    return "It was taken out of the ratings" if revision % 2 else "It was put back"


def why_unmoved(match: Match) -> str:
    """Why no rating moved, where none did."""
    if match.kind in UNRATED:
        return UNRATED[BlockKind(match.kind)]
    return "Ratings move in the order of matches: this one waits until all before it are over."
