"""Matches played a second time, and the alarm when they come out otherwise."""

import gzip

import pytest
from pytest_django import Settings

from matches import rechecks, replay, runner, selectors, services
from matches.models import Match, Recheck, Record
from moonladder.audit.models import AuditEvent
from moonladder.bots.models import Version
from moonladder.ladders.models import Ladder
from tests.matches import arena


@pytest.fixture
def everything_drawn(settings: Settings) -> None:
    """Every match is to be played again."""
    settings.RECHECK_PERCENT = 100


def test_the_same_seed_and_bots_give_the_same_match(quartet: Ladder) -> None:
    (match, *_) = arena.play_rounds(quartet, 1)
    assert rechecks.match_reproduce(match_id=match.pk) is None


def test_a_match_of_a_moody_bot_names_the_decision_where_it_parts(ladder: Ladder) -> None:
    for name, player in (("ada", "first"), ("bob", "first"), ("eve", "moody")):
        arena.seat(ladder, name, player)
    difference = None
    for match in arena.play_rounds(ladder, 2):
        difference = difference or rechecks.match_reproduce(match_id=match.pk)
    assert difference is not None
    assert "(eve/eve), asked to" in difference.sentence
    assert "chose" in difference.sentence


def test_a_drawn_match_is_played_again_once(everything_drawn: None, quartet: Ladder) -> None:
    (match, *_) = arena.play_rounds(quartet, 1)
    assert match.pk in rechecks.waiting_rechecks()
    rechecks.match_recheck(match_id=match.pk)
    recheck = Recheck.objects.get(match=match)
    assert recheck.identical
    assert match.pk not in rechecks.waiting_rechecks()
    assert not AuditEvent.objects.exists()


def test_no_match_is_drawn_where_none_shall_be(settings: Settings, quartet: Ladder) -> None:
    settings.RECHECK_PERCENT = 0
    arena.play_rounds(quartet, 2, arena.decide_block)
    assert not Recheck.objects.exists()


def other_play(match: Match) -> None:
    """Make another play of a match the one that is recorded: its first player chose otherwise."""
    seat = match.table.select_related("version").get(number=0)
    Version.objects.filter(pk=seat.version_id).update(built=other_program())
    record = runner.play(services.match_job(match_id=match.pk)).record
    Version.objects.filter(pk=seat.version_id).update(built=str(seat.version.built))
    Record.objects.filter(match=match).update(content=gzip.compress(record))


def other_program() -> str:
    """Where a program is stored that chooses otherwise."""
    return str(Version.objects.get(bot__name="eve").built)


def test_a_deterministic_bot_that_differs_raises_an_alarm(
    everything_drawn: None, ladder: Ladder, caplog: pytest.LogCaptureFixture
) -> None:
    for name, player in (("ada", "first"), ("bob", "first"), ("cleo", "first")):
        arena.seat(ladder, name, player)
    (match, *_) = arena.play_rounds(ladder, 1)
    arena.seat(ladder, "eve", "last")
    other_play(match)
    rechecks.match_recheck(match_id=match.pk)
    assert not Recheck.objects.get(match=match).identical
    event = AuditEvent.objects.get()
    assert (event.actor, event.action) == (None, "alarm")
    assert "ALARM" in caplog.text


def test_a_bot_without_the_badge_raises_none(everything_drawn: None, ladder: Ladder) -> None:
    for name, player in (("ada", "first"), ("bob", "first"), ("cleo", "first")):
        arena.seat(ladder, name, player)
    (match, *_) = arena.play_rounds(ladder, 1)
    arena.seat(ladder, "eve", "last")
    other_play(match)
    Version.objects.update(deterministic=False)
    rechecks.match_recheck(match_id=match.pk)
    assert Recheck.objects.get(match=match).identical is False
    assert not AuditEvent.objects.exists()


def test_a_record_that_was_changed_does_not_hold(quartet: Ladder) -> None:
    (match, *_) = arena.play_rounds(quartet, 1)
    text = gzip.decompress(selectors.record_content(match_id=match.pk))
    changed = gzip.compress(text.replace(match.fingerprint.encode(), b"0" * 64))
    assert "the fingerprint is" in str(replay.why_invalid(changed))
    assert "not JSON" in str(replay.why_invalid(gzip.compress(text[:100])))
    assert replay.why_invalid(b"no gzip") is not None
