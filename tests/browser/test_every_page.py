"""What holds for every page there is, on a desk and on a phone, in light and in dark."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from tests.browser import walk
from tests.browser.show import Show, Stop, showing
from tests.services.browsing import (
    COLOURS,
    barriers,
    complaints_of,
    look,
    overflow,
    requests_of,
    strangers,
)

BLOCKS = 4


@pytest.fixture(scope="module")
def show(browser: Browser) -> Iterator[Show]:
    """The site in its heyday; a short one."""
    with showing(browser, blocks=BLOCKS) as show:
        yield show


def test_every_page_is_on_the_walk(show: Show) -> None:
    assert {stop.page for stop in show.stops} == set(walk.all_pages())


@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize("name", walk.all_pages())
def test_a_page_is_whole_and_keeps_nobody_out(show: Show, name: str, size: str) -> None:
    """Looked at in dark too: there only what depends on colours can be otherwise."""
    stops = [stop for stop in show.stops if stop.page == name]
    assert stops
    for stop in stops:
        with show.page(stop) as page:
            asked, complaints = requests_of(page), complaints_of(page)
            look(page, size=size)
            assert show.go(page, stop) == stop.status, stop
            assert page.title().endswith("Moonladder"), stop
            assert page.locator("h1").count() == 1, stop
            assert overflow(page) == 0, stop
            assert barriers(page) == [], stop
            look(page, scheme="dark", size=size)
            assert barriers(page, rules=COLOURS) == [], stop
            assert strangers(asked, show.address) == [], stop
            assert [said for said in complaints if not is_status(said, stop)] == [], stop


def is_status(complaint: str, stop: Stop) -> bool:
    """Whether a browser only says that a page about an error answers with it."""
    return stop.status >= 400 and f"responded with a status of {stop.status}" in complaint
