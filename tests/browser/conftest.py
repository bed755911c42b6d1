"""A site that really runs, with Celery's workers and boxes, and bots that play on it."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser import town
from tests.browser.show import Show, showing
from tests.platform.embedded.site import Site, site
from tests.services.browsing import requests_of, strangers

expect.set_options(timeout=90_000)


@pytest.fixture(scope="session")
def running(tmp_path_factory: pytest.TempPathFactory, bubblewrap: None) -> Iterator[Site]:
    """The site; matches of a few seconds are played on it as long as it runs."""
    with site(tmp_path_factory.mktemp("town") / "state") as here:
        here.run("from tests.browser import town; town.settle_in()")
        yield here


@pytest.fixture
def visit(page: Page, running: Site) -> Iterator[Page]:
    """A browser at the front page; nothing it asks for may be anywhere else."""
    asked = requests_of(page)
    page.set_default_timeout(90_000)
    page.goto(running.address)
    yield page
    assert strangers(asked, running.address) == []


@pytest.fixture(scope="session")
def show(browser: Browser) -> Iterator[Show]:
    """A site in its heyday, in which nothing happens: it is there to be looked at."""
    with showing(browser, blocks=4) as show:
        yield show


def log_in(page: Page, name: str) -> None:
    """Log in as one of the town."""
    page.get_by_role("link", name="Log in").click()
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill(town.PASSWORD)
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("link", name=name, exact=True)).to_be_visible()
