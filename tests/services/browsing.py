"""What is looked for on every page in a browser: that it keeps nobody out and asks nobody else."""

from collections.abc import Sequence
from typing import Any

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import ConsoleMessage, Page, Request, ViewportSize

PHONE: ViewportSize = {"width": 360, "height": 740}
DESK: ViewportSize = {"width": 1400, "height": 900}
SIZES = {"phone": PHONE, "desk": DESK}
GIVEN_UP = "net::ERR_ABORTED"
"""What becomes of a request that nobody waits for any more, as the browser went elsewhere."""

GRAVE = {"serious", "critical"}


COLOURS = ("color-contrast", "link-in-text-block")
"""The rules of axe-core for which it matters what colours a page has."""


def barriers(page: Page, *, rules: Sequence[str] = ()) -> list[tuple[str, list[str]]]:
    """What axe-core finds serious by these rules or by all, with the elements it is about."""
    # No rule that is asked for needs the sheets themselves, which axe-core would fetch each time.
    options: dict[str, Any] = {"resultTypes": ["violations"], "preload": False}
    if rules:
        options["runOnly"] = list(rules)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE_SCRIPT)
    found: list[dict[str, Any]] = page.evaluate("(how) => axe.run(how)", options)["violations"]
    return [
        (one["id"], [node["html"] for node in one["nodes"]])
        for one in found
        if one["impact"] in GRAVE
    ]


def requests_of(page: Page) -> list[str]:
    """The addresses the page asks for from now on; the list grows as it asks."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    return asked


def complaints_of(page: Page) -> list[str]:
    """What goes wrong on the page from now on, by its own word; the list grows as it does."""
    complaints: list[str] = []

    def on_console(said: ConsoleMessage) -> None:
        if said.type in {"error", "warning"}:
            complaints.append(said.text)

    def on_failure(request: Request) -> None:
        if request.failure != GIVEN_UP:
            complaints.append(f"no answer: {request.url}")

    page.on("console", on_console)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("requestfailed", on_failure)
    return complaints


def strangers(asked: list[str], home: str) -> list[str]:
    """Those of them that are not on the host itself."""
    return [url for url in asked if not url.startswith((home, "data:", "blob:"))]


def look(page: Page, *, scheme: str = "light", size: str = "desk") -> None:
    """See what follows in these colours, on a screen of that size, without anything moving."""
    page.emulate_media(
        color_scheme="dark" if scheme == "dark" else "light", reduced_motion="reduce"
    )
    page.set_viewport_size(SIZES[size])


def overflow(page: Page) -> int:
    """By how many pixels the page is wider than the screen."""
    return int(
        page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    )
