"""Questions to the parts of a running site: database, broker, worker, players, beat."""

import logging
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import redis
from celery import current_app
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.utils import timezone
from kombu.exceptions import OperationalError as BrokerError

from matches import selectors as matches
from moonladder.health.models import Pulse
from moonladder.players import selectors as players
from moonladder.players.models import Ground, Player

logger = logging.getLogger(__name__)

ANSWER_SECONDS = 1.0
"""How long a live part may take to answer."""

FRESH_SECONDS = 1.0
"""How long a green report serves everybody who asks, so that asking often costs nothing."""

STUCK_SECONDS = 300.0
"""Heartbeats are tasks, sent many times in that while: without one, somebody does none."""

WORKERS = "^(?!celerybeat@|player@)"
"""Whoever settles and plans; who plays matches may live elsewhere, and be told by another name."""
BEATS = "^celerybeat@"


@dataclass(frozen=True)
class Part:
    """One part of the site: whether it is alive, and a sentence about it."""

    name: str
    alive: bool
    says: str
    note: str = ""
    """What an operator should know although the part is alive."""
    figures: Mapping[str, float] = field(default_factory=dict)
    """What can be counted, for those who keep curves."""


_report_lock = threading.Lock()
_report: tuple[float, tuple[Part, ...]] = (-FRESH_SECONDS, ())


def recent_health() -> tuple[Part, ...]:
    """Return a green report of the last second, or a new one, made once for all who wait for it."""
    global _report
    arrived = time.monotonic()
    with _report_lock:
        made, parts = _report
        kept = FRESH_SECONDS if all(part.alive for part in parts) else 0.0
        if made + kept < arrived:
            parts = health()
            _report = (time.monotonic(), parts)
        return parts


def health() -> tuple[Part, ...]:
    """Ask every part. Later parts are only asked when those they need are alive."""
    database, broker = ask_database(), ask_broker()
    if not broker.alive:
        unknown = "cannot be asked while the broker is down"
        asked = [Part(name, False, unknown) for name in ("worker", "player", "beat")]
        return (database, broker, *asked)
    worker = ask_worker(last_task=database.alive)
    if database.alive:
        player = ask_players()
    else:
        player = Part("player", False, "cannot be asked while the database is down")
    return (database, broker, worker, player, ask_beat())


def ask_database() -> Part:
    """Read through the connection this process serves its pages with."""
    started = time.perf_counter()
    try:
        pending = pending_migrations()
    except DatabaseError as error:
        return _silent("database", error)
    if pending:
        return Part("database", False, f"waits for {pending} migrations: run manage.py migrate")
    return Part("database", True, f"{connection.vendor} answered in {_milliseconds(started)}")


_migrated = threading.Event()


def pending_migrations() -> int:
    """Count the migrations still to apply; once none is left a read of one row is enough."""
    if _migrated.is_set():
        Pulse.objects.first()
        return 0
    executor = MigrationExecutor(connection)
    pending = len(executor.migration_plan(executor.loader.graph.leaf_nodes()))
    if not pending:
        _migrated.set()  # the code of a running process gets no new migrations
    return pending


def ask_broker() -> Part:
    """Ping Redis on a connection of its own, which cannot be a stale one."""
    started = time.perf_counter()
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://")
    try:
        with redis.Redis.from_url(
            address, socket_timeout=ANSWER_SECONDS, socket_connect_timeout=ANSWER_SECONDS
        ) as client:
            client.ping()
    except redis.RedisError as error:
        return _silent("broker", error)
    return Part("broker", True, f"Redis answered in {_milliseconds(started)}")


def ask_worker(*, last_task: bool) -> Part:
    """Ask for one worker's answer through the broker; with `last_task`, say what it did last."""
    name = _answer_to_ping(WORKERS)
    if name is None:
        return Part("worker", False, "no worker answers")
    pulse = Pulse.objects.filter(name="worker").first() if last_task else None
    if pulse is None:
        return Part("worker", True, f"{name} answered")
    seconds = (timezone.now() - pulse.at).total_seconds()
    said = f"{name} answered; last heartbeat {seconds:.0f} s ago"
    if seconds > STUCK_SECONDS:
        return Part("worker", False, f"{said}: start it again, unless beat is what stands still")
    return Part("worker", True, said)


def ask_players() -> Part:
    """Ask every player there should be, and look at what waits for them."""
    known, queue = list(players.players()), matches.queue_now()
    figures = {
        "players": len(known),
        "processes": sum(player.processes for player in known),
        "matches_running": queue.matches_running,
        "blocks_waiting": queue.blocks,
        "head_waits_seconds": round(queue.head_waits.total_seconds(), 1),
    }
    alive, says = _players_fare(known, queue)
    return Part("player", alive, says, _players_note(known), figures)


def _players_fare(known: list[Player], queue: matches.Queue) -> tuple[bool, str]:
    """Whether those who should play do, and a sentence about it."""
    waiting = f"{queue.blocks} blocks wait"
    if queue.blocks:
        waiting += f", the next one for {queue.head_waits.total_seconds():.0f} s"
    if not known:
        return True, f"there is none; {waiting}"
    there = answering_players(known)
    missed = [player for player in known if player.name not in there]
    if missed:
        return False, "; ".join(map(_missed, missed))
    names = " and ".join(sorted(there))
    if queue.stands_still:
        return False, (
            f"{names} answered, but nothing is being played and {waiting}: look at the log of each "
            "player, then start it again"
        )
    return True, f"{names} answered; {waiting}"


def answering_players(known: list[Player]) -> set[str]:
    """The names of those that answer in time."""
    names = [player.name for player in known]
    return set(_ping(destination=names, limit=len(names))) if names else set()


def _missed(player: Player) -> str:
    if player.arrived_at is None:
        return f"{player.name} has not started: its log says why"
    return f"{player.name} does not answer: see whether it runs, and what its log says"


def _players_note(known: list[Player]) -> str:
    """What is not played, and what would have it played."""
    if not known:
        return "Nothing is played: no player is set up (docs/5-operating.md, Where bots run)."
    degraded = [player for player in known if player.ground == Ground.DEGRADED]
    if degraded:
        lines = "; ".join(degraded[0].missing.splitlines())
        return f"Bots are kept apart, but not every promise about a box holds: {lines}."
    return players.why_no_uploads()


def ask_beat() -> Part:
    """Ask beat through the broker; it stays silent when its schedule does not advance."""
    name = _answer_to_ping(BEATS)
    if name is None:
        return Part("beat", False, "no beat answers: timed tasks are not being sent")
    return Part("beat", True, f"{name} answered")


def _answer_to_ping(pattern: str) -> str | None:
    """Return the first node whose name fits `pattern` and that answers in time."""
    return next(iter(_ping(pattern=pattern, matcher="pcre", limit=1)), None)


def _ping(**whom: Any) -> list[str]:
    """Return the names of the nodes that answer in time.

    The answers come on a new connection: an old one may be from before the broker was restarted.
    """
    try:
        with current_app.connection_for_write() as line:
            replies = current_app.control.ping(timeout=ANSWER_SECONDS, connection=line, **whom)
    except (BrokerError, redis.RedisError):
        return []
    return [name for reply in replies for name in reply]


def _milliseconds(started: float) -> str:
    return f"{(time.perf_counter() - started) * 1000:.1f} ms"


def _silent(name: str, error: Exception) -> Part:
    """Tell everybody that a part is down, and only the log why: reasons name hosts and users."""
    logger.warning("The %s does not answer: %s", name, error)
    return Part(name, False, f"does not answer ({type(error).__name__})")
