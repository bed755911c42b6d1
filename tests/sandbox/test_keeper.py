"""The keeper process: starts others, tells how they ended, and never outlives its worker."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.faults import SandboxError
from sandbox.spawn import Keeper, Life, Request
from tests.sandbox.traces import eventually, marked, wait_until_gone

PATIENCE = 20.0


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    keeper = Keeper()
    yield keeper
    keeper.close()


def run(keeper: Keeper, *argv: str, **fields: object) -> Life:
    """A process with its standard streams on /dev/null."""
    nothing = os.open(os.devnull, os.O_RDWR)
    request = Request(argv=argv, env={}, **fields)  # type: ignore[arg-type]
    try:
        return keeper.spawn(request, [nothing] * 3, [])
    finally:
        os.close(nothing)


def status_of(life: Life) -> int:
    end = life.wait(PATIENCE)
    life.close()
    assert end is not None
    return end.status


@pytest.mark.parametrize(("script", "code"), [("exit 0", 0), ("exit 3", 3), ("kill -9 $$", -9)])
def test_the_end_of_a_process_is_told(keeper: Keeper, script: str, code: int) -> None:
    status = status_of(run(keeper, "/bin/sh", "-c", script))
    assert os.waitstatus_to_exitcode(status) == code


def test_a_running_process_has_no_end_yet(keeper: Keeper) -> None:
    life = run(keeper, "/bin/sleep", "60")
    assert life.wait(0) is None
    life.kill()
    assert os.waitstatus_to_exitcode(status_of(life)) == -signal.SIGKILL


def test_letting_go_of_the_life_line_ends_the_process(keeper: Keeper) -> None:
    token = f"{os.getpid()}.25"
    life = run(keeper, "/bin/sleep", token)
    assert eventually(lambda: marked(token))
    life.close()
    assert wait_until_gone(token)


def test_a_program_that_is_not_there_is_the_platforms_fault(keeper: Keeper) -> None:
    life = run(keeper, "/no/such/program")
    with pytest.raises(SandboxError, match="FileNotFoundError"):
        life.wait(PATIENCE)
    life.close()


def test_a_process_keeps_its_own_descriptors_only(keeper: Keeper) -> None:
    out_read, out_write = os.pipe()
    nothing = os.open(os.devnull, os.O_RDWR)
    request = Request(argv=["/bin/ls", "/proc/self/fd"], env={})
    life = keeper.spawn(request, [nothing, out_write, nothing], [])
    os.close(out_write)
    os.close(nothing)
    assert status_of(life) == 0
    with os.fdopen(out_read) as listing:
        assert listing.read().split() == ["0", "1", "2", "3"]  # 3 is the folder ls reads


def test_limits_are_set_before_the_program_runs(keeper: Keeper) -> None:
    limits = {"RLIMIT_NOFILE": 17, "RLIMIT_CORE": 0}
    script = '[ "$(ulimit -n) $(ulimit -Hn) $(ulimit -c)" = "17 17 0" ]'
    assert status_of(run(keeper, "/bin/sh", "-c", script, rlimits=limits)) == 0


def test_a_process_runs_where_its_worker_may(keeper: Keeper) -> None:
    """A worker pinned to one processor has its boxes there too."""
    before = os.sched_getaffinity(0)
    one = min(before)
    os.sched_setaffinity(0, {one})
    try:
        script = f'grep -q "^Cpus_allowed_list:[[:space:]]*{one}$" /proc/self/status'
        assert status_of(run(keeper, "/bin/sh", "-c", script)) == 0
    finally:
        os.sched_setaffinity(0, before)


def test_a_process_has_no_environment_but_its_own(
    keeper: Keeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "canary")
    script = '[ -z "$SECRET" ]'
    assert status_of(run(keeper, "/bin/sh", "-c", script)) == 0


def test_a_dead_keeper_is_replaced(keeper: Keeper) -> None:
    life = run(keeper, "/bin/sleep", "60")
    assert keeper._process is not None
    keeper._process.kill()
    keeper._process.wait()
    with pytest.raises(SandboxError, match="keeper of the boxes has died"):
        life.wait(PATIENCE)
    life.close()
    assert status_of(run(keeper, "/bin/true")) == 0


def test_orphans_are_buried_by_the_keeper(keeper: Keeper) -> None:
    token = f"{os.getpid()}.125"
    script = f"/bin/sleep {token} & exit 0"
    assert status_of(run(keeper, "/bin/sh", "-c", script)) == 0
    assert wait_until_gone(token)
    assert keeper._process is not None
    children = Path(f"/proc/{keeper._process.pid}/task/{keeper._process.pid}/children")
    assert eventually(lambda: children.read_text() == "")


def test_signals_to_the_workers_group_do_not_reach_the_keeper(keeper: Keeper) -> None:
    assert status_of(run(keeper, "/bin/true")) == 0
    assert keeper._process is not None
    assert os.getpgid(keeper._process.pid) != os.getpgid(0)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        keeper._process.send_signal(number)
    assert status_of(run(keeper, "/bin/true")) == 0
    assert keeper._process.poll() is None


def test_nobody_but_the_worker_holds_the_control_socket(keeper: Keeper) -> None:
    assert status_of(run(keeper, "/bin/true")) == 0
    assert isinstance(keeper._control, socket.socket)
    assert not os.get_inheritable(keeper._control.fileno())


def test_a_keeper_ends_with_its_worker() -> None:
    program = """
from tests.sandbox.test_keeper import Keeper, run
keeper = Keeper()
run(keeper, "/bin/true").wait(20)
print(keeper._process.pid)
"""
    done = subprocess.run([sys.executable, "-c", program], stdout=-1, check=True)
    pid = int(done.stdout)
    assert eventually(lambda: not Path(f"/proc/{pid}").exists() or _is_zombie(pid))


def _is_zombie(pid: int) -> bool:
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
