"""The addresses of all pages, subject by subject."""

from django.urls import include, path

from moonladder.web import accounts, views

urlpatterns = [
    path("", views.home, name="home"),
    path("", include(accounts.urlpatterns)),
]
