"""Debian's Chromium, driven through Playwright."""

import contextlib
from collections.abc import Iterator

from playwright.sync_api import Browser, sync_playwright

from tests.services.processes import find_program

FLAGS = (
    "--no-sandbox",  # Chromium refuses its own sandbox to root; the pages are ours
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    """Run a browser without a window."""
    program = find_program("chromium")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()
