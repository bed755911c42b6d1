"""Takes pictures of every page of the site, on a desk and on a phone, in light and in dark.

A site is filled for that in a temporary folder, with many bots on a ladder of each game, and is
gone when the pictures are taken. Open index.html in the folder of the pictures to look through.
"""

import argparse
import re
import shutil
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import ViewportSize

from tests.browser.show import Show, Stop, showing
from tests.services.browsing import look
from tests.services.chromium import chromium

SIZES: dict[str, ViewportSize] = {
    "desk": {"width": 1280, "height": 800},
    "phone": {"width": 390, "height": 844},
}
SCHEMES = ("light", "dark")
TALLEST = 5000
"""Of longer pages only the upper part is taken, in pixels."""

BLOCKS = 40
"""So many are played on every ladder before: enough for a standing that looks like one."""

TITLE = "Screenshots of Moonladder"
PROGRAMS = ("chromium", "redis-server")
STYLE = """
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem; background: #eceef5; color: #1d2140; }
section { display: flex; gap: 1rem; overflow-x: auto; align-items: start; padding-bottom: 1rem; }
img { height: 26rem; border: 1px solid #b9bfd8; object-fit: cover; object-position: top; }
figure { margin: 0; } figcaption { font-size: 0.85rem; }
"""


class Picture(NamedTuple):
    """One picture: of what, how large, in which colours."""

    stop: Stop
    size: str
    scheme: str

    @property
    def file(self) -> str:
        """What its file is called."""
        stop = re.sub(r"[^a-z0-9]+", "-", str(self.stop).lower())
        return f"{stop}-{self.size}-{self.scheme}.png"


def main() -> None:
    """Take the pictures that were asked for, all of them by default."""
    parser = argparse.ArgumentParser(prog="make screenshots", description=__doc__)
    parser.add_argument(
        "words", nargs="*", help="only pages with one of these words in their name, such as `match`"
    )
    parser.add_argument(
        "--folder", type=Path, default=Path("screenshots"), help="where to put them"
    )
    parser.add_argument("--blocks", type=int, default=BLOCKS, help="how much was played before")
    options = parser.parse_args()
    if missing := [name for name in PROGRAMS if not shutil.which(name)]:
        parser.error(f"{' and '.join(missing)} not installed: scripts/system-parts sees to it")
    print("Filling a site, which takes a moment ...", flush=True)
    with chromium() as browser, showing(browser, blocks=options.blocks) as show:
        stops = [stop for stop in show.stops if is_wanted(stop, options.words)]
        if not stops:
            pages = ", ".join(dict.fromkeys(stop.page for stop in show.stops))
            parser.error(f"no page has such a name; there are: {pages}")
        take_all(show, stops, options.folder)


def is_wanted(stop: Stop, words: Sequence[str]) -> bool:
    """Whether a stop was asked for."""
    return not words or any(word.lower() in str(stop).lower() for word in words)


def take_all(show: Show, stops: Sequence[Stop], folder: Path) -> None:
    """Take every picture of these stops, telling how far it is, and a page to look through them."""
    folder.mkdir(parents=True, exist_ok=True)
    pictures = [picture for stop in stops for picture in pictures_of(stop)]
    for number, picture in enumerate(pictures, start=1):
        print(f"{number:>4} of {len(pictures)}  {picture.file}", flush=True)
        take(show, picture, folder / picture.file)
    index = folder / "index.html"
    index.write_text(album(stops))
    print(f"\nLook through them: {index.resolve().as_uri()}")


def take(show: Show, picture: Picture, file: Path) -> None:
    """Take one picture."""
    screen = SIZES[picture.size]
    with show.page(picture.stop) as page:
        look(page, scheme=picture.scheme)
        page.set_viewport_size(screen)
        show.go(page, picture.stop)
        tall = min(TALLEST, int(page.evaluate("document.documentElement.scrollHeight")))
        page.set_viewport_size({"width": screen["width"], "height": tall})
        page.screenshot(path=file)


def album(stops: Sequence[Stop]) -> str:
    """The page on which all pictures can be seen, those of a stop in a row."""
    rows = "".join(
        f"<h2>{escape(str(stop))} <code>{escape(stop.path)}</code></h2>"
        f"<section>{''.join(map(figure, pictures_of(stop)))}</section>"
        for stop in stops
    )
    head = f'<!doctype html><html lang="en"><meta charset="utf-8"><style>{STYLE}</style>'
    return f"{head}<title>{TITLE}</title><h1>{TITLE}</h1>{rows}"


def figure(picture: Picture) -> str:
    """One picture in its row, leading to itself in full."""
    said = f"{picture.size}, {picture.scheme}"
    shown = f'<a href="{picture.file}"><img loading="lazy" src="{picture.file}" alt=""></a>'
    return f"<figure>{shown}<figcaption>{said}</figcaption></figure>"


def pictures_of(stop: Stop) -> list[Picture]:
    """All pictures of one stop."""
    return [Picture(stop, size, scheme) for size in SIZES for scheme in SCHEMES]


if __name__ == "__main__":
    main()
