"""Pages that stay true while they are open.

A page marks the part that changes with `<div {% live "standings" %}>`, and htmx asks for the same
address again every few seconds and puts that part of the answer in its place. The view answers with
`live(request, stamp, page)`: as long as the stamp is the same, the answer is 304 and nothing is
rendered. Without scripts the page is as good as a reload.

What takes long to render is kept with the stamp it was rendered for: `kept(name, stamp, make)`. Of
a page that says `for_all=True` all is kept that readers are shown who are not logged in.
"""

from collections.abc import Callable
from functools import cache
from hashlib import blake2s
from pathlib import Path

from django.contrib.messages import get_messages
from django.core.cache import caches
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.cache import patch_cache_control
from django.utils.safestring import SafeString, mark_safe

TEMPLATES = Path(__file__).with_name("templates")
KEPT_SECONDS = 3600
"""What nobody asked for in that time is rendered anew."""


def live(
    request: HttpRequest, stamp: object, page: Callable[[], HttpResponse], *, for_all: bool = False
) -> HttpResponse:
    """The page, or 304 to one that asks again while the stamp is what it was.

    A stamp has to change with everything the page shows. What depends on who asks is seen to here;
    but what is `for_all` may hold nothing of a single reader, such as the token of a form.
    """
    tag = f'"{_digest(request.user.pk, stamp)}"'
    known = request.headers.get("If-None-Match", "").removeprefix("W/")
    # Whoever opens a page gets all of it, with the messages that wait for its reader.
    is_same = "HX-Request" in request.headers and known == tag
    if is_same:
        response: HttpResponse = HttpResponseNotModified()
    elif for_all and _is_anybody(request):
        whole = kept(f"whole {request.path}", stamp, lambda: page().content.decode())
        response = HttpResponse(whole)
    else:
        response = page()
    response.headers["ETag"] = tag
    patch_cache_control(response, private=True, no_cache=True)
    return response


def _is_anybody(request: HttpRequest) -> bool:
    """Whether a page looks to this reader as to any other: no account, no question, no message."""
    return not (request.user.is_authenticated or request.GET or len(get_messages(request)))


def kept(name: str, stamp: object, make: Callable[[], str]) -> SafeString:
    """A part of a page, rendered once for each stamp; it must be the same for every reader."""
    key = f"page:{_digest(name, stamp)}"
    found = caches["pages"].get(key)
    if found is None:
        found = make()
        caches["pages"].set(key, found, KEPT_SECONDS)
    return mark_safe(found)


def _digest(*parts: object) -> str:
    """One word for all of that, the same in every process of the same release."""
    return blake2s(repr((_templates_changed_at(), *parts)).encode(), digest_size=16).hexdigest()


@cache
def _templates_changed_at() -> int:
    """Pages of an older release are out of date, whatever they show."""
    return int(max(path.stat().st_mtime for path in TEMPLATES.rglob("*.html")))
