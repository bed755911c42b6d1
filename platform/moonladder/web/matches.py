"""Matches: a match's page, its record, and what each audience may see of it."""

import gzip
import hashlib

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.views.decorators.http import require_http_methods, require_safe

from matches import reproductions, selectors, visibility, watching
from matches.models import Match, MatchStatus, Seat
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders import games
from moonladder.ladders.models import BlockKind, Ladder
from moonladder.ladders.services import Refused
from moonladder.web import verdicts
from moonladder.web.commands import match_commands
from moonladder.web.found import found_or_404
from moonladder.web.paging import page_of

FILTERS = ("ladder", "bot", "status", "kind")
JSON_TYPE = "application/json"
NOT_OVER = "This match is not over: until then nobody may look into it."


@require_safe
def match_list(request: HttpRequest) -> HttpResponse:
    """All matches there are for the reader, or those like what was asked for."""
    asked = {name: request.GET.get(name, "").strip() for name in FILTERS}
    wanted = {name: value for name, value in asked.items() if value and "\0" not in value}
    found = selectors.matches_wanted(user=request.user, **wanted)
    shown = {
        "page": page_of(request, found),
        "asked": asked,
        "is_filtered": bool(wanted),
        "ladders": Ladder.objects.order_by("title", "pk"),
        "statuses": MatchStatus.choices,
        "kinds": BlockKind.choices,
    }
    return render(request, "web/matches/list.html", shown)


@require_safe
def match_page(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A match: its result with the replay, or how it stands before there is one."""
    match = match_or_404(request, slug, number)
    table = list(selectors.match_table(match=match))
    shown = {
        "match": match,
        "name": f"{slug}/{number}",
        "table": table,
        "game_title": games.title(match.ladder.game),
        "rotations": selectors.block_rotations(match=match, user=request.user),
        "may_read_trouble": visibility.may_read_trouble(request.user, table),
    }
    if visibility.has_result(match):
        shown |= _result(request, match, table)
    return render(request, "web/matches/match.html", shown)


def _result(request: HttpRequest, match: Match, table: list[Seat]) -> dict[str, object]:
    """What there is to say of a match once it is over."""
    record = _record_or_404(match, request)
    found = verdicts.verdicts(request.user, table)
    address = reverse("match", args=(match.ladder.slug, match.number))
    return {
        "verdicts": found,
        "winners": verdicts.winners(found),
        "has_roles": any(verdict.role for verdict in found),
        "ending": verdicts.in_words(match.ending),
        "seconds": _seconds(match),
        "steps": verdicts.steps(table, selectors.match_changes(match=match)),
        "why_unmoved": verdicts.why_unmoved(match),
        "story": watching.tale_of(record),
        "frames_address": f"{address}frames/",
        "record_address": f"{address}record.json",
        "commands": _commands(request, match, found),
        "report": reproductions.reproduction_report(match, request.user),
    }


def _seconds(match: Match) -> int:
    """How long it took, in whole seconds and at least one."""
    if match.started_at is None or match.finished_at is None:
        return 1
    return max(1, round((match.finished_at - match.started_at).total_seconds()))


def _commands(request: HttpRequest, match: Match, found: list[verdicts.Verdict]) -> dict[str, str]:
    """What to type to play this match again; the seat is the reader's own."""
    seat = next((verdict.seat.number for verdict in found if verdict.is_own(request.user)), 0)
    return match_commands(request, match, seat)


@require_http_methods(["GET", "HEAD", "POST"])
def match_reproduce(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """How playing a match again stands; a form asks for it."""
    match = match_or_404(request, slug, number)
    if request.method == "POST":
        return _reproduce(request, match)
    report = reproductions.reproduction_report(match, request.user)
    shown = {"match": match, "name": f"{slug}/{number}", "report": report}
    return render(request, "web/matches/reproduce.html", shown)


def _reproduce(request: HttpRequest, match: Match) -> HttpResponse:
    """Ask for it, and go back to where it was asked."""
    page = reverse("match", args=(match.ladder.slug, match.number))
    if not request.user.is_authenticated:
        return redirect_to_login(f"{page}#again")
    try:
        reproductions.reproduction_request(match, request.user)
    except (Refused, QuotaReached) as refusal:
        messages.error(request, str(refusal))
    return redirect(f"{page}#again")


@require_safe
def match_frames(request: HttpRequest, slug: str, number: int, audience: str) -> HttpResponse:
    """What the replay viewer shows to one audience, cut before to what the reader may see."""
    match = match_or_404(request, slug, number)
    if not visibility.has_result(match):
        return refused(NOT_OVER)
    if audience not in watching.audiences(match.ladder.seats):
        return refused(f"This match has no audience {audience}.")
    record = _record_or_404(match, request)
    name = watching.name_of(record, audience)
    return _unless_known(request, name) or _packed(
        request, watching.frames_of(record, audience), name
    )


@require_safe
def match_record(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """The record as a file, cut to what the reader may see; it verifies all the same."""
    match = match_or_404(request, slug, number)
    if not visibility.has_result(match):
        return refused(NOT_OVER)
    record = _record_or_404(match, request)
    name = hashlib.sha256(record).hexdigest()
    answer = _unless_known(request, name)
    if answer is None:
        answer = _packed(request, gzip.compress(record, 6, mtime=0), name)
        answer["Content-Disposition"] = f'attachment; filename="{slug}-{number}.json"'
    return answer


def match_or_404(request: HttpRequest, slug: str, number: int) -> Match:
    """The match of that address, if it is there for whoever asks."""
    return found_or_404(selectors.match_named, f"{slug}/{number}", request.user)


def _record_or_404(match: Match, request: HttpRequest) -> bytes:
    """The record of a finished match, cut to what the reader may see."""
    return found_or_404(selectors.record_for, match, request.user)


def refused(sentence: str) -> HttpResponse:
    """What the viewer shows instead of a replay."""
    return JsonResponse({"refused": sentence}, status=404)


def _unless_known(request: HttpRequest, name: str) -> HttpResponse | None:
    """`304 Not Modified` where the reader has it already."""
    known = get_conditional_response(request, etag=f'W/"{name}"')
    return None if known is None else _labelled(known, name)


def _packed(request: HttpRequest, content: bytes, name: str) -> HttpResponse:
    """JSON that is stored compressed, sent as it is to whoever can read that."""
    if "gzip" in request.headers.get("Accept-Encoding", ""):
        answer = HttpResponse(content, content_type=JSON_TYPE)
        answer["Content-Encoding"] = "gzip"
    else:
        answer = HttpResponse(gzip.decompress(content), content_type=JSON_TYPE)
    return _labelled(answer, name)


def _labelled(answer: HttpResponse, name: str) -> HttpResponse:
    """Let browsers keep it, and ask each time whether it still holds for this reader."""
    answer["ETag"] = f'W/"{name}"'
    answer["Cache-Control"] = "private, no-cache"
    patch_vary_headers(answer, ("Accept-Encoding", "Cookie"))
    return answer


urlpatterns = [
    path("matches/", match_list, name="matches"),
    path("matches/<slug:slug>/<int:number>/", match_page, name="match"),
    path("matches/<slug:slug>/<int:number>/reproduce/", match_reproduce, name="match-reproduce"),
    path("matches/<slug:slug>/<int:number>/record.json", match_record, name="match-record"),
    path(
        "matches/<slug:slug>/<int:number>/frames/<slug:audience>.json",
        match_frames,
        name="match-frames",
    ),
]
