"""The schema itself."""

from drf_spectacular.types import OpenApiTypes
from rest_framework.request import Request
from rest_framework.response import Response

from moonladder.api.endpoint import Endpoint
from moonladder.api.operation import operation
from moonladder.api.schema import api_schema


class Schema(Endpoint):
    """This description, as OpenAPI 3."""

    @operation("show_schema", "Show the schema of this API", OpenApiTypes.OBJECT)
    def get(self, request: Request) -> Response:
        return Response(api_schema())
