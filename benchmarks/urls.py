"""The site's addresses, and one that answers without looking at anything."""

from django.http import HttpRequest, HttpResponse
from django.urls import path

from moonladder.urls import urlpatterns as site


def bare(request: HttpRequest) -> HttpResponse:
    """Answer."""
    return HttpResponse(b"ok")


urlpatterns = [path("bare", bare), *site]
