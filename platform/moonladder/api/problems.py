"""Errors as `application/problem+json` (RFC 9457): a sentence that says what to do about them."""

import logging
import math
from collections.abc import Iterator
from datetime import datetime
from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied as DjangoPermissionDenied
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as ModelError
from django.http import Http404
from django.utils import timezone
from rest_framework import exceptions
from rest_framework.response import Response
from rest_framework.views import set_rollback

from moonladder.accounts import services as accounts
from moonladder.audit.services import ReasonMissing
from moonladder.bots import services as bots
from moonladder.bots.names import Unknown
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders import services as ladders

logger = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"

NOT_FOUND = "There is nothing here that you may see: check the address, it ends with a slash."


class Conflict(exceptions.APIException):
    """What was asked is understood and cannot be done as things stand."""

    status_code = HTTPStatus.CONFLICT


class TooLarge(exceptions.APIException):
    """The body is larger than is read."""

    status_code = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class LengthRequired(exceptions.APIException):
    """Nobody said how long the body is."""

    status_code = HTTPStatus.LENGTH_REQUIRED
    default_detail = "Say how long the body is with Content-Length: chunked bodies are not read."


class TooMany(exceptions.Throttled):
    """Asked too often; Retry-After says when to ask again."""

    def __init__(self, seconds: int, sentence: str) -> None:
        super().__init__(detail=sentence)
        self.wait = seconds


REFUSALS: tuple[type[Exception], ...] = (ladders.Refused, accounts.Refused, bots.UploadsClosed)
"""What services say no with, in one sentence."""


def problem_response(error: Exception, context: dict[str, Any]) -> Response:
    """Any error as a problem; what nobody expected is logged and told as the site's fault."""
    known = _known(error)
    if known is None:
        logger.exception("an error in the API", exc_info=error)
        known = exceptions.APIException("The site failed at this: try again in a while.")
    set_rollback()
    status = HTTPStatus(known.status_code)
    problem = {"title": status.phrase, "status": status.value, **_explained(known)}
    return Response(problem, status=status, headers=_headers(known), content_type=MEDIA_TYPE)


def _known(error: Exception) -> exceptions.APIException | None:
    """The error as one of DRF's, if it is an answer to whoever asked."""
    if isinstance(error, exceptions.MethodNotAllowed):
        return exceptions.MethodNotAllowed("", f"{error.detail} The header Allow says what works.")
    if isinstance(error, exceptions.UnsupportedMediaType):
        return exceptions.UnsupportedMediaType("", f"{error.detail} The schema says what is read.")
    if isinstance(error, exceptions.APIException):
        return error
    if isinstance(error, Http404):
        return exceptions.NotFound(NOT_FOUND)
    if isinstance(error, Unknown):
        return exceptions.NotFound(str(error))
    if isinstance(error, DjangoPermissionDenied):
        return exceptions.PermissionDenied(str(error) or "You may not do this.")
    if isinstance(error, ModelError):
        return exceptions.ValidationError(_told(error))
    if isinstance(error, REFUSALS):
        return Conflict(str(error))
    if isinstance(error, bots.UploadRefused):
        return Conflict(error.log.strip())
    if isinstance(error, bots.UploadTooLarge):
        return TooLarge(str(error))
    if isinstance(error, QuotaReached):
        return TooMany(_seconds_until(error.next_at), str(error))
    if isinstance(error, ReasonMissing):
        return exceptions.ValidationError({"reason": [str(error)]})
    if isinstance(error, RequestDataTooBig):
        return TooLarge("The body is too large: send less.")
    if isinstance(error, SuspiciousOperation):
        return exceptions.ParseError("The request cannot be read: check how it is written.")
    return None


def _seconds_until(time: datetime | None) -> int:
    """How long to wait for it; a minute for what nobody can tell."""
    if time is None:
        return 60
    return max(1, math.ceil((time - timezone.now()).total_seconds()))


def _told(error: ModelError) -> dict[str, list[str]] | list[str]:
    return error.message_dict if hasattr(error, "error_dict") else error.messages


def _explained(error: exceptions.APIException) -> dict[str, Any]:
    """The sentence, and for values that are not taken what is wrong with each."""
    if not isinstance(error, exceptions.ValidationError):
        return {"detail": str(error.detail)}
    errors: dict[str, list[str]] = {}
    for name, sentence in _sentences(error.detail):
        errors.setdefault(name, []).append(sentence)
    detail = " ".join(
        f"{name}: {sentence}" if name else sentence
        for name, sentences in errors.items()
        for sentence in sentences
    )
    return {"detail": detail, "errors": errors}


def _sentences(detail: Any, name: str = "") -> Iterator[tuple[str, str]]:
    """Every complaint with the name of the value it is about, as `chairs.2.bot`."""
    if isinstance(detail, dict):
        for key, inner in detail.items():
            inside = "" if key == "non_field_errors" else str(key)
            yield from _sentences(inner, ".".join(part for part in (name, inside) if part))
    elif isinstance(detail, list):
        for inner in detail:
            yield from _sentences(inner, name)
    else:
        yield name, str(detail)


def _headers(error: exceptions.APIException) -> dict[str, str]:
    headers = {"Cache-Control": "no-store"}
    if header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(error, "wait", None):
        headers["Retry-After"] = str(wait)
    return headers
