"""Pages that stay true while they are open.

A page marks the part that changes with `<div {% live "standings" %}>`, and htmx asks for the same
address again every few seconds and puts that part of the answer in its place. The view is decorated
with `@live(stamp)`: as long as the stamp is the same, the answer is 304 and nothing is rendered.
Without scripts the page is as good as a reload.
"""

from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control

View = Callable[..., HttpResponse]
TEMPLATES = Path(__file__).with_name("templates")


def live(stamp: Callable[..., object]) -> Callable[[View], View]:
    """Answer 304 to a page that asks again while `stamp(request, ...)` is what it was.

    A stamp has to change with everything the page shows. What depends on who asks is seen to here.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
            tag = f'"{request.user.pk}-{_templates_changed_at()}-{stamp(request, *args, **kwargs)}"'
            known = request.headers.get("If-None-Match", "").removeprefix("W/")
            # Whoever opens a page gets all of it, with the messages that wait for its reader.
            is_same = "HX-Request" in request.headers and known == tag
            response = HttpResponseNotModified() if is_same else view(request, *args, **kwargs)
            response.headers["ETag"] = tag
            patch_cache_control(response, private=True, no_cache=True)
            return response

        return answer

    return decorate


@cache
def _templates_changed_at() -> int:
    """Pages of an older release are out of date, whatever they show."""
    return int(max(path.stat().st_mtime for path in TEMPLATES.rglob("*.html")))
