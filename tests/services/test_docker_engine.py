"""A real Docker engine runs here, holds a container to its limits, and leaves nothing behind."""

import json
import os
import signal
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from tests.services import docker_engine as engines
from tests.services.docker_engine import BASE_IMAGE, DockerEngine

PROBE = Path(__file__).parent / "probe"
NOBODY = 65534
KINDS = ("net", "mnt")

PIDS = 64
HARDENED = (
    "--network=none",
    "--read-only",
    "--cap-drop=ALL",
    "--security-opt=no-new-privileges",
    f"--user={NOBODY}:{NOBODY}",
    f"--pids-limit={PIDS}",
    "--memory=64m",
    "--memory-swap=64m",
    "--tmpfs=/tmp:rw,size=8m,nosuid,nodev,noexec",
    "--log-driver=none",
)

pytestmark = pytest.mark.xdist_group("docker")


@pytest.fixture(scope="module")
def probe_image(docker_engine: DockerEngine) -> str:
    """An image built here, on the base that the engine was given."""
    docker_engine.client.images.build(
        path=str(PROBE), tag="moonladder/probe", buildargs={"BASE": BASE_IMAGE}, rm=True
    )
    return "moonladder/probe"


@pytest.fixture(scope="module")
def found(docker_engine: DockerEngine, probe_image: str) -> dict[str, Any]:
    """What the probe found in a hardened container."""
    run = run_hardened(docker_engine, "looker", probe_image)
    assert run.returncode == 0, run.stderr
    return dict(json.loads(run.stdout))


def run_hardened(
    engine: DockerEngine, name: str, *command: str
) -> subprocess.CompletedProcess[str]:
    """Run a hardened container to its end."""
    return subprocess.run(
        ["docker", "--host", engine.url, "run", "--name", name, *HARDENED, *command],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
    )


def test_a_hardened_container_is_nobody(found: dict[str, Any]) -> None:
    assert (found["uid"], found["gid"], found["groups"]) == (NOBODY, NOBODY, [NOBODY])
    assert found["become root"] == "EPERM"


def test_a_hardened_container_has_no_capabilities_and_gains_none(found: dict[str, Any]) -> None:
    sets = {name: int(bits, 16) for name, bits in found["status"].items() if name.startswith("Cap")}
    assert sets == dict.fromkeys(["CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"], 0)
    assert found["status"]["NoNewPrivs"] == "1"


def test_a_hardened_container_filters_system_calls(found: dict[str, Any]) -> None:
    assert found["status"]["Seccomp"] == "2"


def test_a_hardened_container_writes_to_its_small_tmp_alone(found: dict[str, Any]) -> None:
    assert set(found["write"].values()) <= {"EROFS", "EACCES", "ENOENT"}
    assert found["write"]["/"] == "EROFS"
    assert found["write to /tmp"] == "allowed"
    assert found["fill /tmp"] == "ENOSPC"


def test_a_hardened_container_has_no_network(found: dict[str, Any]) -> None:
    assert found["interfaces"] == ["lo"]
    assert found["connect elsewhere"] == "ENETUNREACH"


def test_a_hardened_container_sees_only_its_own_few_processes(found: dict[str, Any]) -> None:
    assert found["processes"] == ["1"]
    assert 0 < found["threads"] < PIDS


def test_a_hardened_container_is_killed_at_its_memory_limit(
    docker_engine: DockerEngine, probe_image: str
) -> None:
    run = run_hardened(docker_engine, "eater", probe_image, "eat-memory")
    assert run.returncode == 128 + signal.SIGKILL
    assert docker_engine.client.containers.get("eater").attrs["State"]["OOMKilled"] is True


def test_a_hardened_container_writes_no_log_to_the_disk(
    docker_engine: DockerEngine, found: dict[str, Any]
) -> None:
    assert docker_engine.client.containers.get("looker").attrs["LogPath"] == ""


def test_an_engine_that_stops_leaves_nothing_behind() -> None:
    with engines.private_engine() as engine:
        engines.load_base_image(engine)
        container = engine.client.containers.run(
            BASE_IMAGE, ["sleep", "infinity"], detach=True, network="none"
        )
        namespaces = [os.readlink(f"/proc/{engine.process.pid}/ns/{kind}") for kind in KINDS]
        assert all(engine.process.pid in members(namespace) for namespace in namespaces)
        assert os.getpid() not in members(namespaces[0]) | members(namespaces[1])
        assert any(path.name == container.id for path in engines.cgroups_of(engine))
    assert [members(namespace) for namespace in namespaces] == [set(), set()]
    assert engines.cgroups_of(engine) == []
    assert not engine.folder.exists()


def members(namespace: str) -> set[int]:
    """Return the processes in a namespace: when there are none it is gone, with all it held."""
    found = set()
    for link in Path("/proc").glob("[0-9]*/ns/*"):
        with suppress(FileNotFoundError, ProcessLookupError, PermissionError):
            if link.name in KINDS and os.readlink(link) == namespace:
                found.add(int(link.parts[2]))
    return found


def test_without_root_the_reason_says_how_to_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: NOBODY)
    assert "run the tests as root" in str(engines.why_docker_cannot_run())


def test_without_an_engine_the_reason_names_what_to_install(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setenv("PATH", str(tmp_path))
    reason = str(engines.why_docker_cannot_run())
    assert "dockerd" in reason
    assert "apt-get install docker.io" in reason
