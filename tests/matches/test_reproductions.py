"""Matches played again: asked for or drawn, held like matches, told without anybody's secrets."""

import gzip
import json
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser, User
from django.core.files.base import ContentFile
from django.db import IntegrityError, transaction
from django.utils import timezone
from pytest_django import Settings

import sandbox
from matches import playing, queue, reproductions, runner, services, tasks
from matches.jobs import PlatformFault
from matches.models import Match, Record, Reproduction, ReproductionStatus
from matches.reproductions import ReproductionReport
from moonladder.audit.models import AuditEvent
from moonladder.bots.models import Version
from moonladder.bots.quotas import QuotaReached
from moonladder.ladders.models import Ladder
from moonladder.ladders.services import Refused
from tests.matches import arena, site
from tests.services.processes import wait_until

NOBODY = AnonymousUser()


@pytest.fixture
def match(ladder: Ladder) -> Match:
    """A finished match of three bots that take the first option and say much to their owners."""
    for name in ("ada", "bob", "cleo"):
        arena.seat(ladder, name, "chatty")
    (played, *_) = arena.play_rounds(ladder, 1)
    return played


@pytest.fixture
def eve() -> User:
    """Somebody without a bot."""
    return arena.make_user("eve")


def other_play(match: Match, player: str = "last") -> None:
    """Make another play of a match the one that is recorded: its first bot was another then."""
    version = Version.objects.get(seats__match=match, seats__number=0)
    now = str(version.built)
    build(version, arena.source(player))
    record = runner.play(services.match_job(match_id=match.pk)).record
    Version.objects.filter(pk=version.pk).update(built=now)
    Record.objects.filter(match=match).update(content=gzip.compress(record))


def build(version: Version, source: bytes) -> None:
    """Let a version be this program, whatever was uploaded."""
    files = sandbox.read_upload("bot.py", source)
    version.built.save("built.tar.gz", ContentFile(files.pack()))


def reproduced(match: Match) -> Reproduction:
    """What came of playing a match again."""
    one = reproductions.reproduction_begin(match=match)
    assert playing.reproduction_play(reproduction_id=one.pk)
    one.refresh_from_db()
    return one


def told(match: Match, user: User | AnonymousUser = NOBODY) -> ReproductionReport:
    report = reproductions.reproduction_report(match, user)
    assert report is not None
    return report


def lose_worker(one: Reproduction) -> None:
    """Let the lease of whoever plays it run out."""
    past = timezone.now() - timedelta(seconds=1)
    Reproduction.objects.filter(pk=one.pk).update(lease_until=past)


# ── what comes of it ──────────────────────────────────────────────────────────────────────────


def test_the_same_seed_and_bots_give_the_same_match(match: Match) -> None:
    assert reproductions.reproduction_report(match, NOBODY) is None
    one = reproduced(match)
    assert (one.status, one.difference, one.claim) == (ReproductionStatus.IDENTICAL, None, "")
    assert told(match).sentence == f"{match} came out the same, to the last message."
    assert not AuditEvent.objects.exists()


def test_the_first_message_that_differs_is_told(match: Match) -> None:
    other_play(match)
    one = reproduced(match)
    report = told(match)
    assert (one.status, report.status) == (ReproductionStatus.DIVERGED, "diverged")
    assert (report.turn, report.decision, report.seat) == (1, 0, 0)
    assert report.recorded is not None
    assert report.now == {"id": 1, "choice": 0}
    assert report.recorded["id"] == 1
    assert report.recorded["choice"] > 0
    assert "came out otherwise at decision 0: seat 0 (" in report.sentence
    assert "asked to" in report.sentence
    assert f"chose {report.recorded['choice']} (" in report.sentence


def test_a_bot_that_was_not_ready_is_told_of_before_the_first_decision(match: Match) -> None:
    other_play(match, "stillborn")
    reproduced(match)
    report = told(match)
    assert report.decision is None
    assert report.recorded == {"fault": "crash:exit 1"}
    assert "before the first decision: seat 0 (" in report.sentence
    assert report.sentence.endswith("committed crash:exit 1 at first and was ready again.")


@pytest.mark.parametrize("player", ["last", "crasher", "stillborn"])
def test_nothing_that_bots_say_to_owners_is_in_a_report(match: Match, player: str) -> None:
    other_play(match, player)
    one = reproduced(match)
    for text in (json.dumps(one.difference), one.trouble, repr(told(match))):
        assert "-of-seat-" not in text
        assert "detail" not in text
        assert "note" not in text


