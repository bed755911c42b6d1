"""Workers killed, the broker restarted: every match counts once, or is void with a reason.

CHAOS_MATCHES=1000 runs it at the size that proves something; the suite's is for every day.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.db.models import Count

from matches import recomputation, services
from matches.models import Match, MatchStatus, RatingChange, Record
from moonladder.embedded import redis_server
from moonladder.env import ROOT
from moonladder.ladders import elo
from moonladder.ladders.models import Entry, Ladder, LadderState
from tests.matches import arena, site
from tests.services.fixtures import shared_database_url
from tests.services.processes import find_program, site_environment, wait_until

MATCHES = int(os.environ.get("CHAOS_MATCHES", "40"))
EVERY = 10
"""After so many more matches are begun, something is killed."""


class Program:
    """A program that is killed and started again."""

    def __init__(self, command: list[str], log: Path, environment: dict[str, str]) -> None:
        self._command, self._log, self._environment = command, log, environment
        self.seen: set[site.Process] = set()
        self.start()

    def start(self) -> None:
        with self._log.open("ab") as log:
            self.process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def look(self) -> set[site.Process]:
        """All its processes now, remembered for the end."""
        now = site.descendants(self.process.pid)
        self.seen |= now
        return now

    def kill(self) -> None:
        """Kill the program alone; what it has started has to notice by itself."""
        self.look()
        site.kill(self.process.pid)
        self.process.wait()

    def stop(self) -> None:
        self.look()
        self.process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(30)
        self.kill()


class Site:
    """Redis, two workers that play, one that settles, and beat."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        state = Path(site_environment()["MOONLADDER_STATE_DIR"])
        environment = site_environment(
            database_url=shared_database_url(),
            redis_url=f"redis+socket://{folder}/redis.sock",
            state_dir=state,
            lease_seconds=4,
        )
        self.redis = Program(redis_server.command(folder), folder / "redis.log", environment)
        self.wait_for_redis()
        celery = [sys.executable, "-m", "celery", "-A", "moonladder"]
        words = {
            "player-1": site.worker_words("one", "matches"),
            "player-2": site.worker_words("two", "matches"),
            "settler": site.worker_words("three", "celery"),
            "beat": ("beat",),
        }
        self.programs = {
            name: Program([*celery, *word], folder / f"{name}.log", environment)
            for name, word in words.items()
        }
        self.players = [self.programs["player-1"], self.programs["player-2"]]

    def wait_for_redis(self) -> None:
        wait_until(lambda: redis_server.answers(self.folder), what="Redis to start")

    def kill_who_plays(self, _: random.Random) -> None:
        """Kill the process that plays a match right now; its worker lives on."""
        for program in self.players:
            program.look()
        wait_until(lambda: bool(playing_now()), what="a match to be played")
        for pid in playing_now()[:1]:  # it may be over by now
            site.kill(pid)

    def kill_a_worker(self, dice: random.Random) -> None:
        """Kill a whole worker and start it again."""
        player = dice.choice(self.players)
        player.kill()
        player.start()

    def restart_redis(self) -> None:
        self.redis.kill()
        self.redis.start()
        self.wait_for_redis()

    def stop(self) -> None:
        for program in (*self.programs.values(), self.redis):
            program.stop()


@pytest.fixture
def chaotic_site(transactional_db: None, tmp_path: Path) -> Iterator[Site]:
    """A site of its own on the database of the test."""
    find_program("redis-server")
    folder = tmp_path / "s"
    folder.mkdir()
    running = Site(folder)
    try:
        yield running
    finally:
        running.stop()


@pytest.mark.django_db(transaction=True)
def test_nothing_is_lost_or_counted_twice_when_workers_and_broker_die(
    chaotic_site: Site,
) -> None:
    ladder = arena.make_ladder()
    for name in ("ada", "bob", "cleo", "dan", "eve"):
        arena.seat(ladder, name, "seeded")
    wreak_havoc(chaotic_site, ladder)
    Ladder.objects.filter(pk=ladder.pk).update(state=LadderState.PAUSED)
    wait_until(lambda: is_settled(ladder), what="every match to be decided and settled")
    chaotic_site.stop()
    check(ladder)
    seen = set().union(*(program.seen for program in chaotic_site.programs.values()))
    wait_until(lambda: not site.living(seen), what="every box and process to be gone")


def wreak_havoc(site_: Site, ladder: Ladder) -> None:
    """Kill something again and again until enough was played; the broker twice on the way."""
    dice, begun, redis_at = random.Random(1), 0, [MATCHES // 3, 2 * MATCHES // 3]
    while (decided := decided_of(ladder)) < MATCHES:
        if redis_at and decided >= redis_at[0]:
            redis_at.pop(0)
            site_.restart_redis()
        dice.choice([site_.kill_who_plays] * 3 + [site_.kill_a_worker])(dice)
        begun = max(begun, decided) + EVERY
        until = time.monotonic() + 4
        wait_until(
            lambda to=begun, at=until: decided_of(ladder) >= to or time.monotonic() > at,  # type: ignore[misc]
            what="some more matches",
        )
    assert not redis_at


def playing_now() -> list[int]:
    """The processes that play a match at the moment."""
    workers = Match.objects.filter(status=MatchStatus.RUNNING).values_list("worker", flat=True)
    return [int(worker.rpartition("/")[2]) for worker in workers]


def decided_of(ladder: Ladder) -> int:
    """How many matches are over."""
    return Match.objects.filter(
        ladder=ladder, status__in=(MatchStatus.FINISHED, MatchStatus.VOID)
    ).count()


def is_settled(ladder: Ladder) -> bool:
    """Whether nothing waits, runs, or is to be settled."""
    matches = Match.objects.filter(ladder=ladder)
    open_ones = matches.filter(status__in=(MatchStatus.WAITING, MatchStatus.RUNNING))
    due = matches.filter(status=MatchStatus.FINISHED, settled_at=None)
    return not open_ones.exists() and not due.exists()


def check(ladder: Ladder) -> None:
    """Every match counts exactly once, or says why not; the sums are right."""
    matches = Match.objects.filter(ladder=ladder)
    finished, void = (matches.filter(status=s) for s in (MatchStatus.FINISHED, MatchStatus.VOID))
    assert finished.count() + void.count() == matches.count() >= MATCHES
    assert matches.filter(attempts__gt=1).exists(), "nobody was killed while playing"
    assert all(match.trouble for match in void)
    assert Record.objects.filter(match__ladder=ladder).count() == finished.count()
    changes = RatingChange.objects.filter(match__ladder=ladder).values("match")
    assert set(changes.annotate(n=Count("pk")).values_list("n", flat=True)) == {ladder.seats}
    assert changes.distinct().count() == finished.count()
    entries = Entry.objects.filter(ladder=ladder)
    assert sum(entry.elo for entry in entries) == elo.START * len(entries)
    assert recomputation.ladder_recompute(ladder_id=ladder.pk) == []
    assert services.matches_free_lost() == 0
    tried = sum(matches.values_list("attempts", flat=True))
    print(f"{finished.count()} finished, {void.count()} void, {tried} attempts")
