"""What is around every page: navigation, colours, errors, and what a browser is allowed."""

import io

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client
from django.test.utils import override_settings
from django.urls import path
from playwright.sync_api import Browser, Page, expect
from pytest_django.live_server_helper import LiveServer

from moonladder.urls import urlpatterns as site
from moonladder.web.security import HEADERS
from tests.services.browsing import barriers, look, overflow, requests_of, strangers


def stumble(request: HttpRequest) -> HttpResponse:
    raise RuntimeError("on purpose")


urlpatterns = [*site, path("stumble", stumble)]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", ["phone", "desk"])
def test_the_frame_keeps_nobody_out(
    live_server: LiveServer, page: Page, scheme: str, size: str
) -> None:
    look(page, scheme=scheme, size=size)
    page.goto(live_server.url)
    assert overflow(page) == 0
    assert barriers(page) == []


def test_no_request_leaves_the_host(live_server: LiveServer, page: Page) -> None:
    asked = requests_of(page)
    page.goto(live_server.url, wait_until="networkidle")
    assert len(asked) > 5
    assert strangers(asked, live_server.url) == []


def test_a_page_may_load_only_what_is_the_sites_own(client: Client) -> None:
    response = client.get("/games/")
    assert {name: response.headers[name] for name in HEADERS} == HEADERS
    policy = response.headers["Content-Security-Policy"]
    assert "unsafe" not in policy
    assert policy.startswith("default-src 'none'")


def test_the_colours_chosen_once_hold_on_every_page(live_server: LiveServer, page: Page) -> None:
    look(page, scheme="light")
    page.goto(live_server.url)
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_role("button", name="Dark colours").click()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload(wait_until="commit")
    expect(page.get_by_role("button", name="Light colours")).to_be_visible()
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name="Light colours").click()
    assert page.evaluate(paper) == light


def test_colours_are_known_before_anything_is_drawn(client: Client) -> None:
    """A script that is neither deferred nor a module runs before the page is painted."""
    head = client.get("/games/").content.decode().partition("</head>")[0]
    assert '<script src="/static/web/scheme.js"></script>' in head


def test_the_keyboard_reaches_the_content_first(live_server: LiveServer, page: Page) -> None:
    page.goto(live_server.url)
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the content")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("main")).to_be_focused()


def test_pages_can_be_read_without_scripts(live_server: LiveServer, browser: Browser) -> None:
    with browser.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(live_server.url)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        expect(page.locator("[data-scheme-switch]")).to_be_hidden()


def test_an_unknown_page_is_not_found(client: Client) -> None:
    response = client.get("/nowhere")
    assert response.status_code == 404
    assert "There is nothing at this address" in response.content.decode()


def test_a_form_without_its_token_is_told_what_to_do() -> None:
    response = Client(enforce_csrf_checks=True).post("/admin/login/")
    assert response.status_code == 403
    assert "reload the page, and send the form again" in response.content.decode()


@override_settings(ROOT_URLCONF=__name__)
def test_a_mistake_of_the_site_is_called_one() -> None:
    response = Client(raise_request_exception=False).get("/stumble")
    assert response.status_code == 500
    assert "That was our mistake, not yours" in response.content.decode()


@override_settings(ALLOWED_HOSTS=["ladder.example"])
def test_a_request_for_another_site_is_not_understood(client: Client) -> None:
    response = client.get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert "could not be understood" in response.content.decode()


@pytest.mark.parametrize("address", ["/login/", "/signup/", "/logout/", "/challenges/new/"])
def test_a_form_that_is_far_too_long_is_not_read(db: None, address: str) -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["csrftoken"] = "a" * 32
    length = str(100 * 2**20)
    answer = browser.post(address, {"file": io.BytesIO(b"a")}, CONTENT_LENGTH=length)
    assert answer.status_code == 413
    assert "send 2,621,440 bytes at most" in answer.content.decode()
