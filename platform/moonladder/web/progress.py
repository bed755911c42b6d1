"""How far an upload has come, step by step and in one sentence, as its page tells it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from matches.models import Match, MatchStatus
from matches.waiting import Wait
from moonladder.bots.models import Stage, StageName, Version, VersionStatus
from moonladder.bots.quotas import wait_text
from moonladder.bots.services import next_stage
from moonladder.ladders.models import Stint

ON_THE_WAY = (VersionStatus.RECEIVED, VersionStatus.UNPACKED, VersionStatus.BUILT)
NOW = "now"


@dataclass(frozen=True)
class Step:
    """One step of an upload."""

    title: str
    state: str
    """How it ended, `now`, or nothing while it is still to come."""

    stage: Stage | None = None
    """What there is to read about it."""

    says: str = ""


def is_on_the_way(version: Version) -> bool:
    """Whether the site still has to work on it."""
    return version.status in ON_THE_WAY


def steps(version: Version, stages: Iterable[Stage], stints: Sequence[Stint]) -> list[Step]:
    """All steps, those to come too. What a version that starts again once failed at is to come."""
    names, found = list(StageName), {stage.name: stage for stage in stages}
    now = names.index(next_stage(version)) if is_on_the_way(version) else len(names)
    told = [
        _step(name, found.get(name) if place < now else None, is_now=place == now)
        for place, name in enumerate(names)
    ]
    return [*told, _entered(version, stints)]


def _step(name: StageName, stage: Stage | None, *, is_now: bool) -> Step:
    if is_now:
        return Step(f"To be {name}", NOW)
    return Step(name.capitalize(), stage.outcome if stage else "", stage)


def _entered(version: Version, stints: Sequence[Stint]) -> Step:
    if version.status != VersionStatus.READY:
        return Step("Entered", "")
    if not stints:
        return Step("Entered", "", says="Nowhere: a later version plays in its place.")
    ladders = ", ".join(stint.entry.ladder.title for stint in stints)
    return Step("Entered", "passed", says=f"On {ladders}.")


def sentence(
    version: Version, *, wait: Wait | None, trial: Sequence[Match], is_placed: bool
) -> str:
    """How it stands."""
    if version.status == VersionStatus.READY:
        is_current = version.bot.current_id == version.pk
        return "Accepted. It plays." if is_current else "Accepted. Another version plays now."
    if version.status == VersionStatus.REJECTED:
        before = version.bot.current_id is not None
        return "Rejected. What played before plays on." if before else "Rejected."
    if version.status == VersionStatus.FAILED:
        return "This site failed at it, which is not the bot's fault."
    if version.status == VersionStatus.BUILT and not is_placed:
        return "It is built and waits for you: its trial is played once the bot is on a ladder."
    if any(play.status == MatchStatus.RUNNING for play in trial):
        return "Its trial is being played: the same match twice."
    return _waits(version, wait)


def _waits(version: Version, wait: Wait | None) -> str:
    """What it waits for, and how long."""
    stage = next_stage(version)
    if version.claim:
        return f"It is being {stage}."
    if wait is None:
        return f"It waits to be {stage}."
    if not wait.ahead:
        return f"It waits to be {stage}, and is next{_about(wait)}."
    others = "match or upload is" if wait.ahead == 1 else "matches and uploads are"
    return f"It waits to be {stage}: {wait.ahead} {others} begun before it{_about(wait)}."


def _about(wait: Wait) -> str:
    """About how long that takes, where it can be guessed."""
    if not wait.seconds:
        return ""
    if wait.seconds < 60:
        return f", in about {-(-int(wait.seconds) // 10) * 10 or 10} seconds"
    return f", in about {wait_text(timedelta(seconds=wait.seconds))}"


def times_failed(version: Version, trial: Sequence[Match]) -> int:
    """How often the site has failed at the step that is now, and tries again."""
    if not is_on_the_way(version):
        return 0
    if version.status == VersionStatus.BUILT:
        return max((_given_back(play) for play in trial), default=0)
    return version.attempts - bool(version.claim)


def _given_back(play: Match) -> int:
    is_over = play.status not in (MatchStatus.WAITING, MatchStatus.VOID)
    return max(0, play.attempts - is_over)
