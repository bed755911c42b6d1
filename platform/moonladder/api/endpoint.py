"""What all endpoints have in common: questions are checked, answers are labelled and not repeated.

Every answer to a GET carries an ETag, a hash of what it says. Whoever sends it back in
If-None-Match is told 304 when nothing has changed. Where the answer itself is dear, the view knows
its tag beforehand and calls `unless_known`.
"""

import hashlib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from django.http import HttpResponse, HttpResponseNotModified
from django.http.response import HttpResponseBase
from django.utils.cache import patch_vary_headers
from django.utils.http import parse_etags
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from moonladder.api.parsing import StrictJson
from moonladder.api.problems import LengthRequired, TooLarge
from moonladder.api.throttling import count_address, count_request

SHAPES = Path(__file__).with_name("shapes")

MOST_BODY_BYTES = 64 * 1024
"""So much JSON is read; files have their own bound."""


LONGEST_LENGTH = 12
"""So many digits say how long a body is; with more, zeros before them too, it is too long."""


class JsonForAll(BaseContentNegotiation):
    """One renderer, whatever is asked for: an error is better read as JSON than not at all."""

    def select_parser(self, request: Request, parsers: list[Any]) -> Any:
        from_type = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == from_type), None)

    def select_renderer(
        self, request: Request, renderers: list[Any], format_suffix: str | None = None
    ) -> tuple[Any, str]:
        return renderers[0], renderers[0].media_type


class Endpoint(APIView):
    """One address; its methods say what it answers."""

    asks: type[Serializer] | None = None
    """What may be asked for behind the `?` of a GET."""

    http_method_names = ("get", "head", "post", "patch", "delete")
    content_negotiation_class = JsonForAll
    parser_classes = (StrictJson,)
    asked: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Refuse what cannot be answered before anything is read or looked up."""
        if request.method not in self.allowed_methods:
            raise exceptions.MethodNotAllowed(str(request.method))
        self.check_length(request)
        super().initial(request, *args, **kwargs)
        self.asked = self.checked_query(request)

    def perform_authentication(self, request: Request) -> None:
        """Learn who asks, and count what they ask."""
        try:
            super().perform_authentication(request)
        except exceptions.AuthenticationFailed:
            count_address(request)  # or tokens could be guessed as fast as the line allows
            raise
        count_request(request)

    def check_length(self, request: Request) -> None:
        """Look at how long the body says it is; the server reads no more than that."""
        if "Transfer-Encoding" in request.headers:
            raise LengthRequired
        length = request.META.get("CONTENT_LENGTH") or "0"
        if not length.isdecimal():
            raise LengthRequired
        most = self.most_body_bytes()
        if len(length) > LONGEST_LENGTH or int(length) > most:
            raise TooLarge(f"The body has {length} bytes: send {most} at most.")

    def most_body_bytes(self) -> int:
        """How long a body may be; nothing of a longer one is read."""
        return MOST_BODY_BYTES

    def checked_query(self, request: Request) -> dict[str, Any]:
        """What is asked for behind the `?`; a misspelt question is not silently another one."""
        shape = self.asks(data=request.query_params.dict()) if self.asks else None
        known = list(shape.fields) if shape is not None and request.method in SAFE_METHODS else []
        for name, values in request.query_params.lists():
            if name not in known:
                choice = f"choose from {', '.join(known)}" if known else "there are none"
                raise exceptions.ValidationError({name: [f"No such parameter: {choice}."]})
            if len(values) > 1:
                raise exceptions.ValidationError({name: ["Give it once."]})
        if shape is None or not known:
            return {}
        shape.is_valid(raise_exception=True)
        return dict(shape.validated_data)

    def said(self, body: type[Serializer]) -> dict[str, Any]:
        """What the body says, checked; only now is it read."""
        shape = body(data=self.request.data)
        shape.is_valid(raise_exception=True)
        return dict(shape.validated_data)

    def finalize_response(
        self, request: Request, response: HttpResponseBase, *args: Any, **kwargs: Any
    ) -> HttpResponseBase:
        """Say for whom the answer is, and let those who have it already keep it."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ("Authorization", "Cookie"))
        response.headers.setdefault("Cache-Control", "private, no-cache")
        is_read = request.method in ("GET", "HEAD") and "ETag" not in response.headers
        if isinstance(response, Response) and is_read:
            response.add_post_render_callback(lambda rendered: _unless_same(request, rendered))
        return response

    def unless_known(
        self, request: Request, tag: str, answer: Callable[[], HttpResponse]
    ) -> HttpResponseBase:
        """The answer that goes by this tag, made only for those who do not have it."""
        response = _not_modified(request, f'"{tag}"') or answer()
        response.headers["ETag"] = f'"{tag}"'
        return response

    def file(self, request: Request, file: Path, kind: str) -> HttpResponseBase:
        """A file of the source."""
        content = file.read_bytes()
        tag = hashlib.sha256(content).hexdigest()[:32]
        return self.unless_known(request, tag, lambda: HttpResponse(content, content_type=kind))

    def unless_still(
        self, request: Request, stamp: object, answer: Callable[[], HttpResponse]
    ) -> HttpResponseBase:
        """The answer, made only when the stamp, which changes with all it says, is a new one."""
        reader = (request.user.pk, request.user.is_staff)
        told = repr((_shapes_changed_at(), reader, stamp)).encode()
        return self.unless_known(request, hashlib.sha256(told).hexdigest()[:32], answer)


@cache
def _shapes_changed_at() -> int:
    """Answers of an older release may look otherwise."""
    return int(max(path.stat().st_mtime for path in SHAPES.glob("*.py")))


def _unless_same(request: Request, response: HttpResponse) -> HttpResponseBase | None:
    """304 instead of an answer that whoever asks has already."""
    if response.status_code != 200:
        return None
    tag = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
    known = _not_modified(request, tag)
    for name in ("Cache-Control", "Vary"):
        if known is not None:
            known.headers[name] = response.headers[name]
    (known or response).headers["ETag"] = tag
    return known


def _not_modified(request: Request, tag: str) -> HttpResponse | None:
    """304 if whoever asks names that tag; proxies that compress put W/ before it."""
    named = parse_etags(request.headers.get("If-None-Match", ""))
    known = "*" in named or tag in {each.removeprefix("W/") for each in named}
    return HttpResponseNotModified() if known else None
