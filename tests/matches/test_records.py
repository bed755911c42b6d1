"""Records as they are stored and handed out: what they name, who reads what of them, and when."""

import gzip
import json
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.management import call_command
from django.utils import timezone
from pytest_django import Settings

from kit.command.main import main
from matches import planning, replay, retention, selectors, watching
from matches.models import Match, Record, Seat
from matches.services import packed
from moonladder.bots.names import Unknown
from moonladder.bots.visibility import Visitor
from moonladder.ladders.models import Ladder
from tests.matches import arena

Printed = pytest.CaptureFixture[str]
NOBODY = AnonymousUser()
OWNERS = ("ada", "bob", "cleo")


@pytest.fixture
def match(ladder: Ladder) -> Match:
    """A match of three bots that say much, and err in words of their own."""
    for name in OWNERS:
        arena.seat(ladder, name, "chatty")
    (played, *_) = arena.play_rounds(ladder, 1)
    record = json.loads(whole(played))
    assert {fault["seat"] for fault in record["faults"]} == {0, 1, 2}
    for fault in record["faults"]:
        fault["detail"] = f"fault-of-seat-{fault['seat']}"
    content = packed(json.dumps(record, separators=(",", ":")).encode())
    Record.objects.filter(match=played).update(content=content)
    return played


def whole(match: Match) -> bytes:
    """All of a match's record."""
    return gzip.decompress(selectors.record_content(match_id=match.pk))


def owner_of(match: Match, seat: int) -> User:
    """Whose bot sits there."""
    return match.table.select_related("version__bot__owner").get(number=seat).version.bot.owner


def words_of(*seats: int) -> list[bytes]:
    """All that bots in these seats say to their owners, wherever it turns up."""
    return [
        f"{what}-of-seat-{seat}".encode() for what in ("note", "fault", "log") for seat in seats
    ]


def finds(text: bytes, words: Sequence[bytes]) -> set[bytes]:
    return {word for word in words if word in text}


# ── which version played ──────────────────────────────────────────────────────────────────────


def test_a_record_names_the_version_that_authors_see_in_their_own_files(
    match: Match, tmp_path: Path, capsys: Printed
) -> None:
    (tmp_path / "match.json").write_bytes(selectors.record_for(match, NOBODY))
    seat = match.table.select_related("version").get(number=0)
    name = f"{owner_of(match, 0)}/{owner_of(match, 0)}@{seat.version.digest[:12]}"
    assert json.loads(whole(match))["bots"][0] == name

    (tmp_path / "bot.py").write_bytes(arena.source("chatty"))
    rerun = ["rerun", str(tmp_path / "match.json"), "--seat", "0", "--unsandboxed", "--json"]
    assert main([*rerun, "--bot", str(tmp_path / "bot.py")]) == 0
    (tmp_path / "bot.py").write_bytes(arena.source("crasher"))
    capsys.readouterr()
    assert main([*rerun, "--bot", str(tmp_path / "bot.py")]) == 1
    why = json.loads(capsys.readouterr().out)["why"]
    assert why.startswith(f"another version: the record is of {name}, this is bot.py@")


# ── who reads what ────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_an_owner_reads_what_the_own_bot_said_and_nothing_of_others(
    match: Match, seat: int
) -> None:
    text = selectors.record_for(match, owner_of(match, seat))
    others = [other for other in (0, 1, 2) if other != seat]
    assert finds(text, words_of(seat)) == set(words_of(seat)[:2]), "the log is in no record"
    assert finds(text, words_of(*others)) == set()


def test_strangers_read_no_word_and_organisers_every_word(match: Match) -> None:
    organiser = User.objects.create(username="olga", is_staff=True)
    for stranger in (NOBODY, arena.make_user("eve")):
        assert finds(selectors.record_for(match, stranger), words_of(0, 1, 2)) == set()
    assert selectors.record_for(match, organiser) == whole(match)


def test_what_is_public_of_a_match_stays_in_its_public_record(match: Match) -> None:
    stored, public = json.loads(whole(match)), json.loads(selectors.record_for(match, NOBODY))
    for field in stored.keys() - {"remarks", "faults"}:
        assert public[field] == stored[field]
    assert [fault["fault"] for fault in public["faults"]] == ["illegal_choice"] * 3
    assert {json.dumps(remark["beliefs"]) for remark in public["remarks"]} == {
        '[{"shaman": 1.0}, null, null]'
    }


