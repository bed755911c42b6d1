"""Matches in the admin, and the act on bots that reaches into matches."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from matches import organising
from matches.models import Match, RatingChange, Reproduction, Seat, Swap
from moonladder.audit.organising import OrganiserAdmin, act
from moonladder.bots import admin as bots
from moonladder.bots.models import Bot


class SeatInline(admin.TabularInline):
    """Who sat where, and how it went."""

    model = Seat
    extra = 0
    can_delete = False
    fields = readonly_fields = (
        "number",
        "version",
        "placement",
        "score",
        "role_start",
        "strikes",
        "fault",
        "cpu_seconds",
        "stamp",
        "elo_before",
        "elo_after",
    )

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(OrganiserAdmin):
    """Every match."""

    list_display = ("__str__", "kind", "status", "attempts", "ending", "revision", "finished_at")
    list_filter = ("status", "kind", "ladder")
    list_select_related = ("ladder",)
    search_fields = ("=number", "fingerprint")
    show_full_result_count = False
    inlines = (SeatInline,)
    actions = (
        act("void", "Void: never to be played", organising.match_void, "match"),
        act("requeue", "Play void matches after all", organising.match_requeue, "match"),
        act("exclude", "Take out of the ratings", organising.match_exclude, "match"),
        act("restore", "Put back into the ratings", organising.match_restore, "match"),
    )


@admin.register(RatingChange)
class RatingChangeAdmin(OrganiserAdmin):
    """Why live ratings moved."""

    list_display = ("entry", "match", "revision", "step", "before", "after", "expected", "scored")
    list_filter = ("entry__ladder",)
    list_select_related = ("entry__bot", "entry__ladder", "match__ladder")
    show_full_result_count = False


@admin.register(Reproduction)
class ReproductionAdmin(OrganiserAdmin):
    """Matches that were played again, or are going to be."""

    list_display = ("match", "status", "requested_by", "requested_at", "done_at", "trouble")
    list_filter = ("status",)
    list_select_related = ("match__ladder", "requested_by")


@admin.register(Swap)
class SwapAdmin(OrganiserAdmin):
    """Versions that were compared with earlier ones in the same seats."""

    list_display = ("__str__", "ladder", "version", "created_at")
    list_filter = ("ladder",)
    list_select_related = ("ladder", "version__bot", "against")
    search_fields = ("version__bot__name", "version__bot__owner__username")


admin.site.unregister(Bot)


@admin.register(Bot)
class BotAdmin(bots.BotAdmin):
    """Bots, with the acts that reach into ladders and matches."""

    actions = (
        act("enable", "Let bots play again", organising.bot_enable, "bot"),
        act("disable", "Take bots out of play", organising.bot_disable, "bot"),
    )
