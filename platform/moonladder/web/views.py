"""Pages: a selector's answer in a template."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """What this site is."""
    return render(request, "web/home.html")
