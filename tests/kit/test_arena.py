"""Matches in parallel: every one is played, and a process that is killed is no silence."""

import multiprocessing
import os
import signal
from collections.abc import Sequence
from contextlib import closing

import pytest

import engine
from engine.clock import STANDARD
from engine.faults import PlatformError
from kit.arena import results
from kit.duel import Terms, schedule
from kit.entrants import Entrant, prepare_all
from kit.table import Ground
from tests.kit.conftest import Bot


@pytest.fixture
def entrants(bot: Bot, where: Ground) -> list[Entrant]:
    return prepare_all([bot("honest"), bot("last")], "shamanix", where.backend)


def short_duel(entrants: Sequence[Entrant], where: Ground) -> Terms:
    spec = engine.get("shamanix")
    return Terms(
        game=spec.name,
        rules_version=spec.rules_version,
        seats=2,
        options=spec.complete_options(2, {"max_plies": 6}),
        seed=1,
        clock=STANDARD,
        sandbox=where.backend.name,
        bots=[entrant.signature for entrant in entrants],
    )


def test_several_processes_play_what_one_plays(entrants: list[Entrant], where: Ground) -> None:
    terms = short_duel(entrants, where)
    prints = []
    for jobs in (1, 2):
        played = results(terms, entrants, schedule(terms, 2), backend=where.backend.name, jobs=jobs)
        prints.append({(one.pairing, one.fingerprint) for one in played})
    assert prints[0] == prints[1]
    assert len(prints[0]) == 4
    assert multiprocessing.active_children() == []


def test_a_duel_whose_process_is_killed_fails_with_a_sentence(
    entrants: list[Entrant], where: Ground
) -> None:
    terms = short_duel(entrants, where)
    pairings = schedule(terms, 1000)
    with closing(results(terms, entrants, pairings, backend=where.backend.name, jobs=2)) as playing:
        next(playing)
        for worker in multiprocessing.active_children():
            assert worker.pid is not None
            os.kill(worker.pid, signal.SIGKILL)
        with pytest.raises(PlatformError, match="a process that plays was killed"):
            list(playing)
    assert multiprocessing.active_children() == []


def test_a_duel_that_is_left_ends_its_processes(entrants: list[Entrant], where: Ground) -> None:
    terms = short_duel(entrants, where)
    pairings = schedule(terms, 1000)
    with closing(results(terms, entrants, pairings, backend=where.backend.name, jobs=2)) as playing:
        next(playing)
        assert multiprocessing.active_children()
    assert multiprocessing.active_children() == []
