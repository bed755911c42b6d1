"""Challenges: asked for, and those asked for before."""

from http import HTTPStatus

from django.urls import reverse
from rest_framework.request import Request
from rest_framework.response import Response

from matches import challenges
from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.pagination import Paged, page_of
from moonladder.api.permissions import SignedIn
from moonladder.api.shapes import page_shape
from moonladder.api.shapes.challenges import ChallengeBody, ChallengeShape
from moonladder.api.views.ladders import ladder_called
from moonladder.bots.selectors import version_named


class Challenges(Endpoint):
    """The challenges you asked for, the latest first; your quotas say how many you may still."""

    permission_classes = (SignedIn,)
    asks = Paged

    @operation("list_challenges", "List your challenges", page_shape(ChallengeShape), asks=Paged)
    def get(self, request: Request) -> Response:
        page = page_of(request, self.asked, challenges.challenges_of(request.user), "-pk")
        return Response(page_shape(ChallengeShape)(page, context={"request": request}).data)

    @operation(
        "create_challenge",
        "Have chosen bots play an unrated match",
        ChallengeShape,
        status=HTTPStatus.CREATED,
        body=ChallengeBody,
        refuses=(HTTPStatus.NOT_FOUND, HTTPStatus.CONFLICT),
    )
    def post(self, request: Request) -> Response:
        said = self.said(ChallengeBody)
        ladder = ladder_called(said["ladder"])
        versions = [version_named(name, request.user) for name in said["bots"]]
        made = challenges.challenge_create(
            user=request.user, ladder=ladder, versions=versions, seed=said.get("seed")
        )
        asked = challenges.challenges_of(request.user).get(pk=made.pk)
        (match,) = asked.block.matches.all()
        where = reverse("api:match", args=(ladder.slug, match.number))
        shape = ChallengeShape(asked, context={"request": request})
        return Response(shape.data, HTTPStatus.CREATED, headers={"Location": where})
