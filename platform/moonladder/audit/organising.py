"""The admin as organisers use it: rows are read, and changed only by acts that leave a trace.

An act is a service that takes one row, the actor and a reason. The reason is typed beside the list
of actions; an act without one is refused, as is one that does not fit the row.
"""

from collections.abc import Callable
from typing import Any, cast

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ActionForm
from django.contrib.auth.models import User
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from moonladder.audit.services import ReasonMissing

Action = Callable[[Any, HttpRequest, QuerySet[Any]], None]


class ReasonForm(ActionForm):
    """The list of actions with a place for the reason."""

    reason = forms.CharField(
        required=False, label="Reason:", widget=forms.TextInput(attrs={"size": 50})
    )


class OrganiserAdmin(admin.ModelAdmin):
    """Rows to be read, and acted on by actions alone."""

    action_form = ReasonForm
    actions_on_bottom = True

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[str]:
        """Return every field of a row that exists."""
        return [field.name for field in self.model._meta.fields] if obj else []

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest) -> bool:
        """Look for nothing that no database holds: PostgreSQL fails over a NUL."""
        return "\0" not in value and super().lookup_allowed(lookup, value, request)

    def change_view(
        self,
        request: HttpRequest,
        object_id: str,
        form_url: str = "",
        extra_context: dict[str, Any] | None = None,
    ) -> HttpResponse:
        """Show a row without buttons that would save nothing."""
        hidden = {"show_save": False, "show_save_and_continue": False}
        return super().change_view(
            request, object_id, form_url, {**(extra_context or {}), **hidden}
        )


def act(name: str, description: str, service: Callable[..., Any], argument: str) -> Action:
    """Return an admin action that calls an audited service for each row that was ticked."""

    def action(admin_: Any, request: HttpRequest, rows: QuerySet[Any]) -> None:
        reason, actor = _reason(request), cast(User, request.user)
        done = 0
        for row in rows.order_by("pk"):
            try:
                if service(**{argument: row}, actor=actor, reason=reason) is False:
                    messages.warning(request, f"{row} was so already: nothing was done.")
                else:
                    done += 1
            except (ReasonMissing, ValueError) as refused:
                messages.error(request, str(refused))
        if done:
            messages.success(request, f"{description}: done for {done}.")

    action.__name__ = name
    return cast(Action, admin.action(description=description, permissions=["change"])(action))


def _reason(request: HttpRequest) -> str:
    """What was typed beside the button that was pressed: there is one above the list, one below."""
    typed, pressed = request.POST.getlist("reason"), request.POST.get("index", "0")
    place = int(pressed) if pressed.isascii() and pressed.isdecimal() else 0
    return typed[place] if place < len(typed) else ""
