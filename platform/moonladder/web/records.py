"""Records that people bring along: shown to them, kept nowhere."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import BoundedSemaphore

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_POST, require_safe

from matches import watching
from moonladder.web.security import body_size

MOST_MIB = 2
"""Of a file; records of the longest matches take a fraction of that."""

PATIENCE_SECONDS = 10
_turn = BoundedSemaphore(1)
"""Replaying keeps a processor busy, and anybody may ask: in each process one at a time."""

_line = BoundedSemaphore(2)
"""Who has the turn and who waits for it: more would keep threads from whoever asks for pages."""


@require_safe
def replay_page(request: HttpRequest) -> HttpResponse:
    """Where a record is dropped."""
    return render(request, "web/matches/file.html", {"most_mib": MOST_MIB})


@require_POST
def replay_frames(request: HttpRequest, audience: str) -> HttpResponse:
    """The frames of the record in the body of the request."""
    if body_size(request) > MOST_MIB << 20:
        return _refused(f"A record may have {MOST_MIB} MB at most.", 413)
    text = request.body  # all of it, before anybody waits for whoever sends it slowly
    try:
        with _turned():
            told = watching.frames_of_file(text, audience)
    except Busy:
        return _refused("Others have their records replayed just now: try again in a moment.", 503)
    except watching.Unwatchable as error:
        return _refused(str(error), 200)  # an answer for the page to show, not a failure of it
    answer = HttpResponse(told, content_type="application/json")
    answer["Cache-Control"] = "no-store"
    return answer


class Busy(Exception):
    """Others were first."""


@contextmanager
def _turned() -> Iterator[None]:
    """Have the turn, after whoever has it now; where the line is too long, raise `Busy`."""
    with ExitStack() as held:
        for place, seconds in ((_line, 0), (_turn, PATIENCE_SECONDS)):
            if not place.acquire(timeout=seconds):
                raise Busy
            held.callback(place.release)
        yield


def _refused(sentence: str, status: int) -> HttpResponse:
    return JsonResponse({"refused": sentence}, status=status)


urlpatterns = [
    path("replay/", replay_page, name="replay"),
    path("replay/frames/<slug:audience>.json", replay_frames, name="replay-frames"),
]
