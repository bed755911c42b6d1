"""What holds for every page there is, on a desk and on a phone, in light and in dark."""

import pytest
from playwright.sync_api import Page

from tests.browser import walk
from tests.browser.show import Show, Stop
from tests.services.browsing import (
    COLOURS,
    barriers,
    complaints_of,
    look,
    overflow,
    requests_of,
    strangers,
)


def test_every_page_is_on_the_walk(show: Show) -> None:
    assert {stop.page for stop in show.stops} == set(walk.all_pages())


@pytest.mark.parametrize("name", walk.all_pages())
def test_a_page_is_whole_and_keeps_nobody_out(show: Show, name: str) -> None:
    """It is opened on a phone, which is where a page is too wide, and then made larger."""
    stops = [stop for stop in show.stops if stop.page == name]
    assert stops
    for stop in stops:
        with show.page(stop) as page:
            asked, complaints = requests_of(page), complaints_of(page)
            look(page, size="phone")
            assert show.go(page, stop) == stop.status, stop
            assert page.title().endswith("Moonladder"), stop
            assert page.locator("h1").count() == 1, stop
            for size in ("phone", "desk"):
                check_layout(page, stop, size)
            assert strangers(asked, show.address) == [], stop
            assert [said for said in complaints if not is_status(said, stop)] == [], stop


def check_layout(page: Page, stop: Stop, size: str) -> None:
    """Look at it in light, and in dark at what depends on colours."""
    look(page, size=size)
    assert overflow(page) == 0, (stop, size)
    assert barriers(page) == [], (stop, size)
    look(page, scheme="dark", size=size)
    assert barriers(page, rules=COLOURS) == [], (stop, size)


def is_status(complaint: str, stop: Stop) -> bool:
    """Whether a browser only says that a page about an error answers with it."""
    return stop.status >= 400 and f"responded with a status of {stop.status}" in complaint
