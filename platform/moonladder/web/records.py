"""Records that people bring along: shown to them, kept nowhere."""

from threading import BoundedSemaphore

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from matches import watching

MOST_MIB = 2
"""Of a file; records of the longest matches take a fraction of that."""

PATIENCE_SECONDS = 10
_turn = BoundedSemaphore(1)
"""Replaying keeps a processor busy, and anybody may ask: in each process one at a time."""


@require_safe
def replay_page(request: HttpRequest) -> HttpResponse:
    """Where a record is dropped."""
    return render(request, "web/matches/file.html", {"most_mib": MOST_MIB})


@require_POST
def replay_frames(request: HttpRequest, audience: str) -> HttpResponse:
    """The frames of the record in the body of the request."""
    if body_size(request) > MOST_MIB << 20:
        return _refused(f"A record may have {MOST_MIB} MB at most.", 413)
    if not _turn.acquire(timeout=PATIENCE_SECONDS):
        return _refused("Others have their records replayed just now: try again in a moment.", 503)
    try:
        told = watching.frames_of_file(request.body, audience)
    except watching.Unwatchable as error:
        return _refused(str(error), 200)  # an answer for the page to show, not a failure of it
    finally:
        _turn.release()
    answer = HttpResponse(told, content_type="application/json")
    answer["Cache-Control"] = "no-store"
    return answer


def body_size(request: HttpRequest) -> int:
    """How many bytes are announced, read as Django does: of no body it reads more than that."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0


def _refused(sentence: str, status: int) -> HttpResponse:
    return JsonResponse({"refused": sentence}, status=status)


urlpatterns = [
    path("replay/", replay_page, name="replay"),
    path("replay/frames/<slug:audience>.json", replay_frames, name="replay-frames"),
]
