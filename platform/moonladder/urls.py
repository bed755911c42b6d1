"""Which address leads to which room."""

from django.contrib import admin
from django.urls import include, path

from moonladder.health import views as health

urlpatterns = [
    path("admin/", admin.site.urls),
    path("api/v1/", include("moonladder.api.urls")),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
    path("", include("moonladder.web.urls")),
]
