"""What is made of answers: a small server gives any that a real site would give too seldom."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import NamedTuple

import pytest

from kit.command.main import main
from kit.command.online.matches import KINDS, STATUSES
from kit.command.subcommand import Exit
from kit.online.keyring import Login
from kit.online.site import Site, SiteFails, SiteRefuses
from matches.models import MatchStatus
from moonladder.ladders.models import BlockKind
from tests.services.processes import free_port

PROBLEM = "application/problem+json"
Printed = pytest.CaptureFixture[str]


class Said(NamedTuple):
    """One answer of the server."""

    status: int
    body: object = None
    headers: tuple[tuple[str, str], ...] = (("Content-Type", "application/json"),)


class Asked(NamedTuple):
    """One question it got."""

    path: str
    token: str | None
    tag: str | None
    said: object


@contextmanager
def server(*answers: Said) -> Iterator[tuple[str, list[Asked]]]:
    """Give these answers, one after the other; tell its address and what it was asked."""
    left, asked = list(answers), list[Asked]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            headers = self.headers
            sent = json.loads(self.rfile.read(int(headers["Content-Length"] or 0)) or "null")
            tag = headers["If-None-Match"]
            asked.append(Asked(self.path, headers["Authorization"], tag, sent))
            said = left.pop(0)
            content = b"" if said.body is None else json.dumps(said.body).encode()
            self.send_response(said.status)
            for name, value in (*said.headers, ("Content-Length", str(len(content)))):
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(content)

        do_POST = do_GET

        def log_message(self, format: str, *args: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as running:
        thread = threading.Thread(target=running.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield f"http://127.0.0.1:{running.server_port}", asked
        finally:
            running.shutdown()
            thread.join()


def problem(status: int, sentence: str, *headers: tuple[str, str]) -> Said:
    body = {"title": "", "status": status, "detail": sentence}
    return Said(status, body, (("Content-Type", PROBLEM), *headers))


def test_a_refusal_is_told_in_the_sites_own_words() -> None:
    with (
        server(problem(404, "There is no ladder go.")) as (address, _),
        Site(Login(address, None)) as site,
        pytest.raises(SiteRefuses) as refused,
    ):
        site.get("ladders/go/")
    assert (refused.value.status, str(refused.value)) == (404, "There is no ladder go.")


def test_a_list_is_read_to_its_end_and_no_further_than_wanted() -> None:
    far = "https://elsewhere.example.org/api/v1/things/?cursor=abc&limit=100"
    first = Said(200, {"results": [{"n": n} for n in range(100)], "next": far})
    second = Said(200, {"results": [{"n": 100}, {"n": 101}], "next": None})
    with server(first, second) as (address, asked), Site(Login(address, "ml_1")) as site:
        found = list(site.every("things/", 101))
    assert [one["n"] for one in found] == list(range(101))
    assert [one.path for one in asked] == [
        "/api/v1/things/?limit=100",
        "/api/v1/things/?cursor=abc&limit=100",
    ]


def test_whoever_follows_is_told_only_what_is_new() -> None:
    tagged = (("Content-Type", "application/json"), ("ETag", '"a"'))
    answers = Said(200, {"n": 1}, tagged), Said(304, None, (("ETag", '"a"'),)), Said(200, {"n": 2})
    with server(*answers) as (address, asked), Site(Login(address, None)) as site:
        following = site.follow("thing/")
        assert [next(following)["n"], next(following)["n"]] == [1, 2]
    assert [one.tag for one in asked] == [None, '"a"', '"a"']


def test_a_site_that_is_too_busy_is_asked_again_when_it_says() -> None:
    busy = problem(429, "Too many requests.", ("Retry-After", "0"))
    with (
        server(busy, busy, Said(200, {"n": 1})) as (address, _),
        Site(Login(address, None)) as site,
    ):
        assert site.get("thing/") == {"n": 1}


@pytest.mark.parametrize(
    ("said", "sentence"),
    [
        (problem(500, "The site failed at this."), "The site failed at this."),
        (Said(502), "502 Bad Gateway"),
        (Said(200, ["no", "object"]), "does not answer as a Moonladder site does"),
        (Said(404), "404 Not Found"),
        (Said(301, None, (("Location", "https://new.example.org/"),)), "https://new.example.org/"),
    ],
)
def test_what_is_no_answer_is_the_sites_fault(said: Said, sentence: str) -> None:
    with (
        server(said) as (address, _),
        Site(Login(address, None)) as site,
        pytest.raises(SiteFails, match=sentence),
    ):
        site.get("thing/")


def test_the_command_knows_what_matches_may_be() -> None:
    assert set(STATUSES) == set(MatchStatus.values)
    assert set(KINDS) == set(BlockKind.values)


def test_a_site_that_is_not_there_says_so(capsys: Printed) -> None:
    address = f"http://127.0.0.1:{free_port()}"
    assert main(["standings", "shamans", "--site", address]) == Exit.MACHINE
    assert f"moonladder: {address} cannot be reached" in capsys.readouterr().err


@pytest.mark.parametrize("address", ["http://", "ftp://ladder.example.org", "http://a b/"])
def test_what_is_no_address_says_so(address: str, capsys: Printed) -> None:
    assert main(["standings", "shamans", "--site", address]) == Exit.MACHINE
    assert "moonladder: " in capsys.readouterr().err


@pytest.fixture(autouse=True)
def nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever runs the tests may have logins of their own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    for name in ("MOONLADDER_SITE", "MOONLADDER_TOKEN"):
        monkeypatch.delenv(name, raising=False)


def test_without_any_site_the_command_says_how_to_log_in(capsys: Printed) -> None:
    assert main(["standings", "shamans"]) == Exit.REFUSED
    assert "log in with `moonladder login URL`, or give --site" in capsys.readouterr().err


def test_no_token_is_sent_in_the_open(capsys: Printed) -> None:
    assert main(["login", "http://ladder.example.org"]) == Exit.REFUSED
    assert "would get your token unencrypted" in capsys.readouterr().err


@pytest.mark.parametrize("match", ["shamans", "shamans/x", "a/b/c", "https://x.org/ladders/a/1/"])
def test_what_names_no_match_is_refused(match: str, capsys: Printed) -> None:
    assert main(["watch", match, "--site", "http://127.0.0.1:1"]) == Exit.REFUSED
    assert "write a match as LADDER/NUMBER" in capsys.readouterr().err


def test_a_file_is_not_written_over(tmp_path: Path, capsys: Printed) -> None:
    there = tmp_path / "match.json"
    there.write_text("mine")
    words = ["download", "shamans/1", "-o", str(there), "--site", "http://127.0.0.1:1"]
    assert main(words) == Exit.REFUSED
    assert "is there already" in capsys.readouterr().err
    assert there.read_text() == "mine"


def test_what_a_log_says_moves_no_cursor(capsys: Printed) -> None:
    seat = {"seat": 0, "bot": {"owner": "ada", "name": "a"}, "version": 1}
    match = Said(200, {"ladder": "shamans", "number": 1, "seats": [seat]})
    log = Said(200, {"fault": "", "fault_detail": "", "stderr": "\33[2Jhello\nthere"})
    with (
        server(Said(200, {"name": "ada"}), match, log) as (address, asked),
        pytest.MonkeyPatch.context() as environment,
    ):
        environment.setenv("MOONLADDER_SITE", address)
        environment.setenv("MOONLADDER_TOKEN", "ml_secret")
        assert main(["logs", "shamans/1"]) == Exit.YES
    printed = capsys.readouterr().out
    assert "\33" not in printed
    assert printed.splitlines()[-2:] == ["\\x1b[2Jhello", "there"]
    assert {one.token for one in asked} == {"Bearer ml_secret"}


def test_a_challenge_names_its_bots_and_tells_its_match(capsys: Printed) -> None:
    seats = [
        {"seat": 0, "bot": {"owner": "ada", "name": "a"}, "version": 1},
        {"seat": 1, "bot": {"owner": "bob", "name": "b"}, "version": 2},
    ]
    match = {"ladder": "shamanix", "number": 9, "seats": seats}
    with (
        server(Said(200, {"name": "ada"}), Said(201, {"match": match})) as (address, asked),
        pytest.MonkeyPatch.context() as environment,
    ):
        environment.setenv("MOONLADDER_SITE", address)
        environment.setenv("MOONLADDER_TOKEN", "ml_secret")
        assert main(["challenge", "shamanix", "a", "bob/b/v2", "--seed", "7"]) == Exit.YES
    sent = {"ladder": "shamanix", "bots": ["ada/a", "bob/b/v2"], "seed": 7}
    assert [one.said for one in asked] == [None, sent]
    printed = capsys.readouterr().out
    assert "shamanix/9 waits to be played: ada/a v1, bob/b v2" in printed
    assert "moonladder watch shamanix/9" in printed
