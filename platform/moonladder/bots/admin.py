"""Bots and their uploads in the admin."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from moonladder.audit.organising import Action, OrganiserAdmin, act
from moonladder.bots import services
from moonladder.bots.models import Bot, Stage, Version


@admin.register(Bot)
class BotAdmin(OrganiserAdmin):
    """Every bot, with what plays for it; the acts on bots are those of the matches room."""

    list_display = ("name", "owner", "game", "is_house", "current", "disabled_at")
    list_filter = ("game", "is_house", ("disabled_at", admin.EmptyFieldListFilter))
    list_select_related = ("owner", "current__bot")
    search_fields = ("name", "owner__username")


class StageInline(admin.TabularInline):
    """How far an upload came."""

    model = Stage
    extra = 0
    can_delete = False
    readonly_fields = ("name", "outcome", "log", "seconds", "ended_at")

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Version)
class VersionAdmin(OrganiserAdmin):
    """Every upload with its stages."""

    list_display = ("__str__", "status", "runtime", "deterministic", "created_at")
    list_filter = ("status", "runtime", "deterministic")
    list_select_related = ("bot",)
    search_fields = ("bot__name", "bot__owner__username", "digest")
    inlines = (StageInline,)
    actions: tuple[Action, ...] = (
        act("retry", "Start again what the site failed", services.version_retry, "version"),
    )
