"""Plays the matches of a duel, several at a time, each in a process with boxes of its own.

Workers ignore Ctrl-C: it reaches everybody at the terminal, and it is for the duel to say what is
to become of them. When the duel is left they are told to stop. A match in progress then ends where
it is, its boxes are closed, and nothing of it counts.
"""

import multiprocessing
import os
import signal
import sys
from collections.abc import Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from itertools import islice
from types import FrameType

import engine
import sandbox
from engine.faults import PlatformError
from engine.referee import Report, play
from kit.duel import Pairing, Result, Terms
from kit.entrants import Entrant
from kit.table import limits_for, started, told

ATTEMPTS = 3
"""How often a match is begun when it is this machine that fails."""


class Worker:
    """What a process needs to play any match of one duel."""

    def __init__(self, terms: Terms, entrants: Sequence[Entrant], backend: str) -> None:
        self._terms, self._entrants = terms, entrants
        self._backend = sandbox.backend(backend)
        self._limits = limits_for(entrants)

    def play(self, pairing: Pairing) -> Result:
        """The result of one match, played again if this machine failed."""
        for _ in range(ATTEMPTS - 1):
            try:
                return self._play(pairing)
            except (PlatformError, sandbox.SandboxError):
                continue
        return self._play(pairing)

    def _play(self, pairing: Pairing) -> Result:
        terms = self._terms
        entrants = [self._entrants[bot] for bot in terms.seating(pairing.rotation)]
        seed = terms.seed_of(pairing.block)
        game = engine.get(terms.game).new(seats=terms.seats, seed=seed, options=terms.options)
        with started(entrants, self._backend, self._limits) as boxes:
            report = play(game, boxes, clock=terms.clock, limits=told(self._limits))
        return _result(pairing, report, [box.in_all() for box in boxes])


def _result(pairing: Pairing, report: Report, usages: Sequence[sandbox.Usage]) -> Result:
    seats = range(report.terms.seats)
    spent = [[one.charged for one in usage.spent[1:]] for usage in usages]
    return Result(
        block=pairing.block,
        rotation=pairing.rotation,
        seed=report.terms.seed,
        placements=list(report.outcome.placements),
        points=list(report.outcome.points),
        roles=[role.start for role in report.outcome.roles],
        faults=[[f.fault for f in report.faults if f.seat == seat] for seat in seats],
        out=[seat.out is not None for seat in report.seats],
        answers=list(map(len, spent)),
        seconds=[round(sum(seconds), 6) for seconds in spent],
        worst=[round(max(seconds, default=0.0), 6) for seconds in spent],
        fingerprint=report.fingerprint,
    )


def results(
    terms: Terms,
    entrants: Sequence[Entrant],
    pairings: Iterable[Pairing],
    *,
    backend: str,
    jobs: int,
) -> Generator[Result, None, None]:
    """The results of these matches as they come in. Close the generator to stop early."""
    if jobs == 1:
        yield from map(Worker(terms, entrants, backend).play, pairings)
        return
    pool = ProcessPoolExecutor(
        jobs,
        multiprocessing.get_context("spawn"),
        initializer=_enter,
        initargs=(terms, entrants, backend),
    )
    try:
        yield from _in_parallel(pool, iter(pairings), jobs)
    except BrokenExecutor:
        raise PlatformError(
            f"a process that plays was killed; if memory is short for {jobs} matches at a time, "
            "give fewer --jobs"
        ) from None
    except BaseException:
        _stop(pool)
        raise
    finally:
        pool.shutdown()


def _stop(pool: ProcessPoolExecutor) -> None:
    """End the workers where they are, and wait until they have cleaned up."""
    pool.shutdown(wait=False, cancel_futures=True)
    workers = multiprocessing.active_children()
    for worker in workers:
        worker.terminate()
    for worker in workers:
        worker.join()


def _in_parallel(
    pool: ProcessPoolExecutor, pairings: Iterator[Pairing], at_once: int
) -> Iterator[Result]:
    running: set[Future[Result]] = set()
    while True:
        with _ctrl_c_held():
            running |= {pool.submit(_play, one) for one in islice(pairings, at_once - len(running))}
        if not running:
            return
        done, running = wait(running, return_when=FIRST_COMPLETED)
        for future in done:
            yield future.result()


@contextmanager
def _ctrl_c_held() -> Iterator[None]:
    """Processes started meanwhile are born deaf to Ctrl-C; here it is heard afterwards."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


def _enter(terms: Terms, entrants: Sequence[Entrant], backend: str) -> None:
    """Make this process a worker."""
    global _worker
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _leave)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    _worker = Worker(terms, entrants, backend)


def _leave(number: int, frame: FrameType | None) -> None:
    """Unwind, so that boxes are closed; a second time, end at once: the keeper closes them."""
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    sys.exit()


_worker: Worker


def _play(pairing: Pairing) -> Result:
    try:
        return _worker.play(pairing)
    except SystemExit:
        # The pool would take this for a result, and go on.
        os._exit(0)
