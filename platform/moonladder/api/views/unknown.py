"""Addresses that are none."""

from django.http import Http404
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from moonladder.api.endpoint import Endpoint


@extend_schema(exclude=True)
class Nothing(Endpoint):
    """Whatever no other endpoint answers to; the error is a problem like any other."""

    def get(self, request: Request, rest: str) -> Response:
        raise Http404

    post = patch = delete = get
