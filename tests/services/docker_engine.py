"""A real Docker engine for tests, started privately and gone afterwards without a trace.

It has its own folders, and network and mount namespaces of its own: the machine's bridges, firewall
rules and mounts stay as they are, another engine on the machine is not disturbed, and whatever a
container publishes is published in the engine's namespace only (`DockerEngine.connect` goes there).
Processes are shared with the machine, so that a container's pid and control group mean the same to
a test as to the engine. If the test process dies, the kernel tells the engine to stop.
"""

import ctypes
import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import docker
import pytest

from deploy import images, rootfs
from tests.services.processes import PATIENCE_SECONDS, running, wait_until

BASE_IMAGE = images.PYTHON
"""What `docker_engine` has loaded: a small Debian with Python."""

NEEDED = ("dockerd", "docker", "mmdebstrap", "unshare", "setpriv", "ip", "iptables")
ANSWER_SECONDS = 300
CGROUPS = Path("/sys/fs/cgroup")
CLONE_NEWNET = 0x40000000

ALONE = ("setpriv", "--pdeathsig", "TERM", "unshare", "--net", "--mount")
INSIDE = """
set -e
ip link set lo up                  # down in a new namespace
mount -t tmpfs moonladder /run     # containerd puts sockets there whatever its folders are
mount -t tmpfs moonladder "$0"     # images in memory: three times as fast, nothing to delete
exec dockerd --data-root="$0" "$@"
"""


@dataclass(frozen=True)
class DockerEngine:
    """A running engine: `client` talks to it, and so does anything that is given `url`."""

    folder: Path
    process: subprocess.Popen[bytes]
    client: docker.DockerClient

    @property
    def url(self) -> str:
        """Return what DOCKER_HOST would be."""
        return _url(self.folder)

    def connect(self, port: int) -> socket.socket:
        """Return a connection to a port that a container publishes on the engine's loopback."""
        with ThreadPoolExecutor(1) as visitor:  # a namespace is entered by one thread at a time
            return visitor.submit(_connect_inside, self.process.pid, port).result()


def why_docker_cannot_run(*programs: str) -> str | None:
    """Return a sentence that says what an engine, or who uses it, lacks here; None for nothing."""
    if os.geteuid() != 0:
        return "Starting a Docker engine needs root: run the tests as root, for example with sudo."
    missing = [name for name in (*NEEDED, *programs) if shutil.which(name) is None]
    if missing:
        return (
            f"Starting a Docker engine needs {', '.join(missing)}: "
            "apt-get install docker.io docker-compose mmdebstrap iproute2."
        )
    return None


@contextmanager
def private_engine() -> Iterator[DockerEngine]:
    """Run an engine for the length of a `with`."""
    with tempfile.TemporaryDirectory(prefix="moonladder-docker-") as name:
        folder = Path(name)
        (folder / "data").mkdir()
        with (
            running(_command(folder), log=folder / "log", stdin=subprocess.DEVNULL) as process,
            closing(_client_when_ready(folder, process)) as client,
        ):
            engine = DockerEngine(folder, process, client)
            try:
                yield engine
            finally:
                for container in client.containers.list(all=True):
                    container.remove(force=True, v=True)
        for cgroup in cgroups_of(engine):
            cgroup.rmdir()


@pytest.fixture(scope="session")
def docker_engine() -> Iterator[DockerEngine]:
    """A Docker engine that has BASE_IMAGE; each test process has its own."""
    reason = why_docker_cannot_run()
    if reason:
        pytest.skip(reason)
    with private_engine() as engine:
        load_base_image(engine)
        yield engine


def load_base_image(engine: DockerEngine) -> None:
    """Give the engine BASE_IMAGE, made here from Debian's packages."""
    images.import_rootfs(engine.client, rootfs.PYTHON, BASE_IMAGE)


def load_bots_image(engine: DockerEngine) -> None:
    """Give the engine what bots run in."""
    images.build_bots(engine.client)


def cgroups_of(engine: DockerEngine) -> list[Path]:
    """Return the engine's own control groups, in every hierarchy, deepest first."""
    tops = [path / engine.folder.name for path in (CGROUPS, *CGROUPS.iterdir())]
    return [path for top in tops if top.is_dir() for path in reversed([top, *top.rglob("*/")])]


def _command(folder: Path) -> list[str]:
    return [
        *(*ALONE, "sh", "-c", INSIDE, f"{folder}/data"),
        f"--exec-root={folder}/run",
        f"--pidfile={folder}/pid",
        f"--host={_url(folder)}",
        f"--cgroup-parent=/{folder.name}",
        "--exec-opt=native.cgroupdriver=cgroupfs",
    ]


def _url(folder: Path) -> str:
    return f"unix://{folder}/docker.sock"


def _client_when_ready(folder: Path, process: subprocess.Popen[bytes]) -> docker.DockerClient:
    """Connect to the engine's socket, which answers as soon as the engine is up."""
    listening = folder / "docker.sock"
    wait_until(lambda: listening.exists() or process.poll() is not None, what="Docker to start")
    if process.poll() is not None:
        pytest.fail(f"The Docker engine ended: {(folder / 'log').read_text()[-2000:]}")
    return docker.DockerClient(base_url=_url(folder), timeout=ANSWER_SECONDS)


def _connect_inside(pid: int, port: int) -> socket.socket:
    libc = ctypes.CDLL(None, use_errno=True)
    with open(f"/proc/{pid}/ns/net") as namespace:
        if libc.setns(namespace.fileno(), CLONE_NEWNET) != 0:
            raise OSError(ctypes.get_errno(), "the engine's network namespace cannot be entered")
    return socket.create_connection(("127.0.0.1", port), timeout=PATIENCE_SECONDS)
