"""What a browser may do with our pages, load our own files and nothing else; what it may send."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse

HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; font-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), "
    "payment=(), usb=()",
}


class SecurityHeaders:
    """Send the headers with every page, unless a view has set its own."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        for name, value in HEADERS.items():
            response.headers.setdefault(name, value)
        return response


class ShortForms:
    """Take no form that is longer than any of ours, before the search for its token reads it.

    Of a file in a form Django would take any length. Views that are exempt from that token look
    at the length themselves.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., HttpResponse], *_: Any
    ) -> HttpResponse | None:
        most = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        if getattr(view, "csrf_exempt", False) or body_size(request) <= most:
            return None
        sentence = f"The form is too long: send {most:,} bytes at most.\n"
        status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE
        return HttpResponse(sentence, status=status, content_type="text/plain")


def body_size(request: HttpRequest) -> int:
    """How many bytes are announced, read as Django does: of no body it reads more than that."""
    try:
        return int(request.META.get("CONTENT_LENGTH") or 0)
    except ValueError:
        return 0
