"""What is new in a version: a part of its page."""

from typing import NamedTuple

from moonladder.bots.differences import Differences, FileChange, SettingChange
from moonladder.bots.models import Version
from moonladder.bots.selectors import version_before, version_differences
from moonladder.bots.visibility import Visitor, may_look_inside
from moonladder.web import pieces

MOST = 100
"""So many changed files, and as many settings, are listed."""

REPEATS = {None: "not known yet", True: "yes", False: "no"}


class Fact(NamedTuple):
    """Something that everybody may know of two versions."""

    label: str
    before: str
    after: str

    @property
    def is_same(self) -> bool:
        return self.before == self.after


class VersionDiff(NamedTuple):
    """How a version differs from the one before it, as far as the reader may know."""

    before: Version
    facts: list[Fact]
    is_open: bool
    """Whether the reader may look into the files."""
    inside: Differences | None
    """What differs in them; none where they are not open, or cannot be read any more."""

    @property
    def files(self) -> list[FileChange]:
        """The changed files that are listed."""
        return self.inside.files[:MOST] if self.inside else []

    @property
    def settings(self) -> list[SettingChange]:
        """The changed settings that are listed."""
        return self.inside.settings[:MOST] if self.inside else []

    @property
    def unlisted(self) -> int:
        """How many changes are not listed."""
        if self.inside is None:
            return 0
        return sum(max(0, len(changes) - MOST) for changes in self.inside)


def version_diff(version: Version, user: Visitor) -> VersionDiff | None:
    """What `web/parts/version_diff.html` shows as `diff`; None where there is no version before."""
    before = version_before(version, user) if version.digest else None
    if before is None:
        return None
    return VersionDiff(
        before,
        _facts(before, version),
        may_look_inside(user, version.bot),
        version_differences(before, version, user),
    )


def _facts(before: Version, after: Version) -> list[Fact]:
    return [
        Fact("Language", pieces.language(before.runtime), pieces.language(after.runtime)),
        Fact("Files", before.digest, after.digest),
        Fact("Deterministic", REPEATS[before.deterministic], REPEATS[after.deterministic]),
    ]
