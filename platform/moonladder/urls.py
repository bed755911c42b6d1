"""Which address leads to which room."""

from django.contrib import admin
from django.urls import path

from moonladder.health import views as health
from moonladder.web import views as web

urlpatterns = [
    path("", web.home, name="home"),
    path("admin/", admin.site.urls),
    path("healthz", health.healthz, name="healthz"),
    path("readyz", health.readyz, name="readyz"),
]
