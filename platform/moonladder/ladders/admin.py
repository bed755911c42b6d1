"""Ladders and entries in the admin."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.forms import ModelForm
from django.http import HttpRequest

from moonladder.audit.organising import OrganiserAdmin, act
from moonladder.bots import admin as bots
from moonladder.bots.models import Version
from moonladder.ladders import games, services
from moonladder.ladders.models import Entry, Ladder

GIVEN = ("slug", "title", "game", "seats", "options", "clock", "limits", "elo_k")
"""What an organiser decides when a ladder is opened; it never changes afterwards."""


class OpeningForm(ModelForm):
    """A new ladder: what is left out is the game's, the clock's or the box's own default."""

    options = forms.JSONField(required=False, initial=dict)
    clock = forms.JSONField(required=False, initial=dict)
    limits = forms.JSONField(required=False, initial=dict)
    elo_k = forms.FloatField(min_value=0, max_value=400, initial=16)

    class Meta:
        model = Ladder
        fields = GIVEN

    def clean(self) -> dict[str, Any]:
        """Refuse what no match could be played with."""
        given = super().clean() or {}
        try:
            given["options"] = games.checked_options(
                given["game"], given["seats"], given["options"] or {}
            )
            given["clock"] = games.checked_clock(given["clock"] or {})
            given["limits"] = games.checked_limits(given["limits"] or {})
        except (games.BadOptions, games.UnknownGame) as refused:
            raise ValidationError(str(refused)) from None
        except KeyError:
            pass  # a field is missing, which the form says itself
        return given


@admin.register(Ladder)
class LadderAdmin(OrganiserAdmin):
    """Every ladder. The secret is shown to nobody before it is shown to all."""

    list_display = ("slug", "game", "seats", "state", "blocks_planned", "matches_planned")
    list_filter = ("state", "game")
    actions = (
        act("pause", "Pause: schedule nothing more", services.ladder_pause, "ladder"),
        act("resume", "Resume", services.ladder_resume, "ladder"),
        act("close", "Close and reveal the secret", services.ladder_close, "ladder"),
    )

    def has_add_permission(self, request: HttpRequest) -> bool:
        return request.user.has_perm("ladders.add_ladder")

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """Ask for what a new ladder needs; there is nothing to fill in later."""
        if obj is None:
            kwargs["form"] = OpeningForm
        return super().get_form(request, obj, change=change, **kwargs)

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> tuple[str, ...]:
        if obj is None:
            return GIVEN
        names = tuple(field.name for field in Ladder._meta.fields)
        revealed = isinstance(obj, Ladder) and obj.secret_revealed_at
        return names if revealed else tuple(name for name in names if name != "secret")

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Open the ladder as everybody else does, and let the admin show that one."""
        if not change:
            opened = services.ladder_open(**{name: form.cleaned_data[name] for name in GIVEN})
            obj.pk = opened.pk


@admin.register(Entry)
class EntryAdmin(OrganiserAdmin):
    """Who is on which ladder."""

    list_display = ("__str__", "rank", "best_rank", "worst_rank", "elo", "matches", "is_active")
    list_filter = ("ladder", "is_active")
    list_select_related = ("ladder", "bot")
    search_fields = ("bot__name",)
    actions = (
        act("withdraw", "Withdraw: no more matches", services.entry_withdraw, "entry"),
        act("return", "Let them play again", services.entry_return, "entry"),
    )


admin.site.unregister(Version)


@admin.register(Version)
class VersionAdmin(bots.VersionAdmin):
    """Uploads, with the act that reaches onto ladders."""

    actions = (
        *bots.VersionAdmin.actions,
        act("activate", "Let them play for their bots", services.version_activate, "version"),
    )
