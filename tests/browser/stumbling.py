"""The site's addresses, and some that answer with what people see when something goes wrong."""

from django.core.exceptions import BadRequest, PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.views.csrf import csrf_failure

from moonladder.urls import urlpatterns as site

WRONG = {"400": BadRequest, "403": PermissionDenied, "404": Http404, "500": RuntimeError}


def stumble(request: HttpRequest, name: str) -> HttpResponse:
    """Fail in that way."""
    if name == "403-csrf":
        return csrf_failure(request)
    raise WRONG[name]("on purpose")


urlpatterns = [
    *(
        path(f"stumble/{name}/", stumble, {"name": name}, name=name)
        for name in (*WRONG, "403-csrf")
    ),
    *site,
]
