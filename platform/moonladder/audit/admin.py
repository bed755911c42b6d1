"""The audit log in the admin: to be read only."""

from django.contrib import admin
from django.http import HttpRequest

from moonladder.audit.models import AuditEvent


@admin.register(AuditEvent)
class AuditEventAdmin(admin.ModelAdmin):
    """Everything that was done, newest first."""

    list_display = ("at", "actor", "action", "subject", "reason")
    list_filter = ("action",)
    search_fields = ("subject", "reason")
    list_select_related = ("actor",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: AuditEvent | None = None) -> bool:
        return False
