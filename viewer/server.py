"""Shows a replay on this machine: a web server on the loopback address, for nobody else.

It serves the page, the frames of one match to one audience at a time, and takes another record when
one is dropped on the page. Pages of other sites get nothing: the `Host` and `Origin` of every
request must be this server's own, and what it serves may load nothing from elsewhere.
"""

import sys
import webbrowser
from collections.abc import Callable
from contextlib import suppress
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib import resources
from importlib.resources.abc import Traversable
from threading import Lock
from typing import Any

from msgspec import json

from engine import record
from engine.record import Record
from viewer import frames

HOST = "127.0.0.1"
MOST_BYTES = 16 * 2**20
"""Of a record dropped on the page; the longest matches take a fraction of that."""

TYPES = {
    "css": "text/css; charset=utf-8",
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml",
}
JSON_TYPE = "application/json"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; "
    "img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-store",
}
NOTHING_YET = "Drop the file of a recorded match here, or choose one."


def show(
    match: Record | None = None,
    *,
    port: int = 0,
    browse: bool = True,
    say: Callable[[str], object] = print,
) -> None:
    """Show the match, verified before, until Ctrl-C; any free port will do unless one is named."""
    with Server(match, port) as server:
        say(f"The replay is at {server.address} (Ctrl-C ends it)")
        if browse:
            open_browser(server.address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()


def open_browser(address: str) -> None:
    """Show the page, but not in a browser that would take over the terminal."""
    with suppress(webbrowser.Error):
        browser = webbrowser.get()
        if type(browser) is not webbrowser.GenericBrowser:
            browser.open(address)


class Server(ThreadingHTTPServer):
    """The server, with the match it shows."""

    daemon_threads = True

    def __init__(self, match: Record | None, port: int = 0) -> None:
        super().__init__((HOST, port), Handler)
        self.hosts = {f"{name}:{self.server_port}" for name in (HOST, "localhost")}
        self.address = f"http://{HOST}:{self.server_port}/"
        self.files = page_files()
        self._lock = Lock()
        self._match = match
        self._encoded: dict[str, bytes] = {}

    def take(self, text: bytes) -> None:
        """Show the match of this record from now on, or raise what is wrong with it."""
        match = record.load(text)
        record.verify(match)
        with self._lock:
            self._match, self._encoded = match, {}

    def frames(self, audience: str) -> bytes | None:
        """The replay for that audience; None when there is no such audience."""
        with self._lock:
            if self._match is None:
                return refusal(NOTHING_YET)
            if audience not in self._encoded:
                names = {str(known): known for known in frames.audiences(self._match.seats)}
                if audience not in names:
                    return None
                self._encoded[audience] = frames.encoded(self._match, names[audience])
            return self._encoded[audience]

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A browser that has left is no error."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class Handler(BaseHTTPRequestHandler):
    """One request."""

    server: Server
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        path = self.path.partition("?")[0]
        if self.headers.get("Host") not in self.server.hosts:
            self._refuse(HTTPStatus.MISDIRECTED_REQUEST, "this server answers to its own name only")
        elif path in self.server.files:
            self._send(*self.server.files[path])
        elif path.startswith("/frames/"):
            self._send_frames(path.removeprefix("/frames/"))
        else:
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing at this address")

    def do_POST(self) -> None:
        """Take another record. What is wrong with it is an answer, not a failure of the request."""
        size = self.headers.get("Content-Length", "")
        if self.headers.get("Origin", "").removeprefix("http://") not in self.server.hosts:
            self._refuse(
                HTTPStatus.FORBIDDEN, "records are taken from the page of this server only"
            )
        elif self.path != "/record":
            self._refuse(HTTPStatus.NOT_FOUND, "there is nothing at this address")
        elif not size.isdecimal() or int(size) > MOST_BYTES:
            sentence = f"a record may have {MOST_BYTES >> 20} MB at most"
            self._refuse(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, sentence)
        else:
            self._take(self.rfile.read(int(size)))

    def _take(self, text: bytes) -> None:
        try:
            self.server.take(text)
        except record.RecordError as error:
            self._send(refusal(f"This record is refused: {error}."), JSON_TYPE)
        else:
            self._send(b"{}", JSON_TYPE)

    def _send_frames(self, audience: str) -> None:
        found = self.server.frames(audience)
        if found is None:
            self._refuse(HTTPStatus.NOT_FOUND, "the match has no such audience")
        else:
            self._send(found, JSON_TYPE)

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        # The body of a refused request is not read, so nothing more can be said on this connection.
        self.close_connection = True
        self._send(refusal(sentence), JSON_TYPE, status)

    def _send(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing: the terminal belongs to the person who started it."""


def refusal(sentence: str) -> bytes:
    return json.encode({"refused": sentence})


def page_files() -> dict[str, tuple[bytes, str]]:
    """By address all files of the page, with their types."""
    root = resources.files("viewer").joinpath("static")
    return {"/": _file(root.joinpath("viewer", "page.html")), **_files(root, "")}


def _files(folder: Traversable, address: str) -> dict[str, tuple[bytes, str]]:
    found: dict[str, tuple[bytes, str]] = {}
    for item in folder.iterdir():
        name = f"{address}/{item.name}"
        found |= _files(item, name) if item.is_dir() else {name: _file(item)}
    return found


def _file(item: Traversable) -> tuple[bytes, str]:
    return item.read_bytes(), TYPES[item.name.rpartition(".")[2]]