def test_a_match_of_other_rules_cannot_be_played_again(match: Match) -> None:
    text = gzip.decompress(bytes(Record.objects.get(match=match).content))
    other = text.replace(b'"version":2', b'"version":1', 1)
    Record.objects.filter(match=match).update(content=gzip.compress(other))
    one = reproduced(match)
    assert one.status == ReproductionStatus.FAILED
    assert "made by another version" in one.trouble
    assert told(match).sentence == f"{match} could not be played again."
    owner = match.table.select_related("version__bot__owner").get(number=0).version.bot.owner
    assert told(match, owner).sentence.endswith(one.trouble)


def test_a_deterministic_bot_that_differs_raises_one_alarm(
    match: Match, caplog: pytest.LogCaptureFixture
) -> None:
    other_play(match)
    for _ in range(2):
        reproduced(match)
    event = AuditEvent.objects.get()
    assert (event.actor, event.action) == (None, "alarm")
    assert caplog.text.count("ALARM") == 1


def test_a_bot_without_the_badge_raises_none(match: Match) -> None:
    other_play(match)
    Version.objects.update(deterministic=False)
    assert reproduced(match).status == ReproductionStatus.DIVERGED
    assert not AuditEvent.objects.exists()


# ── who asks ──────────────────────────────────────────────────────────────────────────────────


def test_whoever_asks_meanwhile_gets_the_one_on_its_way(match: Match, eve: User) -> None:
    one = reproductions.reproduction_request(match, eve)
    assert one.requested_by == eve
    assert told(match).sentence == f"{match} waits to be played again."
    assert reproductions.reproduction_request(match, arena.make_user("ada")) == one
    hold = reproductions.reproduction_claim(reproduction_id=one.pk, worker="w")
    assert hold is not None
    assert told(match).sentence == f"{match} is being played again."
    assert reproductions.reproduction_request(match, eve) == one
    reproductions.reproduction_record(hold=hold, difference=None)
    assert reproductions.reproduction_request(match, eve) != one
    assert [report.status for report in reproductions.reproductions_of(match, eve)] == [
        "waiting",
        "identical",
    ]


def test_the_schema_knows_one_undone_of_a_match(match: Match) -> None:
    reproductions.reproduction_begin(match=match)
    with pytest.raises(IntegrityError), transaction.atomic():
        Reproduction.objects.create(match=match)


def test_a_match_that_is_not_finished_is_refused(match: Match, eve: User) -> None:
    block = arena.planning.ranked_plan(ladder=match.ladder)
    assert block is not None
    with pytest.raises(Refused, match="waiting: only a finished match can be played again"):
        reproductions.reproduction_request(block.matches.get(part=0), eve)


def test_who_asks_too_often_is_told_when_to_ask_again(
    match: Match, eve: User, settings: Settings
) -> None:
    settings.REPRODUCTIONS_PER_DAY = 2
    first, second, third = match.block.matches.order_by("part")
    asked = reproductions.reproduction_request(first, eve).requested_at
    reproductions.reproduction_request(second, eve)
    assert reproductions.reproduction_quota(eve).left == 0
    with pytest.raises(QuotaReached, match="2 reproductions in the last 24 hours") as refused:
        reproductions.reproduction_request(third, eve)
    assert refused.value.next_at == asked + timedelta(hours=24)
    assert reproductions.reproduction_request(second, eve), "it is on its way: that costs nothing"
    assert reproductions.reproduction_request(third, arena.make_user("ada"))


def test_what_the_site_failed_at_is_not_counted(match: Match, eve: User) -> None:
    one = reproductions.reproduction_request(match, eve)
    hold = reproductions.reproduction_claim(reproduction_id=one.pk, worker="w")
    assert hold is not None
    reproductions.reproduction_fail(hold=hold, trouble="no storage")
    assert reproductions.reproduction_quota(eve).used == 0


def test_the_reproduction_of_a_trial_is_not_there_for_strangers(match: Match, eve: User) -> None:
    Match.objects.filter(pk=match.pk).update(kind="trial", settled_at=None)
    match.refresh_from_db()
    reproduced(match)
    assert reproductions.reproduction_report(match, eve) is None
    assert reproductions.reproduction_report(match, arena.make_user("ada")) is not None


# ── drawn by lot ──────────────────────────────────────────────────────────────────────────────


