"""A site in its heyday, served by a process of its own, and browsers for all who look at it."""

import contextlib
import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from tempfile import TemporaryFile
from typing import IO, Any, NamedTuple

from playwright.sync_api import Browser, BrowserContext, Page

from moonladder.env import ROOT, for_programs


class Who(StrEnum):
    """Who looks."""

    ANYBODY = "anybody"
    OWNER = "owner"
    ORGANISER = "organiser"


class Stop(NamedTuple):
    """A page to look at, in one of its states."""

    page: str
    """The name of its address."""
    what: str
    """What is special about it; empty where nothing is."""
    who: str
    path: str
    status: int

    def __str__(self) -> str:
        return f"{self.page}, {self.what}" if self.what else self.page


class Show:
    """The site, and a browser for everybody: who is logged in stays so."""

    def __init__(self, browser: Browser, site: dict[str, Any]) -> None:
        self.address: str = site["address"]
        self.stops = [Stop(*stop) for stop in site["stops"]]
        self._browsers = {who: self._context(browser, site["cookies"].get(who)) for who in Who}

    def _context(self, browser: Browser, cookie: Any) -> BrowserContext:
        context = browser.new_context()
        if cookie:
            context.add_cookies([{**cookie, "url": self.address}])
        return context

    @contextmanager
    def page(self, stop: Stop) -> Iterator[Page]:
        """A page in the browser of who is to look, not yet there."""
        with contextlib.closing(self._browsers[Who(stop.who)].new_page()) as page:
            yield page

    def go(self, page: Page, stop: Stop) -> int:
        """Go there and wait until all is drawn; how the site answered."""
        answer = page.goto(f"{self.address}{stop.path}")
        assert answer is not None
        if page.locator("#replay[data-frames]").count():
            page.locator("#replay .board").wait_for()
        return answer.status


@contextmanager
def showing(browser: Browser, *, blocks: int) -> Iterator[Show]:
    """Fill a site on which so many blocks were played, and serve it until the block ends."""
    command = [sys.executable, "-m", "tests.browser.serving", str(blocks)]
    environment = for_programs() | {"DJANGO_SETTINGS_MODULE": "tests.settings"}
    environment.pop("MOONLADDER_DATABASE_URL", None)  # what is filled is never somebody's own
    pipe = subprocess.PIPE
    with (
        TemporaryFile() as log,
        subprocess.Popen(
            command, cwd=ROOT, env=environment, stdin=pipe, stdout=pipe, stderr=log
        ) as process,
    ):
        assert process.stdin
        assert process.stdout
        try:
            yield Show(browser, _said(process.stdout.readline(), log))
        finally:
            process.stdin.close()


def _said(line: bytes, log: IO[bytes]) -> dict[str, Any]:
    """What the process said of the site; or why it has none."""
    if not line:
        log.seek(0)
        raise RuntimeError(f"There is no site to show:\n{log.read().decode()}")
    said: dict[str, Any] = json.loads(line)
    return said
