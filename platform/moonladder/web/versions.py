"""One version of a bot: how it is taken in while that happens, then how it plays."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.utils.http import content_disposition_header
from django.views.decorators.http import require_safe

from engine.advice import advice
from matches import arrival, waiting
from moonladder.bots import selectors
from moonladder.bots.models import StageOutcome, Version, VersionStatus
from moonladder.bots.services import upload_content
from moonladder.bots.visibility import may_look_inside, owns
from moonladder.ladders import games
from moonladder.ladders.fit import NEWCOMER, SURE
from moonladder.ladders.models import LadderState, Stint
from moonladder.ladders.selectors import places_of, version_stints
from moonladder.players import selectors as players
from moonladder.web import progress
from moonladder.web.accounts import mine_alone
from moonladder.web.found import found_or_404
from moonladder.web.live import live
from moonladder.web.swaps import swap_box
from moonladder.web.version_diff import version_diff


@require_safe
def version_page(request: HttpRequest, owner: str, name: str, number: int) -> HttpResponse:
    """How a version stands: on its way, why it was rejected, or how it plays."""
    version = _version_or_404(request, owner, name, number)
    stints = list(version_stints(version=version))
    shown = _standing(request, version, stints) | _inside(request, version, stints)
    stamp = (selectors.version_stamp(version), *_changing(version, shown))

    def page() -> HttpResponse:
        return render(request, "web/versions/version.html", shown | _rest(request, version, shown))

    return live(request, stamp, page)


@require_safe
@login_required
@mine_alone
def version_source(request: HttpRequest, owner: str, name: str, number: int) -> HttpResponse:
    """What was uploaded, for whoever uploaded it."""
    version = _own_version_or_404(request, owner, name, number)
    answer = HttpResponse(upload_content(version), content_type="application/octet-stream")
    answer["Content-Disposition"] = content_disposition_header(True, version.upload_name)
    return answer


def _version_or_404(request: HttpRequest, owner: str, name: str, number: int) -> Version:
    """The version of that address, if it is there for whoever asks."""
    return found_or_404(selectors.version_named, f"{owner}/{name}/v{number}", request.user)


def _own_version_or_404(request: HttpRequest, owner: str, name: str, number: int) -> Version:
    """The version of that address, if whoever asks may look inside."""
    version = _version_or_404(request, owner, name, number)
    if not may_look_inside(request.user, version.bot):
        raise Http404
    return version


def _standing(request: HttpRequest, version: Version, stints: list[Stint]) -> dict[str, Any]:
    """What everybody is told."""
    return {
        "version": version,
        "is_current": version.bot.current_id == version.pk,
        "stints": stints,
        "ahead": arrival.matches_ahead(version),
        "behind": arrival.matches_behind(version),
        "swap_box": swap_box(version, request.user),
    }


def _inside(request: HttpRequest, version: Version, stints: list[Stint]) -> dict[str, Any]:
    """How it is taken in: for its owner and organisers."""
    if not may_look_inside(request.user, version.bot):
        return {"is_inside": False, "sentence": "", "trial": []}
    trial = arrival.trial_plays(version, request.user)
    is_placed = places_of(bot=version.bot).exists()
    is_waiting = progress.is_on_the_way(version) and not version.claim
    wait = waiting.queue_position(version) if is_waiting else None
    stages = list(selectors.stages_of(version, request.user))
    return {
        "is_inside": True,
        "is_owner": owns(request.user, version.bot),
        "sentence": progress.sentence(version, wait=wait, trial=trial, is_placed=is_placed),
        "is_placed": is_placed,
        "is_on_the_way": progress.is_on_the_way(version),
        "closed": players.why_no_uploads() if is_waiting else "",
        "nobody_plays": is_waiting and players.nobody_plays(),
        "times_failed": progress.times_failed(version, trial),
        "steps": progress.steps(version, stages, stints),
        "wrong": next((each for each in stages if each.outcome != StageOutcome.PASSED), None),
        "trial": trial,
    }


def _changing(version: Version, shown: dict[str, Any]) -> tuple[object, ...]:
    """What changes with everything the page tells besides the stages."""
    matches = [*shown["trial"], *shown["ahead"], *shown["behind"]]
    tests = shown["swap_box"]["tests"]
    return (
        *(shown["sentence"], shown["is_current"], version.bot.disabled_at),
        *(shown.get("closed"), shown.get("nobody_plays"), shown.get("times_failed")),
        [(match.pk, match.status, match.attempts, match.revision) for match in matches],
        [_place(each) for each in shown["stints"]],
        [each.pk for each in tests],
    )


def _place(stint: Stint) -> tuple[object, ...]:
    """What changes with everything that is told of a place on a ladder."""
    entry = stint.entry
    return (
        *(stint.pk, stint.rating, stint.low, stint.high, stint.blocks),
        *(entry.stint_id, entry.is_active, entry.rank, entry.owed),
        *(entry.ladder.title, entry.ladder.state),
    )


def _rest(request: HttpRequest, version: Version, shown: dict[str, Any]) -> dict[str, Any]:
    """What follows from all that, worked out only where the page is made."""
    reach = SURE * NEWCOMER.sd  # pictures begin as wide as what is known of a newcomer
    stints, trial = shown["stints"], shown["trial"]
    arrival.tables_read(shown["ahead"], shown["behind"])
    faults = arrival.trial_faults(trial) if version.status == VersionStatus.REJECTED else []
    return {
        "game_title": games.title(version.bot.game),
        "least": min([NEWCOMER.mean - reach, *(each.low for each in stints)]),
        "most": max([NEWCOMER.mean + reach, *(each.high for each in stints)]),
        "open": [each for each in stints if each.entry.ladder.state == LadderState.OPEN],
        "advice": [(fault, advice(fault)) for fault in faults],
        "diff": version_diff(version, request.user),
        "difference": (arrival.trial_difference(trial) if version.deterministic is False else None),
    }


VERSION = "bots/<slug:owner>/<slug:name>/v<int:number>/"

urlpatterns = [
    path(VERSION, version_page, name="version"),
    path(f"{VERSION}source/", version_source, name="version-source"),
]
