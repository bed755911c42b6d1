"""A match from claim to record, and everything that may come in between."""

import gzip
from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from matches import planning, playing, replay, runner, selectors, services
from matches.jobs import PlatformFault
from matches.models import Match, MatchStatus, Record, Seat
from moonladder.ladders.models import Block, BlockKind, Ladder
from tests.matches import arena


@pytest.fixture
def match(quartet: Ladder) -> Match:
    """A ranked match that waits."""
    block = planning.ranked_plan(ladder=quartet)
    assert block is not None
    return Match.objects.get(block=block, part=0)


def lose_worker(match: Match) -> None:
    """Let the lease of whoever plays the match run out."""
    past = timezone.now() - timedelta(seconds=1)
    Match.objects.filter(pk=match.pk).update(lease_until=past)


def test_a_match_is_played_recorded_and_can_be_replayed(match: Match) -> None:
    assert playing.match_play(match_id=match.pk)
    match.refresh_from_db()
    assert (match.status, match.attempts, match.claim) == (MatchStatus.FINISHED, 1, "")
    assert match.decisions > 0
    content = selectors.record_content(match_id=match.pk)
    assert replay.why_invalid(content) is None
    assert replay.load(content).fingerprint == match.fingerprint
    assert min(seat.placement or 0 for seat in match.table.all()) == 1
    assert sum(seat.score or 0 for seat in match.table.all()) == 1.5


def test_what_bots_did_and_used_is_kept_with_their_seats(quartet: Ladder) -> None:
    for match in arena.play_rounds(quartet, 2):
        for seat in match.table.select_related("version__bot"):
            assert seat.stamp == "unsandboxed"
            assert seat.role_start in {"shaman", "shadow"}
            assert bool(seat.stderr) == (seat.version.bot.name == "bob")


def test_a_claimed_match_is_nobody_elses(match: Match) -> None:
    assert services.match_claim(match_id=match.pk, worker="one") is not None
    assert services.match_claim(match_id=match.pk, worker="two") is None
    assert not playing.match_play(match_id=match.pk)


def test_a_finished_match_is_not_played_again(match: Match) -> None:
    assert playing.match_play(match_id=match.pk)
    before = selectors.record_content(match_id=match.pk)
    assert not playing.match_play(match_id=match.pk)
    assert selectors.record_content(match_id=match.pk) == before


def test_a_report_that_comes_twice_counts_once(match: Match) -> None:
    job = services.match_claim(match_id=match.pk, worker="one")
    assert job is not None
    result = runner.play(job)
    assert services.match_record(job=job, result=result)
    assert not services.match_record(job=job, result=result)
    assert Record.objects.filter(match=match).count() == 1


def test_a_report_of_a_worker_that_was_given_up_changes_nothing(match: Match) -> None:
    late = services.match_claim(match_id=match.pk, worker="slow")
    assert late is not None
    result = runner.play(late)
    lose_worker(match)
    assert services.matches_free_lost() == 1
    job = services.match_claim(match_id=match.pk, worker="quick")
    assert job is not None
    assert not services.match_record(job=late, result=result)
    assert not services.lease_renew(match_id=match.pk, claim=late.claim)
    assert services.match_record(job=job, result=result)


def test_a_lease_that_is_renewed_is_not_swept(match: Match) -> None:
    job = services.match_claim(match_id=match.pk, worker="one")
    assert job is not None
    lose_worker(match)
    assert services.lease_renew(match_id=match.pk, claim=job.claim)
    assert services.matches_free_lost() == 0


def test_the_third_failure_of_ours_voids_a_match_with_the_reason(match: Match) -> None:
    for attempt in range(services.MOST_ATTEMPTS):
        assert services.match_claim(match_id=match.pk, worker=f"w{attempt}") is not None
        lose_worker(match)
        assert services.matches_free_lost() == 1
    match.refresh_from_db()
    assert match.status == MatchStatus.VOID
    assert match.trouble == "given up after 3 attempts; the last one: worker w2 was lost"
    assert services.match_claim(match_id=match.pk, worker="late") is None


def test_files_that_are_gone_are_our_fault_and_cost_nobody_anything(match: Match) -> None:
    version = match.table.get(number=0).version
    version.built.delete(save=False)
    runner._files.cache_clear()
    with pytest.raises(PlatformFault, match="FileNotFoundError"):
        playing.match_play(match_id=match.pk)
    match.refresh_from_db()
    assert match.status == MatchStatus.WAITING
    assert match.trouble.startswith("FileNotFoundError")


def test_a_bot_that_crashes_loses_and_the_match_counts(ladder: Ladder) -> None:
    for name in ("ada", "bob"):
        arena.seat(ladder, name, "first")
    crasher = arena.seat(ladder, "eve", "crasher")
    for match in arena.play_rounds(ladder, 1):
        assert match.status == MatchStatus.FINISHED
        seat = Seat.objects.get(match=match, version__bot=crasher.bot)
        assert (seat.placement, seat.score, seat.fault) == (3, 0, "crash:exit 1")
        assert "out of ideas" in seat.stderr


def test_the_same_record_is_stored_as_the_same_bytes(match: Match) -> None:
    assert playing.match_play(match_id=match.pk)
    content = selectors.record_content(match_id=match.pk)
    assert gzip.compress(gzip.decompress(content), 6, mtime=0) == content


def test_the_schema_refuses_what_must_never_be(match: Match) -> None:
    seat, block = match.table.get(number=0), match.block
    twice = (
        lambda: Match.objects.create(
            block=block, part=0, ladder=block.ladder, number=99, kind=BlockKind.RANKED
        ),
        lambda: Match.objects.create(
            block=block, part=99, ladder=block.ladder, number=match.number, kind=BlockKind.RANKED
        ),
        lambda: Seat.objects.create(match=match, number=0, version=seat.version),
        lambda: Seat.objects.create(match=match, number=9, version=seat.version, stint=seat.stint),
        lambda: Block.objects.create(
            ladder=block.ladder, number=block.number, kind="ranked", priority=6, seed=1
        ),
        lambda: Match.objects.filter(pk=match.pk).update(status=MatchStatus.RUNNING),
        lambda: Match.objects.filter(pk=match.pk).update(status=MatchStatus.FINISHED),
        lambda: Match.objects.filter(pk=match.pk).update(status=MatchStatus.VOID),
        lambda: Match.objects.filter(pk=match.pk).update(settled_at=timezone.now()),
        lambda: Seat.objects.filter(pk=seat.pk).update(placement=0),
    )
    for attempt in twice:
        with pytest.raises(IntegrityError), transaction.atomic():
            attempt()