def test_matches_are_drawn_as_often_as_the_site_says(settings: Settings, quartet: Ladder) -> None:
    settings.RECHECK_PERCENT = 0
    arena.play_rounds(quartet, 1, arena.decide_block)
    assert not Reproduction.objects.exists()
    settings.RECHECK_PERCENT = 100
    arena.play_rounds(quartet, 1, arena.decide_block)
    assert Reproduction.objects.filter(requested_by=None).count() == 3


def test_workers_are_told_of_the_first_few_and_of_those_asked_for_before_those_drawn(
    match: Match, eve: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reproductions, "AT_ONCE", 2)
    first, second, third = match.block.matches.order_by("part")
    for drawn in (first, second):
        reproductions.reproduction_begin(match=drawn)
    asked = reproductions.reproduction_begin(match=third, requested_by=eve)
    chosen = reproductions.forgotten_reproductions(silence=queue.silence())
    assert [one.match for one in chosen] == [third, first]
    queue.send_reproduction(asked)
    chosen = reproductions.forgotten_reproductions(silence=queue.silence())
    assert [one.match for one in chosen] == [first], "the other was told of just now"


# ── holding ───────────────────────────────────────────────────────────────────────────────────


def test_it_is_played_once_and_late_reports_change_nothing(match: Match) -> None:
    one = reproductions.reproduction_begin(match=match)
    late = reproductions.reproduction_claim(reproduction_id=one.pk, worker="slow")
    assert late is not None
    assert not playing.reproduction_play(reproduction_id=one.pk), "it is held"
    lose_worker(one)
    assert reproductions.reproductions_free_lost() == 1
    assert playing.reproduction_play(reproduction_id=one.pk)
    assert not reproductions.reproduction_record(hold=late, difference=None)
    assert not reproductions.reproduction_renew(hold=late)
    assert not playing.reproduction_play(reproduction_id=one.pk), "it is done"


def test_the_third_failure_of_ours_ends_it_with_the_reason(match: Match) -> None:
    one = reproductions.reproduction_begin(match=match)
    version = Version.objects.filter(seats__match=match)[0]
    version.built.delete(save=False)
    runner._files.cache_clear()
    for _ in range(services.MOST_ATTEMPTS):
        with pytest.raises(PlatformFault, match="FileNotFoundError"):
            playing.reproduction_play(reproduction_id=one.pk)
    one.refresh_from_db()
    assert one.status == ReproductionStatus.FAILED
    assert one.trouble.startswith("FileNotFoundError")
    assert one.done_at is not None


@pytest.mark.django_db(transaction=True)
def test_it_survives_the_worker_that_plays_it(broker: str, tmp_path: Path) -> None:
    """A bot waits behind a gate until its worker is dead; another worker finishes."""
    ladder = arena.make_ladder()
    for name in ("ada", "bob", "cleo"):
        arena.seat(ladder, name, "first")
    (match, *_) = arena.play_rounds(ladder, 1)
    gate = tmp_path / "gate"
    gate.touch()
    build(Version.objects.filter(seats__match=match)[0], waiting_behind(gate))
    one = reproductions.reproduction_request(match, arena.make_user("eve"))

    def is_now(status: ReproductionStatus) -> bool:
        return Reproduction.objects.filter(pk=one.pk, status=status).exists()

    with player(tmp_path, size=1) as pid:
        wait_until(lambda: is_now(ReproductionStatus.RUNNING), what="somebody to play it again")
        for process in site.descendants(pid):
            site.kill(process[0])
    gate.unlink()
    with player(tmp_path, size=2):

        def is_done() -> bool:
            tasks.sweep()
            return is_now(ReproductionStatus.IDENTICAL)

        wait_until(is_done, what="another worker to have played it again")
    one.refresh_from_db()
    assert one.attempts == 2
    assert one.worker


def player(folder: Path, size: int) -> AbstractContextManager[int]:
    """A worker that plays, and is soon given up for lost."""
    return site.worker(folder, size=size, queues="matches", sandbox="process", lease_seconds=1)


def waiting_behind(gate: Path) -> bytes:
    """A program that takes the first option, but not while the gate is there."""
    source = arena.source("first").decode()
    before = '    elif message["type"] == "ask":\n'
    assert before in source
    wait = f"        while os.path.exists({str(gate)!r}):\n            time.sleep(0.01)\n"
    return (
        source.replace(before, before + wait).replace("import sys", "import os, sys, time").encode()
    )
