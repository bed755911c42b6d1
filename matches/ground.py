"""On what ground a player here stands: may it play everybody's bots, or only the house's?

Three answers (docs/decisions/0011). Where every promise about a box holds, everybody's bots play.
Where every door of a box is shut but a limit is missing, as for a user without root, they play only
on a site that nobody reaches but the people at this machine. Elsewhere the house's bots play alone,
because they are the site's own code. A player of a cluster takes the first answer or does not
start; `manage.py up` asks for its player to make do with less (MOONLADDER_SANDBOX=auto).
"""

from collections.abc import Collection
from typing import NamedTuple

from django.conf import settings

from matches import runner
from moonladder.players import selectors as players
from moonladder.players.models import Ground
from moonladder.players.selectors import UNBOXED

AUTO = "auto"
"""The word for making do with what there is."""

PLAYS = {
    Ground.FULL: "Bots are kept apart here: everybody's play.",
    Ground.DEGRADED: (
        "Bots are kept from each other and from this machine's files, but not every limit holds: "
        "everybody's play only because nobody reaches this site from elsewhere."
    ),
    Ground.HOUSE: f"{players.WITHOUT_BOXES} {players.REMEDY}.",
}


class Standing(NamedTuple):
    """What a player here may play, what makes its boxes, and what it lacks."""

    ground: Ground
    backend: str
    missing: Collection[str]
    languages: Collection[str] = ()
    """In which uploads may be written; none where they are not played."""


class Refused(Exception):
    """A player must not start here: what is missing."""


def standing() -> Standing:
    """Try every protection of this machine, and say what a player may do here."""
    if players.is_unboxed():
        return Standing(Ground.HOUSE, UNBOXED, ("MOONLADDER_SANDBOX is `process`",))
    makes_do = settings.SANDBOX == AUTO
    found = runner.protection("" if makes_do else settings.SANDBOX)
    if not (found.report.protected or makes_do):
        raise Refused(str(found.report))
    return best(found)


def best(found: runner.Protection) -> Standing:
    """The most that may be played with this protection."""
    if found.report.protected:
        return Standing(Ground.FULL, found.backend, (), found.report.languages)
    if found.report.usable and settings.IS_FOR_THIS_MACHINE:
        report = found.report
        return Standing(Ground.DEGRADED, found.backend, report.missing, report.languages)
    return Standing(Ground.HOUSE, UNBOXED, found.report.missing)