@pytest.mark.parametrize("reader", ["nobody", "owner", "organiser"])
def test_whatever_was_cut_a_record_verifies_and_can_be_watched(
    match: Match, tmp_path: Path, reader: str
) -> None:
    readers: dict[str, Visitor] = {
        "nobody": NOBODY,
        "owner": owner_of(match, 1),
        "organiser": User(pk=999, is_staff=True),
    }
    text = selectors.record_for(match, readers[reader])
    (tmp_path / "match.json").write_bytes(text)
    assert main(["verify", str(tmp_path / "match.json")]) == 0
    for audience in watching.audiences(3):
        assert json.loads(gzip.decompress(watching.frames_of(text, audience)))["frames"]


def test_the_tag_names_the_bytes(match: Match) -> None:
    readers: list[Visitor] = [NOBODY, *(owner_of(match, seat) for seat in (0, 1, 2))]
    told = [
        (selectors.record_tag(match, each), selectors.record_for(match, each)) for each in readers
    ]
    assert len(dict(told)) == len({text for _, text in told}) == 4
    assert selectors.record_tag(match, arena.make_user("eve")) == told[0][0] == match.fingerprint


def test_there_is_no_record_before_the_end_and_none_of_a_strangers_trial(match: Match) -> None:
    block = planning.ranked_plan(ladder=match.ladder)
    assert block is not None
    with pytest.raises(Unknown, match="once it is finished"):
        selectors.record_for(block.matches.get(part=0), NOBODY)
    Match.objects.filter(pk=match.pk).update(kind="trial", settled_at=None)
    match.refresh_from_db()
    with pytest.raises(Unknown, match="There is no match quick/1"):
        selectors.record_tag(match, arena.make_user("eve"))
    assert selectors.record_for(match, owner_of(match, 0))


def test_a_record_of_another_version_is_said_to_be_one(match: Match) -> None:
    content = packed(whole(match).replace(b'"version":2', b'"version":1', 1))
    Record.objects.filter(match=match).update(content=content)
    with pytest.raises(Unknown, match="cannot be read: this record was made by another version"):
        selectors.record_for(match, NOBODY)


def test_a_record_that_was_changed_does_not_hold(match: Match) -> None:
    text = whole(match)
    changed = gzip.compress(text.replace(match.fingerprint.encode(), b"0" * 64))
    assert "the fingerprint is" in str(replay.why_invalid(changed))
    assert "not JSON" in str(replay.why_invalid(gzip.compress(text[:100])))
    assert replay.why_invalid(b"no gzip") is not None


# ── how long ──────────────────────────────────────────────────────────────────────────────────


def grow_old(match: Match, settings: Settings) -> None:
    settings.KEEP_LOGS_DAYS = 30
    past = timezone.now() - timedelta(days=31)
    Record.objects.filter(match=match).update(remarks_since=past)


def test_what_bots_said_to_owners_is_forgotten_when_its_time_is_over(
    match: Match, settings: Settings
) -> None:
    grow_old(match, settings)
    owner = owner_of(match, 0)
    public, tag = selectors.record_for(match, NOBODY), selectors.record_tag(match, owner)
    assert retention.remarks_forget() == 1
    assert selectors.record_for(match, owner) == whole(match) == public
    assert finds(whole(match), words_of(0, 1, 2)) == set()
    assert selectors.record_tag(match, owner) == match.fingerprint != tag
    assert not match.table.exclude(stderr="").exists()
    assert Seat.objects.exclude(stderr="").exists(), "the other matches are younger"
    assert retention.remarks_forget() == 0


def test_records_hold_after_their_remarks_are_gone(match: Match, settings: Settings) -> None:
    grow_old(match, settings)
    assert retention.remarks_forget() == 1
    match.refresh_from_db()
    assert replay.load(selectors.record_content(match_id=match.pk)).fingerprint == match.fingerprint
    call_command("verify_records", "--ladder", "quick")


def test_one_run_does_so_much_and_the_next_goes_on(
    match: Match, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(retention, "AT_ONCE", 2)
    monkeypatch.setattr(retention, "TOGETHER", 1)
    for each in match.block.matches.all():
        grow_old(each, settings)
    assert [retention.remarks_forget() for _ in range(3)] == [2, 1, 0]


def test_a_record_that_cannot_be_read_holds_nobody_up(match: Match, settings: Settings) -> None:
    Record.objects.filter(match=match).update(content=b"damaged")
    grow_old(match, settings)
    assert [retention.remarks_forget() for _ in range(2)] == [1, 0]
    assert selectors.record_content(match_id=match.pk) == b"damaged"
