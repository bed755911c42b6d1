"""Acts of organisers on matches: void, requeue, exclude, restore, disable. Every one is audited."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from matches import fitting, queue, settlement
from matches.models import UNDECIDED, Match, MatchStatus
from moonladder.audit.services import audit_record
from moonladder.bots import services as bots
from moonladder.bots.models import Bot
from moonladder.ladders import selectors, services
from moonladder.ladders.models import Entry, Ladder
from moonladder.ladders.services import Refused


@transaction.atomic
def match_void(*, match: Match, actor: User, reason: str) -> None:
    """Give up a match that is not finished; whoever plays it reports too late."""
    undecided = Match.objects.filter(pk=match.pk, status__in=UNDECIDED)
    changed = undecided.update(
        status=MatchStatus.VOID,
        trouble=f"voided by an organiser: {reason}",
        claim="",
        lease_until=None,
        finished_at=timezone.now(),
    )
    if not changed:
        raise Refused(f"{match} is {match.status}: only what is not decided yet can be voided.")
    audit_record(actor=actor, action="match_void", subject=match, reason=reason)


@transaction.atomic
def match_requeue(*, match: Match, actor: User, reason: str) -> None:
    """Have a void match played after all, from the same seed."""
    void = Match.objects.filter(pk=match.pk, status=MatchStatus.VOID)
    if not void.update(status=MatchStatus.WAITING, attempts=0, finished_at=None):
        raise Refused(f"{match} is {match.status}: only a void match can be played again.")
    audit_record(
        actor=actor,
        action="match_requeue",
        subject=match,
        reason=reason,
        was_void_because=match.trouble,
    )
    queue.send_block(match.block)


def match_exclude(*, match: Match, actor: User, reason: str) -> None:
    """Take a settled match out of all ratings; it stays to be seen, and can be put back."""
    if match.is_excluded:
        raise Refused(f"{match} is excluded already.")
    _revise(match, actor, "match_exclude", reason)


def match_restore(*, match: Match, actor: User, reason: str) -> None:
    """Put an excluded match back into the ratings."""
    if not match.is_excluded:
        raise Refused(f"{match} is not excluded.")
    _revise(match, actor, "match_restore", reason)


@transaction.atomic
def _revise(match: Match, actor: User, action: str, reason: str) -> None:
    """Move the ratings and write down the standings before and after, in one transaction."""
    ladder = services.ladder_lock(match.ladder_id)
    before_it, match = match.revision, Match.objects.get(pk=match.pk)
    if match.revision != before_it:
        raise Refused(f"Somebody else has just revised {match}: look at it again.")
    if match.settled_at is None:
        raise Refused(f"{match} is not settled: there is nothing to take back.")
    fitting.ladder_fit(ladder_id=ladder.pk)  # so that what is seen to change is this match's
    before = _standings(ladder)
    settlement.match_revise(match=match)
    fitting.ladder_fit(ladder_id=ladder.pk)
    audit_record(
        actor=actor,
        action=action,
        subject=match,
        reason=reason,
        before=before,
        after=_standings(ladder),
    )


def _standings(ladder: Ladder) -> list[dict[str, Any]]:
    return [
        {
            "bot": str(entry.bot),
            "rank": entry.rank,
            "rating": round(entry.stint.rating, 1) if entry.stint else None,
            "elo": round(entry.elo, 1),
        }
        for entry in selectors.ladder_standings(ladder=ladder)
    ]


@transaction.atomic
def bot_disable(*, bot: Bot, actor: User, reason: str) -> int:
    """Take a bot out of play and void what it was still to play; return how many matches."""
    services.roster_change(bot=bot)
    if not Bot.objects.filter(pk=bot.pk, disabled_at=None).exists():
        raise Refused(f"{bot} is out of play already.")
    Entry.objects.filter(bot=bot).update(**services.NO_RANK)
    bots.bot_disable(bot=bot, actor=actor, reason=reason)
    waiting = Match.objects.filter(status=MatchStatus.WAITING, table__version__bot=bot)
    return Match.objects.filter(pk__in=list(waiting.values_list("pk", flat=True))).update(
        status=MatchStatus.VOID,
        trouble=f"{bot} was disabled.",  # all at the table read this, and its owner alone why
        finished_at=timezone.now(),
    )


@transaction.atomic
def bot_enable(*, bot: Bot, actor: User, reason: str) -> None:
    """Let a bot play again."""
    services.roster_change(bot=bot)
    if Bot.objects.filter(pk=bot.pk, disabled_at=None).exists():
        raise Refused(f"{bot} is not out of play.")
    bots.bot_enable(bot=bot, actor=actor, reason=reason)
