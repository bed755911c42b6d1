"""Who may see what of matches. Pure: no question here goes to the database.

Public are all matches but trials: who sits, since when and how far while they run; verdicts,
placements, ratings, seed and the public record once they are finished. What a bot says to its owner
(log, notes, the details of a fault) is for the owner of that seat's bot and for organisers, and so
are trials, and what went wrong on the site's side. What somebody may not see is not there.
"""

from collections.abc import Iterable

from matches.models import Match, MatchStatus, Seat
from moonladder.bots.visibility import Visitor, is_organiser, may_look_inside
from moonladder.ladders.models import BlockKind


def is_public(match: Match) -> bool:
    """Whether anybody may know that a match is played."""
    return match.kind != BlockKind.TRIAL


def has_result(match: Match) -> bool:
    """Whether there is a result to show, and with it the seed and the record; not before."""
    return match.status == MatchStatus.FINISHED


def may_see_match(user: Visitor, match: Match, table: Iterable[Seat]) -> bool:
    """Whether a match is there for somebody; the seats come with `version__bot`."""
    return is_public(match) or may_read_trouble(user, table)


def may_read_trouble(user: Visitor, table: Iterable[Seat]) -> bool:
    """Whether somebody may read what went wrong on the site's side, or why a match is void."""
    return is_organiser(user) or bool(seats_inside(user, table))


def may_look_into_seat(user: Visitor, seat: Seat) -> bool:
    """Whether somebody may read what the bot of a seat said to its owner."""
    return may_look_inside(user, seat.version.bot)


def seats_inside(user: Visitor, table: Iterable[Seat]) -> frozenset[int]:
    """The seats that somebody may look into."""
    return frozenset(seat.number for seat in table if may_look_into_seat(user, seat))
