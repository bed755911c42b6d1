"""The front page."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this site is."""
    return render(request, "web/home.html")


urlpatterns = [path("", home, name="home")]
