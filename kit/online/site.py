"""A site as its API answers: questions out, JSON in, and every refusal one sentence."""

import time
from collections.abc import Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from types import TracebackType
from typing import IO, Any

import httpx

from kit.online.keyring import Login

Answer = dict[str, Any]

PAGE = 100
"""How many of a list are asked for at once: the most a site gives."""

POLL_SECONDS = 1.0
"""Between two questions whether anything is new; a site answers 304 to most of them."""

MOST_WAITS = 5
"""So often the same question is asked again when the site says that it is too busy."""


class SiteRefuses(Exception):
    """The site says no; the sentence is its own."""

    def __init__(self, status: int, sentence: str) -> None:
        super().__init__(sentence)
        self.status = status


class SiteFails(Exception):
    """The site cannot be reached, or fails; the sentence says which."""


class Site:
    """One site, asked as one person or as nobody."""

    def __init__(self, login: Login) -> None:
        self.address = login.address
        self.is_known = login.token is not None
        headers = {"User-Agent": f"moonladder/{_version()}"}
        if login.token is not None:
            headers["Authorization"] = f"Bearer {login.token}"
        try:
            self._client = httpx.Client(
                base_url=f"{self.address}/api/v1/", headers=headers, timeout=httpx.Timeout(60)
            )
        except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
            raise SiteFails(f"{self.address} is no address of a site: {error}") from None

    def __enter__(self) -> "Site":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._client.close()

    def get(self, path: str, **asked: object) -> Answer:
        """What the site answers to a question."""
        return _object(self._ask("GET", path, params=_given(asked)))

    def content(self, path: str) -> bytes:
        """The bytes of a file."""
        return self._ask("GET", path).content

    def post(self, path: str, said: Mapping[str, object]) -> Answer:
        """Ask the site to do something."""
        return _object(self._ask("POST", path, json=_given(said)))

    def upload(self, path: str, name: str, file: IO[bytes], said: Mapping[str, str]) -> Answer:
        """Send a file."""
        sent = {"file": (name, file, "application/octet-stream")}
        return _object(self._ask("POST", path, files=sent, data=said))

    def every(self, path: str, most: int, **asked: object) -> Iterator[Answer]:
        """The first of a list, page by page."""
        page = self.get(path, limit=min(PAGE, most), **asked)
        while True:
            yield from page["results"][:most]
            most -= len(page["results"])
            if page["next"] is None or most <= 0:
                return
            # Only the question is taken from the answer: the token goes to no other address.
            query = httpx.URL(page["next"]).params
            page = self.get(path, **dict(query))

    def follow(self, path: str) -> Iterator[Answer]:
        """An answer, and then each new one; the site makes none while nothing has changed."""
        tag: str | None = None
        while True:
            headers = {"If-None-Match": tag} if tag else None
            response = self._ask("GET", path, headers=headers)
            if response.status_code != httpx.codes.NOT_MODIFIED:
                yield _object(response)
            tag = response.headers.get("ETag")
            time.sleep(POLL_SECONDS)

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """One question; whoever is told to wait waits, if nothing was to be changed by it."""
        for _ in range(MOST_WAITS):
            response = self._send(method, path, more)
            too_busy = response.status_code == httpx.codes.TOO_MANY_REQUESTS
            if method != "GET" or not too_busy:
                break
            time.sleep(_wait_seconds(response))
        return _checked(response, self.address)

    def _send(self, method: str, path: str, more: Mapping[str, Any]) -> httpx.Response:
        try:
            return self._client.request(method, path, **more)
        except httpx.TimeoutException:
            raise SiteFails(f"{self.address} does not answer: try again in a while") from None
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            why = f"{self.address} cannot be reached ({error})"
            raise SiteFails(f"{why}: is it running, and is that its address?") from None


def _given(values: Mapping[str, object]) -> dict[str, Any]:
    """What was said, without what was left open."""
    return {name: value for name, value in values.items() if value is not None}


def _wait_seconds(response: httpx.Response) -> float:
    text = response.headers.get("Retry-After", "")
    return float(text) if text.isdecimal() else POLL_SECONDS


def _checked(response: httpx.Response, address: str) -> httpx.Response:
    """The answer, if it is one."""
    if response.is_success or response.status_code == httpx.codes.NOT_MODIFIED:
        return response
    if response.has_redirect_location:
        where = response.headers["Location"]
        raise SiteFails(f"{address} sends us on to {where}: use the address it has there")
    sentence = _sentence(response)
    if response.is_client_error and sentence is not None:
        raise SiteRefuses(response.status_code, sentence)
    said = sentence or f"{response.status_code} {response.reason_phrase}"
    raise SiteFails(f"{address} answers no question of ours: {said}")


def _sentence(response: httpx.Response) -> str | None:
    """What a problem of the API says in words; None if this is none."""
    if not response.headers.get("Content-Type", "").startswith("application/problem+json"):
        return None
    return str(_object(response).get("detail", ""))


def _object(response: httpx.Response) -> Answer:
    try:
        answer = response.json()
    except ValueError:
        answer = None
    if not isinstance(answer, dict):
        raise SiteFails(f"{response.url} does not answer as a Moonladder site does")
    return answer


def _version() -> str:
    try:
        return version("moonladder")
    except PackageNotFoundError:  # run from its source, without having been installed
        return "0"
