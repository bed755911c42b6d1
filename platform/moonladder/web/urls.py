"""The addresses of all pages: each subject has a module with its views and its own addresses."""

from django.urls import include, path

from moonladder.web import accounts, home, matches, records

urlpatterns = [
    path("", include(home.urlpatterns)),
    path("", include(accounts.urlpatterns)),
    path("", include(matches.urlpatterns)),
    path("", include(records.urlpatterns)),
]
