"""How an operation is described in the schema: what it answers, and how it refuses."""

from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Any

from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework import serializers

from moonladder.api.problems import MEDIA_TYPE
from moonladder.api.shapes import Shape, example

Method = Callable[..., Any]
Answer = Any
"""The class of a shape, or one of `OpenApiTypes` where the answer is no JSON."""

WHY = {
    HTTPStatus.BAD_REQUEST: "limit: Ensure this value is less than or equal to 100.",
    HTTPStatus.UNAUTHORIZED: "This token is unknown, revoked or over.",
    HTTPStatus.FORBIDDEN: "This token lacks the scope `submit`: make one that has it.",
    HTTPStatus.NOT_FOUND: "There is nothing here that you may see: check the address.",
    HTTPStatus.CONFLICT: "ada/lunatic plays shamans, and this is a ladder of shamanix.",
    HTTPStatus.LENGTH_REQUIRED: "Say how long the body is with Content-Length.",
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE: "The body has 99999999 bytes: send 65536 at most.",
    HTTPStatus.UNSUPPORTED_MEDIA_TYPE: "The schema says what is read.",
    HTTPStatus.TOO_MANY_REQUESTS: "Too many requests: wait 12 seconds, as Retry-After says.",
}

ALWAYS = (
    HTTPStatus.BAD_REQUEST,
    HTTPStatus.UNAUTHORIZED,
    HTTPStatus.FORBIDDEN,
    HTTPStatus.LENGTH_REQUIRED,
    HTTPStatus.REQUEST_ENTITY_TOO_LARGE,
    HTTPStatus.TOO_MANY_REQUESTS,
)


@example({"title": "Not Found", "status": 404, "detail": WHY[HTTPStatus.NOT_FOUND]})
class Problem(Shape):
    """Why something was refused (RFC 9457)."""

    title = serializers.CharField()
    status = serializers.IntegerField()
    detail = serializers.CharField(help_text="One sentence that says what to do.")
    errors = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="What is wrong with each value, where values are not taken.",
    )


def operation(
    name: str,
    summary: str,
    answer: Answer,
    *,
    status: int = 200,
    of: str = "application/json",
    body: Any = None,
    asks: type[serializers.Serializer] | None = None,
    refuses: tuple[HTTPStatus, ...] = (),
    known: bool = True,
    says: Mapping[str, Any] | None = None,
) -> Callable[[Method], Method]:
    """Describe a method of an endpoint; `refuses` adds to what any of them may refuse."""
    problems = {*ALWAYS, *refuses}
    if body is not None:
        problems.add(HTTPStatus.UNSUPPORTED_MEDIA_TYPE)
    responses: dict[Any, Any] = {
        (why.value, MEDIA_TYPE): OpenApiResponse(Problem, why.phrase, [_example(why)])
        for why in sorted(problems)
    }
    responses[(status, of) if answer is not None else status] = answer
    if known and status == HTTPStatus.OK:
        responses[HTTPStatus.NOT_MODIFIED.value] = OpenApiResponse(
            description="Nothing has changed since the ETag in If-None-Match."
        )
    described: Callable[[Method], Method] = extend_schema(
        operation_id=name,
        summary=summary,
        request=body,
        parameters=[asks] if asks else None,
        responses=responses,
        examples=[OpenApiExample("body", value=dict(says), request_only=True)] if says else None,
    )
    return described


def _example(why: HTTPStatus) -> OpenApiExample:
    value = {"title": why.phrase, "status": why.value, "detail": WHY[why]}
    return OpenApiExample(
        why.phrase,
        value=value,
        response_only=True,
        media_type=MEDIA_TYPE,
        status_codes=[str(why.value)],
    )
