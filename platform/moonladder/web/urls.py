"""The addresses of all pages: each subject has a module with its views and its own addresses."""

from django.urls import include, path

from moonladder.web import (
    accounts,
    docs,
    games,
    home,
    ladders,
    matches,
    queue,
    records,
    reference,
)

SUBJECTS = (home, accounts, reference, docs, games, ladders, matches, queue, records)

urlpatterns = [path("", include(subject.urlpatterns)) for subject in SUBJECTS]
