"""Pages of organisers: what needs them, how the site fares, and what was done and why.

They are there for organisers alone. Acting is the admin's business: from here one gets to the row
in question, ready to be ticked.
"""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_required
from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import path, reverse
from django.views.decorators.http import require_safe

from matches import concerns
from matches.models import Match
from matches.selectors import queue_now
from moonladder.audit import selectors as audit
from moonladder.audit.models import AuditEvent
from moonladder.bots.models import Bot, Version
from moonladder.bots.visibility import is_organiser
from moonladder.health.selectors import recent_health
from moonladder.ladders.models import Entry, Ladder
from moonladder.players.selectors import players
from moonladder.web.accounts import mine_alone
from moonladder.web.paging import page_of

FILTERS = ("action", "actor", "text")
SUBJECTS: tuple[type[Model], ...] = (Match, Bot, Version, Entry, Ladder)
"""What events are about, as the admin shows it."""

View = Callable[..., HttpResponse]


def for_organisers(view: View) -> View:
    """Let organisers in. Who is nobody may log in; for all others the page is not there."""

    @wraps(view)
    def guarded(request: HttpRequest) -> HttpResponse:
        if not is_organiser(request.user):
            raise Http404
        return view(request)

    return require_safe(login_required(mine_alone(guarded)))


@for_organisers
def organise(request: HttpRequest) -> HttpResponse:
    """What needs an organiser, and how everything stands."""
    parts = recent_health()
    shown = {
        "parts": parts,
        "red": [part for part in parts if not part.alive],
        "concerns": concerns.concerns(),
        "days": concerns.RECENT.days,
        "queue": queue_now(),
        "players": players(),
        "ladders": concerns.ladders_at_work(),
    }
    return render(request, "web/organise/organise.html", shown)


@for_organisers
def log(request: HttpRequest) -> HttpResponse:
    """Who did what to what, and why."""
    asked = {name: request.GET.get(name, "").replace("\0", "").strip() for name in FILTERS}
    page = page_of(request, audit.events(**asked))
    shown = {
        "page": page,
        "events": [(event, _admin_page(event)) for event in page.rows],
        "asked": asked,
        "is_filtered": any(asked.values()),
        "actions": audit.actions(),
    }
    return render(request, "web/organise/log.html", shown)


def _admin_page(event: AuditEvent) -> str:
    """Where the admin shows what an event is about; nothing where it does not."""
    kind, _, number = event.subject.rpartition(" ")
    for model in SUBJECTS:
        if model._meta.verbose_name == kind:
            name = f"admin:{model._meta.app_label}_{model._meta.model_name}_change"
            return reverse(name, args=(number,))
    return ""


urlpatterns = [
    path("organise/", organise, name="organise"),
    path("organise/log/", log, name="organise-log"),
]
