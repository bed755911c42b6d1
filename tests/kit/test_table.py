"""Bots in boxes at the referee's table: every verdict is a fault, and no failure of ours is one."""

from dataclasses import replace

import pytest

import sandbox
from engine.clock import Deadline
from engine.faults import BotFault, PlatformError, meaning
from kit.entrants import Entrant, prepare
from kit.table import Boxed, Ground, ground, limits_for, limits_from, start, started, told
from tests.kit.conftest import Bot

START = b'{"type":"start","seat":0}\n'
ASK = b'{"type":"ask","id":3,"default":0,"options":[0,1]}\n'
SOON = Deadline(charged=0.3, wall=1)
LATER = Deadline(charged=20, wall=20)
SMALL = sandbox.Limits(memory_mib=64, stdout_kib=64, line_kib=32, stderr_kib=32)

ENDINGS = {
    "memory_limit": "x = bytearray(200 * 2**20)",
    "output_limit:line": "print('x' * 40_000, flush=True)",
    "output_limit:stdout": "for _ in range(20): print('x' * 4_000, flush=True)",
    "output_limit:stderr": "import time; print('x' * 60_000, file=sys.stderr); time.sleep(60)",
    "crash:exit 3": "sys.exit(3)",
    "crash:SIGSEGV": "import os; os.kill(os.getpid(), 11)",
    "crash:exit 0": "break",
}
"""A way to each ending there is, as a line of Python."""


def bot_that(code: str, where: Ground) -> Entrant:
    source = f"import sys\nfor line in sys.stdin:\n    {code}\n".encode()
    files = sandbox.read_upload("bot.py", source)
    return Entrant("bot", files.digest, sandbox.recognise(files), files)


def fault_of(bot: Boxed, deadline: Deadline = LATER) -> BotFault:
    """The fault it commits in the end."""
    try:
        while True:
            bot.send(START)
            bot.receive(deadline)
    except BotFault as fault:
        return fault


@pytest.mark.parametrize("verdict", ENDINGS)
def test_every_ending_of_a_box_is_a_fault_of_the_same_name(verdict: str, where: Ground) -> None:
    if verdict == "memory_limit" and "nocgroup" in where.backend.name:
        pytest.skip("without control groups Python says MemoryError, and crashes")
    with started([bot_that(ENDINGS[verdict], where)], where.backend, SMALL) as (bot,):
        fault = fault_of(bot)
        assert (fault.fault, meaning(fault.fault) is not None) == (verdict, True)
        assert bot.usage()["verdict"] == verdict


@pytest.mark.parametrize(
    ("verdict", "code"),
    [("timeout:cpu", "while True: pass"), ("timeout:wall", "import time; time.sleep(60)")],
)
def test_a_bot_that_is_late_lives_on(verdict: str, code: str, where: Ground) -> None:
    with started([bot_that(code, where)], where.backend) as (bot,):
        fault = fault_of(bot, SOON)
        assert fault.fault in {verdict, "timeout:wall"}
        assert fault.spent.wall >= 0.3
        assert bot.usage()["verdict"] == "ok"


def test_lines_go_both_ways_and_are_timed(bot: Bot, where: Ground) -> None:
    entrant = prepare(bot("honest"), "shamans", where.backend)
    with started([entrant], where.backend) as (boxed,):
        boxed.send(START)
        assert boxed.receive(LATER).line == b'{"type": "ready"}'
        boxed.send(ASK)
        reply = boxed.receive(LATER)
        assert reply.line == b'{"id": 3, "choice": 0}'
        assert 0 < reply.spent.charged <= LATER.charged
        assert boxed.unasked() == []
    assert boxed.in_all().stderr == b"hello from seat 0\n"


def test_what_goes_wrong_with_a_box_is_no_fault_of_the_bots(bot: Bot, where: Ground) -> None:
    boxed = start(prepare(bot("honest"), "shamans", where.backend), where.backend, SMALL)
    boxed.close()
    boxed.close()
    with pytest.raises(PlatformError, match="the channel is closed"):
        boxed.send(START)


def test_all_at_a_table_have_what_the_hungriest_needs(bot: Bot, where: Ground) -> None:
    entrant = prepare(bot("honest"), "shamans", where.backend)
    java = replace(entrant, runtime=sandbox.runtime("java"))
    assert limits_for([entrant]).memory_mib == 256
    assert told(limits_for([entrant, java]))["memory_mib"] == 512
    assert limits_for([]).memory_mib == 256


def test_the_limits_of_a_record_are_those_bots_were_told() -> None:
    limits = sandbox.Limits(memory_mib=300, pids=20)
    assert limits_from(told(limits)) == limits
    assert limits_from({"memory_mib": "plenty", "luck": 7}) == sandbox.Limits()


def test_without_isolation_bots_run_all_the_same_and_it_is_said(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def none() -> sandbox.Backend:
        raise sandbox.Unavailable("this machine cannot isolate bots")

    monkeypatch.setattr(sandbox, "default_backend", none)
    fallen_back = ground()
    assert fallen_back.backend.name == "process"
    assert "this machine cannot isolate bots, so bots run as plain" in fallen_back.warning
    assert "moonladder doctor" in fallen_back.warning
