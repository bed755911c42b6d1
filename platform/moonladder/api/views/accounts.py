"""One's own account and its tokens."""

from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from matches import challenges, reproductions, swaps
from moonladder.accounts import selectors, services
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Paged, page_of
from moonladder.api.permissions import InABrowser, Known, SignedIn
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.accounts import (
    AccountShape,
    NewTokenShape,
    QuotaShape,
    QuotasShape,
    TokenBody,
    TokenShape,
)
from moonladder.bots import selectors as bots
from moonladder.bots.quotas import Quota


class Account(Endpoint):
    """Whoever asks."""

    permission_classes = (SignedIn,)

    @operation("show_account", "Show your account", AccountShape)
    def get(self, request: Request) -> Response:
        return Response(AccountShape(request.user).data)


class Quotas(Endpoint):
    """How much you may still ask of the site today."""

    permission_classes = (SignedIn,)

    @operation("show_quotas", "Show what you may still ask for today", QuotasShape)
    def get(self, request: Request) -> Response:
        user = request.user
        uploads = {
            "waiting": bots.versions_on_the_way(user).count(),
            "most_waiting": settings.UPLOADS_WAITING,
        }
        asked = {
            "waiting": challenges.challenges_waiting(user),
            "most_waiting": challenges.MOST_WAITING,
        }
        answer = {
            "uploads": _told(bots.upload_quota(user)) | uploads,
            "challenges": _told(challenges.challenge_quota(user)) | asked,
            "reproductions": _told(reproductions.reproduction_quota(user)),
            "swap_blocks": _told(swaps.swap_quota(user)),
        }
        return Response(QuotasShape(answer).data)


def _told(quota: Quota) -> dict[str, Any]:
    return dict(QuotaShape(quota).data)


class Tokens(Endpoint):
    """Your tokens; new ones are made in a browser, so that a stolen one makes no more."""

    permission_classes = (InABrowser,)
    asks = Paged

    @operation("list_tokens", "List your tokens", page_shape(TokenShape), asks=Paged)
    def get(self, request: Request) -> Response:
        page = page_of(request, self.asked, selectors.tokens_of(request.user), "-pk")
        return Response(page_shape(TokenShape)(page).data)

    @operation(
        "create_token",
        "Make a token",
        NewTokenShape,
        status=HTTPStatus.CREATED,
        body=TokenBody,
        refuses=(HTTPStatus.CONFLICT,),
    )
    def post(self, request: Request) -> Response:
        said = self.said(TokenBody)
        token, secret = services.token_create(owner=request.user, **said)
        answer = {**TokenShape(token).data, "secret": secret}
        return Response(answer, HTTPStatus.CREATED, headers={"Cache-Control": "no-store"})


class Token(Endpoint):
    """One of your tokens: it may revoke itself, whatever else it may do."""

    permission_classes = (Known,)

    @operation(
        "revoke_token",
        "Revoke a token",
        None,
        status=HTTPStatus.NO_CONTENT,
        refuses=(HTTPStatus.NOT_FOUND,),
    )
    def delete(self, request: Request, pk: int) -> Response:
        if request.auth is not None and request.auth.pk != pk:
            raise PermissionDenied("A token revokes only itself: log in with a browser.")
        services.token_revoke(token=get_object_or_404(selectors.tokens_of(request.user), pk=pk))
        return Response(status=HTTPStatus.NO_CONTENT)
