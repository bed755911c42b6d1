"""Records from people's own machines: shown, refused in a sentence, kept nowhere."""

import threading
from typing import Any

import pytest
from django.core.cache import cache
from django.test import Client
from django.test.client import FakePayload
from msgspec.structs import replace
from playwright.sync_api import Page, expect
from pytest_django.live_server_helper import LiveServer

from engine import record
from matches.models import Record
from moonladder.web import records
from tests.viewer.matches import lively
from viewer import frames

MATCH = lively("shamans", 3, max_rounds=1)
TEXT = record.dump(MATCH)


def post(text: bytes, audience: str = "all") -> tuple[int, bytes]:
    address = f"/replay/frames/{audience}.json"
    answer = Client().post(address, text, content_type="application/json")
    return answer.status_code, answer.content


@pytest.mark.parametrize(("name", "audience"), [("all", "everything"), ("public", "public")])
def test_a_record_is_shown_to_whoever_brings_it(name: str, audience: frames.Audience) -> None:
    assert post(TEXT, name) == (200, frames.encoded(MATCH, audience))
    assert post(TEXT, "seat-2") == (200, frames.encoded(MATCH, 2))


def test_nothing_of_it_is_kept(db: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "set", None)
    assert post(TEXT)[0] == 200
    assert not Record.objects.exists()


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", b"This record is refused: this is not JSON"),
        (b"[" * 100_000, b"This record is refused: this is not JSON"),
        (b"{}", b"This record is refused: this is no record of a match"),
        (TEXT.replace(b'"seed":7', b'"seed":8'), b"This record is refused: "),
    ],
)
def test_what_is_no_true_record_is_refused_in_a_sentence(text: bytes, sentence: bytes) -> None:
    status, said = post(text)
    assert status == 200
    assert sentence in said


def test_a_seat_that_there_is_not_is_refused() -> None:
    assert b"This match has no audience seat-3." in post(TEXT, "seat-3")[1]


def test_a_record_too_large_is_not_even_read() -> None:
    status, said = post(b" " * ((records.MOST_MIB << 20) + 1))
    assert (status, b"2 MB at most" in said) == (413, True)


def test_a_record_that_is_too_long_to_be_shown_is_refused() -> None:
    long = replace(MATCH, choices=[0] * 4001, times=[None] * 4001, trail=[""] * 4001)
    status, said = post(record.dump(long))
    assert (status, b"4,001 decisions" in said, b"moonladder view" in said) == (200, True, True)


def test_one_is_replayed_at_a_time_and_others_are_told_to_wait(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(records, "PATIENCE_SECONDS", 0)
    monkeypatch.setattr(records, "_turn", threading.BoundedSemaphore(1))
    with records._turn:
        assert post(TEXT)[0] == 503
    assert post(TEXT)[0] == 200


def test_of_those_who_wait_the_third_is_told_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "_line", threading.BoundedSemaphore(2))
    monkeypatch.setattr(records, "PATIENCE_SECONDS", 3600)
    with records._line, records._line:
        assert post(TEXT)[0] == 503
    assert post(TEXT)[0] == 200


def test_who_sends_slowly_keeps_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow(FakePayload):
        """What somebody sends while others have theirs replayed."""

        def read(self, *args: int, **kwargs: int) -> bytes:
            statuses.append(post(TEXT)[0])
            return super().read(*args, **kwargs)

    statuses: list[int] = []
    monkeypatch.setattr(records, "PATIENCE_SECONDS", 0)
    sent: dict[str, Any] = {"wsgi.input": Slow(TEXT), "CONTENT_LENGTH": len(TEXT)}
    answer = Client().post("/replay/frames/all.json", content_type="application/json", **sent)
    assert (answer.status_code, set(statuses)) == (200, {200})


def test_other_sites_cannot_have_anything_replayed() -> None:
    client = Client(enforce_csrf_checks=True)
    answer = client.post("/replay/frames/all.json", TEXT, content_type="application/json")
    assert answer.status_code == 403


def test_a_file_is_chosen_and_watched(live_server: LiveServer, page: Page) -> None:
    page.goto(f"{live_server.url}/replay/")
    expect(page.locator("#replay")).to_be_hidden()
    file = {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"milk, bread"}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("alert")).to_contain_text("This record is refused: this is not JSON")
    file = {"name": "match.json", "mimeType": "application/json", "buffer": TEXT}
    page.locator("#file").set_input_files(file)  # type: ignore[arg-type]
    expect(page.get_by_role("heading", level=2).first).to_contain_text("Shamans")
    expect(page.get_by_role("alert")).to_be_hidden()
    page.get_by_label("What seat 1 knew").check()
    expect(page.locator(".player .backs")).to_have_count(2)
