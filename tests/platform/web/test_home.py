"""The front page, as a browser shows it."""

import pytest
from django.test import Client
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer


def test_the_front_page_names_the_three_games(live_server: LiveServer, page: Page) -> None:
    page.goto(live_server.url)
    games = page.locator(".games").get_by_role("heading").all_inner_texts()
    assert games == ["Shamans", "Shadow Hunters", "Shamanix"]
    picture = page.get_by_role("img")
    assert "ladder to the moon" in (picture.get_attribute("alt") or "")
    assert picture.evaluate("image => image.naturalWidth") > 0


def test_the_front_page_leads_to_the_health_of_the_site(
    live_server: LiveServer, page: Page
) -> None:
    page.goto(live_server.url)
    link = page.get_by_role("link", name="Health of this site")
    expect(link).to_have_attribute("href", "/healthz")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_front_page_fits_a_phone(live_server: LiveServer, page: Page, scheme: str) -> None:
    page.emulate_media(color_scheme="dark" if scheme == "dark" else "light")
    page.set_viewport_size({"width": 320, "height": 640})
    page.goto(live_server.url)
    assert page.evaluate("document.documentElement.scrollWidth") == 320
    paper, ink = page.evaluate(
        "(({backgroundColor, color}) => [backgroundColor, color])(getComputedStyle(document.body))"
    )
    assert (brightness(paper) > brightness(ink)) == (scheme == "light")


def brightness(colour: str) -> int:
    """Add up the channels of a CSS `rgb(...)`."""
    return sum(int(channel) for channel in colour.removeprefix("rgb(").rstrip(")").split(","))


def test_the_front_page_is_only_to_be_read(client: Client) -> None:
    assert client.post("/").status_code == 405
