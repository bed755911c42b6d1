"""`manage.py up` with its real processes."""

import os
import signal
import socket
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from moonladder.embedded.management.commands.up import Command
from tests.platform.embedded.site import Site, site
from tests.services.processes import free_port, manage, wait_until


@pytest.fixture(scope="module")
def up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A running site for the tests that leave it as it was."""
    with site(tmp_path_factory.mktemp("up") / "state") as running:
        yield running


def test_every_part_is_green_when_the_address_is_printed(up: Site) -> None:
    status, health = up.health()
    assert (status, health["status"]) == (200, "green")
    assert set(health["parts"]) == {"database", "broker", "worker", "player", "beat"}
    assert f"Moonladder is up: http://127.0.0.1:{up.port}/" in up.said()


def test_the_table_names_each_process(up: Site) -> None:
    pids = {up.pid(name) for name in ("redis", "worker", "player", "beat", "web")}
    assert len(pids) == 5
    assert pids < up.processes()


def test_pages_and_their_styles_are_served(up: Site) -> None:
    status, page = up.get("/")
    assert status == 200
    style = page.decode().split('rel="stylesheet" href="')[1].split('"')[0]
    assert up.get(style)[0] == 200


def test_the_state_folder_is_closed_to_others(up: Site) -> None:
    assert stat.S_IMODE(up.state_dir.stat().st_mode) == 0o700
    assert stat.S_IMODE((up.state_dir / "redis.sock").stat().st_mode) == 0o600


def test_a_killed_worker_is_noticed_and_restarted(up: Site) -> None:
    pid = up.pid("worker")
    pool = {child for child in up.processes() if _parent(child) == pid}
    assert pool
    os.kill(pid, signal.SIGKILL)
    wait_until(lambda: up.health()[1]["red"] == ["worker"], what="health to name the worker")
    wait_until(lambda: up.health()[0] == 200, what="the worker to come back")
    assert f"worker (process {pid}) was killed by SIGKILL: starting it again in 1 s" in up.said()
    assert not pool & up.processes(), "the dead worker's pool was left behind"


def _parent(pid: int) -> int:
    """Return the parent of a process, or 0 when it is gone."""
    try:
        return int(Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def test_a_second_site_on_the_same_folder_is_refused(up: Site) -> None:
    result = manage("up", **{**up.variables, "port": free_port()})
    assert result.returncode == 1
    assert f"already running on {up.state_dir} (process {up.process.pid})" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_busy_port_is_refused(tmp_path: Path) -> None:
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", 0))
        busy.listen()
        port = busy.getsockname()[1]
        result = manage("up", state_dir=tmp_path / "state", port=port)
    assert result.returncode == 1
    assert result.stderr.startswith(f"CommandError: Port {port} on 127.0.0.1 cannot be used")
    assert f"MOONLADDER_PORT={port + 1}" in result.stderr
    assert len(result.stderr.splitlines()) == 1


@pytest.mark.parametrize("secret_key", ["", "given"])
def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path, secret_key: str) -> None:
    (tmp_path / "file").touch()
    result = manage("up", state_dir=tmp_path / "file/state", secret_key=secret_key)
    assert result.returncode == 1
    assert "cannot be used (Not a directory): make it writable" in result.stderr
    assert len(result.stderr.splitlines()) == 1


def test_a_folder_too_deep_for_a_socket_is_refused(tmp_path: Path) -> None:
    deep = tmp_path / ("deep" * 25)
    result = manage("up", state_dir=deep, port=free_port())
    assert result.returncode == 1
    assert "is too long for a socket" in result.stderr


def test_a_database_that_does_not_answer_is_told_and_leaves_nothing_running(tmp_path: Path) -> None:
    nobody = f"postgres://localhost:{free_port()}/x"
    state_dir = tmp_path / "state"
    result = manage("up", state_dir=state_dir, port=free_port(), database_url=nobody)
    assert result.returncode == 1
    assert "CommandError: The database cannot be used" in result.stderr
    assert "redis stopped" in result.stdout
    assert not (state_dir / "redis.sock").exists()


def test_ctrl_c_ends_everything_in_order_and_leaves_nothing(tmp_path: Path) -> None:
    with site(tmp_path / "state") as stopped:
        assert stopped.ask_to_stop(signal.SIGINT) == 0
        order = [line.split()[0] for line in stopped.said().splitlines() if "stopped" in line]
        assert order == ["web", "beat", "player", "worker", "redis"]
        assert stopped.processes() == set()
        assert "Traceback" not in stopped.said()


def test_a_killed_supervisor_takes_everything_with_it_and_the_next_goes_on(tmp_path: Path) -> None:
    with site(tmp_path / "state") as killed:
        assert len(killed.processes()) >= 7, "supervisor, redis, beat, two each for the others"
        key = (killed.state_dir / "secret_key").read_text()
        killed.process.kill()
        killed.process.wait()
        wait_until(lambda: killed.processes() == set(), what="the orphans to end")
    with site(tmp_path / "state") as again:
        assert again.health()[0] == 200
        assert (again.state_dir / "secret_key").read_text() == key
        assert again.ask_to_stop(signal.SIGTERM) == 0
        assert again.processes() == set()


def test_a_terminal_that_is_gone_stops_nothing_from_being_stopped() -> None:
    full = open("/dev/full", "w")  # noqa: SIM115 - closing it fails, as every write to it does
    up = Command(stdout=full)
    up._say("nobody will read this")
    with pytest.raises(OSError, match="No space left"):
        full.close()
