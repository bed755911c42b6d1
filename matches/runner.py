"""Where engine meets sandbox: plays one match with every bot in a box of its own.

No database is touched here. What a bot does wrong is part of the result; what goes wrong on this
side is a `PlatformFault`, and then there is no result.
"""

from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

import engine
import sandbox
from engine import record
from engine.clock import Clock, Deadline
from engine.faults import BotFault, PlatformError, Spent
from engine.referee import Report, SeatReport
from engine.transport import Reply
from matches.jobs import Job, PlatformFault, Player, Result, SeatResult
from moonladder.bots import building
from moonladder.players.selectors import UNBOXED
from sandbox import check

KEPT_ARCHIVES = 64
"""How many bots' files a worker keeps unpacked in memory."""


def play(job: Job) -> Result:
    """Play the match, or raise `PlatformFault`."""
    return result(play_report(job), job.players)


def play_report(job: Job) -> Report:
    """Play the match and return the referee's own report."""
    game = engine.get(job.game).new(seats=job.seats, seed=job.seed, options=job.options)
    with ExitStack() as boxes, _our_faults():
        table = [boxes.enter_context(_open(player, job)) for player in job.players]
        return engine.play(
            game, [Boxed(box) for box in table], clock=Clock(**job.clock), limits=job.limits
        )


def result(report: Report, players: Sequence[Player]) -> Result:
    """The report in the words of the tables."""
    bots = [record.signature(player.name, player.digest) for player in players]
    return Result(
        ending=report.outcome.reason,
        decisions=len(report.choices),
        fingerprint=report.fingerprint,
        seats=tuple(_seat_result(report, seat) for seat in range(len(players))),
        record=record.dump(record.record(report, bots)),
    )


class Protection(NamedTuple):
    """A way to make boxes here, by the name that settings call it, and how well it protects."""

    backend: str
    report: check.Report


def protection(backend: str) -> Protection:
    """What the backend of that name, or the best there is, keeps bots from doing here."""
    names = [backend] if backend else list(sandbox.ISOLATING)
    found = [Protection(name, check.examine(name)) for name in names]
    best = max(found, key=lambda each: (each.report.protected, each.report.usable))
    return best if best.report.usable else found[-1]  # bubblewrap is the easiest to get


class Boxed:
    """A box's channel as the referee's transport: the same words, the faults translated."""

    def __init__(self, channel: sandbox.Channel) -> None:
        self._channel = channel

    def send(self, line: bytes) -> None:
        with _bot_faults():
            self._channel.send(line)

    def receive(self, deadline: Deadline) -> Reply:
        with _bot_faults():
            line, spent, more = self._channel.receive(sandbox.Deadline(*deadline))
        return Reply(line, _spent(spent), more)

    def unasked(self) -> list[bytes]:
        with _bot_faults():
            return self._channel.unasked()

    def usage(self) -> dict[str, Any]:
        usage = self._channel.usage()
        return {**usage.as_json(), "stamp": usage.facts.stamp}

    def close(self) -> None:
        self._channel.close()


def _open(player: Player, job: Job) -> sandbox.Channel:
    if job.backend == UNBOXED and not player.is_house:
        raise PlatformFault(f"{player.name} needs a box, and there are none here")
    limits = sandbox.Limits(**job.limits)
    backend = building.chosen(job.backend)
    return sandbox.open(_files(player), player.runtime, limits, backend=backend)


@lru_cache(maxsize=KEPT_ARCHIVES)
def _files(player: Player) -> sandbox.Archive:
    """A bot's files; what is stored under a name never changes."""
    return building.files_of(player.files())


@contextmanager
def _our_faults() -> Iterator[None]:
    """Whatever the machine, the storage or the sandbox refuses is the site's fault."""
    try:
        yield
    except (sandbox.SandboxError, sandbox.UploadRefused, PlatformError, OSError) as error:
        raise PlatformFault(f"{type(error).__name__}: {error}") from error


@contextmanager
def _bot_faults() -> Iterator[None]:
    try:
        yield
    except sandbox.BotFault as fault:
        raise BotFault(fault.verdict, fault.sentence, _spent(fault.spent)) from None


def _spent(spent: sandbox.Spent) -> Spent:
    return Spent(spent.charged, spent.cpu, spent.wall)


def _seat_result(report: Report, seat: int) -> SeatResult:
    outcome, fared = report.outcome, report.seats[seat]
    role = outcome.roles[seat] if outcome.roles else None
    return SeatResult(
        placement=outcome.placements[seat],
        score=share_beaten(outcome.placements, seat),
        points=outcome.points[seat],
        role_start=role.start if role else "",
        role_end=role.end if role else "",
        faction_start=role.faction_start if role else "",
        faction_end=role.faction_end if role else "",
        strikes=fared.strikes,
        fault=fared.out.fault if fared.out else "",
        fault_detail=fared.out.detail if fared.out else "",
        **_used(fared),
    )


def _used(fared: SeatReport) -> dict[str, Any]:
    names = ("cpu_seconds", "peak_memory_bytes", "stamp", "stderr")
    return {name: fared.usage.get(name) for name in names}


def share_beaten(placements: Sequence[int], seat: int) -> float:
    """The share of the other seats placed behind this one, ties counted half."""
    mine = placements[seat]
    beaten = sum(1 if mine < other else 0.5 if mine == other else 0 for other in placements)
    return (beaten - 0.5) / (len(placements) - 1)
