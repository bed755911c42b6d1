"""The addresses of all pages: each subject has a module with its views and its own addresses."""

from django.urls import include, path

from moonladder.web import (
    accounts,
    bot_acts,
    bots,
    challenges,
    crashes,
    docs,
    games,
    home,
    ladders,
    matches,
    organise,
    queue,
    records,
    reference,
    swaps,
    upload,
    versions,
)

SUBJECTS = (
    *(home, accounts, reference, docs, games, ladders, matches, queue, records),
    *(bots, bot_acts, crashes, upload, versions, challenges, swaps, organise),
)

urlpatterns = [path("", include(subject.urlpatterns)) for subject in SUBJECTS]
