"""The server of a replay: what it shows, what it takes, whom it answers."""

import http.client
import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine import record
from engine.kernel import Json
from tests.services.processes import wait_until
from tests.viewer.matches import lively, served
from viewer import frames, server
from viewer.server import Server

MATCH = lively("shamans", 3, max_rounds=1)


@pytest.fixture
def replay() -> Iterator[Server]:
    """A server that shows a match."""
    with served(MATCH) as running:
        yield running


def ask(
    replay: Server, path: str, method: str = "GET", body: bytes | None = None, **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    connection = http.client.HTTPConnection(server.HOST, replay.server_port)
    connection.request(method, path, body, headers)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer, text


def post(replay: Server, body: bytes, **headers: str) -> tuple[int, Json]:
    origin = {"Origin": replay.address.rstrip("/")}
    answer, text = ask(replay, "/record", "POST", body, **(origin | headers))
    return answer.status, json.loads(text)


def test_the_page_and_all_it_loads_come_from_here_and_nowhere_else(replay: Server) -> None:
    answer, page = ask(replay, "/")
    assert answer.status == 200
    assert answer.headers["Content-Security-Policy"].startswith("default-src 'none'; ")
    assert b"http" not in page
    for path in replay.files:
        assert ask(replay, path)[0].status == 200


@pytest.mark.parametrize("audience", frames.audiences(3))
def test_an_audience_gets_its_own_frames(replay: Server, audience: frames.Audience) -> None:
    for _ in range(2):
        assert ask(replay, f"/frames/{audience}")[1] == frames.encoded(MATCH, audience)


@pytest.mark.parametrize("path", ["/nothing", "/frames/3", "/frames/", "/viewer/../server.py"])
def test_there_is_nothing_at_other_addresses(replay: Server, path: str) -> None:
    answer, text = ask(replay, path)
    assert answer.status == 404
    assert json.loads(text)["refused"]


def test_a_dropped_record_takes_the_place_of_the_match(replay: Server) -> None:
    other = lively("shamanix", 2, max_plies=20)
    ask(replay, "/frames/0")
    assert post(replay, record.dump(other)) == (200, {})
    assert ask(replay, "/frames/0")[1] == frames.encoded(other, 0)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{", "This record is refused: this is not JSON, or it is cut short"),
        (b"{}", "This record is refused: this is no record of a match"),
        (
            record.dump(MATCH).replace(b'"fingerprint":"', b'"fingerprint":"0'),
            "This record is refused: the fingerprint is ",
        ),
    ],
)
def test_a_record_that_does_not_hold_is_refused(replay: Server, body: bytes, sentence: str) -> None:
    status, said = post(replay, body)
    assert status == 200
    assert said["refused"].startswith(sentence)
    assert ask(replay, "/frames/public")[1] == frames.encoded(MATCH, "public")


def test_a_record_too_large_is_not_even_read(replay: Server) -> None:
    status, said = post(replay, b"", **{"Content-Length": str(server.MOST_BYTES + 1)})
    assert (status, said) == (413, {"refused": "a record may have 16 MB at most"})


@pytest.mark.parametrize("origin", ["http://example.org", "null", ""])
def test_other_pages_cannot_send_a_record(replay: Server, origin: str) -> None:
    assert post(replay, record.dump(MATCH), Origin=origin)[0] == 403


def test_other_names_for_this_machine_are_not_answered(replay: Server) -> None:
    assert ask(replay, "/frames/0", Host=f"example.org:{replay.server_port}")[0].status == 421


def test_without_a_match_the_page_asks_for_one() -> None:
    with Server(None) as running:
        said = running.frames("everything")
    assert said is not None
    assert json.loads(said) == {"refused": server.NOTHING_YET}


def test_it_prints_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    log = tmp_path / "log"
    program = (
        "from viewer.server import show; show(browse=False, say=lambda s: print(s, flush=True))"
    )
    with log.open("wb") as out:
        shown = subprocess.Popen([sys.executable, "-c", program], stdout=out, stderr=out)
        wait_until(lambda: "http://127.0.0.1:" in log.read_text(), what="the address")
        shown.send_signal(signal.SIGINT)
        assert shown.wait(timeout=30) == 0
    assert log.read_text().count("\n") == 1
