"""Swap tests: ask for one, see it being played, read what came of it."""

from typing import Any, cast

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.views.decorators.http import require_http_methods, require_safe

from matches import swap_reports, swaps
from moonladder.bots.models import Version, VersionStatus
from moonladder.bots.selectors import version_named, versions_visible_to
from moonladder.bots.visibility import Visitor
from moonladder.web.found import found_or_404
from moonladder.web.live import live
from moonladder.web.paging import page_of
from moonladder.web.swap_form import SwapForm

MOST_VERSIONS = 50
"""So many of somebody's versions are offered to be compared."""


@require_safe
def swap_list(request: HttpRequest) -> HttpResponse:
    """All tests, the latest first."""
    page = page_of(request, swap_reports.swaps_listed())
    return render(request, "web/swaps/list.html", {"page": page})


@require_safe
def swap(request: HttpRequest, pk: int) -> HttpResponse:
    """How a test stands."""
    found = found_or_404(swap_reports.swap_numbered, pk)

    def page() -> HttpResponse:
        report = swap_reports.swap_report(found)
        shown = {"swap": found, "report": report, "reach": _reach(report)}
        may_ask = swaps.may_ask(request.user, found.version)
        return render(request, "web/swaps/swap.html", shown | {"may_ask": may_ask})

    return live(request, swap_reports.swap_stamp(found), page)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def swap_new(request: HttpRequest) -> HttpResponse:
    """Ask for a test: first of which version, then against which."""
    user = cast(User, request.user)
    given = request.POST if request.method == "POST" else request.GET
    if "version" not in given:
        return render(request, "web/swaps/which.html", {"versions": _versions(user)})
    version = _version_or_404(user, given["version"])
    choices = swaps.swap_choices(version)
    form = SwapForm(request.POST or None, choices=choices)
    if form.is_valid() and (made := form.create(user, version)):
        return redirect("swap", made.pk)
    shown = {"version": version, "choices": choices, "form": form, "quota": swaps.swap_quota(user)}
    return render(request, "web/swaps/new.html", shown)


def swap_box(version: Version, user: Visitor) -> dict[str, Any]:
    """What `web/parts/swap_box.html` shows on a version's page, as `swap_box`."""
    return {
        "version": version,
        "may_ask": version.status == VersionStatus.READY and swaps.may_ask(user, version),
        "tests": swap_reports.swaps_of(version),
    }


def _versions(user: User) -> list[Version]:
    """Somebody's own versions that can play, the latest first."""
    mine = versions_visible_to(user).filter(bot__owner=user, status=VersionStatus.READY)
    return list(mine[:MOST_VERSIONS])


def _version_or_404(user: User, name: str) -> Version:
    """The version of that name, if this user may have it compared."""
    version = found_or_404(version_named, name, user)
    if not swaps.may_ask(user, version):
        raise Http404
    return version


def _reach(report: swap_reports.SwapReport) -> tuple[float, float]:
    """The ends of the picture of the interval, in whose middle is no difference."""
    found = report.estimate
    reach = max(abs(found.low), abs(found.high), 0.1) if found else 0.1
    return -reach, reach


urlpatterns = [
    path("swaps/", swap_list, name="swaps"),
    path("swaps/new/", swap_new, name="swap-new"),
    path("swaps/<int:pk>/", swap, name="swap"),
]
