"""Pages that are asked for again while they are open."""

from collections.abc import Iterator

import pytest
from django.http import HttpRequest, HttpResponse
from django.template import engines
from django.test import Client
from django.test.utils import override_settings
from django.urls import path
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from moonladder.urls import urlpatterns as site
from moonladder.web.live import live

NEWS = {"stamp": 1, "rendered": 0}
PAGE = """{% extends "web/base.html" %}{% load pieces %}{% block content %}<h1>News</h1>
<div {% live "news" seconds=1 %}><p>Number {{ stamp }}</p>
<details><summary>More</summary>of it</details></div>{% endblock %}"""


def news(request: HttpRequest) -> HttpResponse:
    def page() -> HttpResponse:
        NEWS["rendered"] += 1
        return HttpResponse(engines["django"].from_string(PAGE).render(dict(NEWS), request))

    return live(request, NEWS["stamp"], page)


urlpatterns = [*site, path("news", news)]


@pytest.fixture(autouse=True)
def addresses() -> Iterator[None]:
    NEWS.update(stamp=1, rendered=0)
    with override_settings(ROOT_URLCONF=__name__):
        yield


def test_a_page_that_is_still_true_is_not_made_again(client: Client) -> None:
    first = client.get("/news")
    again = client.get(
        "/news", headers={"HX-Request": "true", "If-None-Match": first.headers["ETag"]}
    )
    assert (again.status_code, again.content) == (304, b"")
    assert NEWS["rendered"] == 1


def test_whoever_opens_a_page_gets_all_of_it(client: Client) -> None:
    first = client.get("/news")
    again = client.get("/news", headers={"If-None-Match": first.headers["ETag"]})
    assert again.status_code == 200


@pytest.mark.django_db
def test_what_one_reader_has_says_nothing_to_another(client: Client, admin_client: Client) -> None:
    mine = client.get("/news").headers["ETag"]
    theirs = admin_client.get("/news", headers={"HX-Request": "true", "If-None-Match": mine})
    assert theirs.status_code == 200


def test_a_page_follows_without_being_loaded_again(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/news")
    page.get_by_text("More").click()
    page.evaluate("window.opened = true")
    for number in (2, 3):
        NEWS["stamp"] = number
        expect(page.get_by_text(f"Number {number}")).to_be_visible()
        assert page.locator("details").evaluate("each => each.open")
    assert page.evaluate("window.opened")
