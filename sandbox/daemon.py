"""A Docker engine, asked for containers in the few ways that boxes need.

The `docker` package is loaded only here, and only when somebody wants this backend: who has not
installed it has all others.
"""

import platform
import socket
import subprocess
import sys
import threading
import uuid
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, cast

from sandbox import warden
from sandbox.faults import SandboxError, Unavailable
from sandbox.forks import forget_in_children

SECONDS = 60
"""How long the engine may take to answer anything."""
UNIX = "unix://"
DEFAULT = f"{UNIX}/var/run/docker.sock"
REMEDY = "start one, or name one with DOCKER_HOST"
PREFIX = "moonladder"
HOST, WORKER, SLOT = (f"{PREFIX}.{name}" for name in ("host", "worker", "slot"))
"""Labels of every container: which machine, which process, which slot of that machine it is of."""

Json = dict[str, Any]


@contextmanager
def asked_to(do: str) -> Iterator[None]:
    """What the engine refuses, or is not there to do, is never the bot's fault."""
    from docker.errors import DockerException
    from requests import RequestException

    try:
        yield
    except (DockerException, RequestException) as error:
        raise SandboxError(f"the Docker engine did not {do}: {error}") from error


class Daemon:
    """One engine, and this process among those that use it. Connections are not shared by forks."""

    def __init__(self, address: str | None = None) -> None:
        """`address` as in DOCKER_HOST, which decides if none is given."""
        try:
            from docker.utils import kwargs_from_env
        except ImportError:
            raise Unavailable("Python's docker package is missing: pip install docker") from None
        self._options: Json = {"base_url": address} if address else kwargs_from_env()
        self._begin()
        forget_in_children(self)
        self._knock()
        try:
            self.version = str(self._api.version()["Version"])
        except SandboxError as error:
            raise Unavailable(f"{error}; {REMEDY}") from None

    def _knock(self) -> None:
        """See whether a local engine is there: the docker package would leave a socket open."""
        if self.address.startswith(UNIX):
            with socket.socket(socket.AF_UNIX) as door:
                try:
                    door.connect(self.address.removeprefix(UNIX))
                except OSError as error:
                    reason = f"no Docker engine answers at {self.address} ({error.strerror})"
                    raise Unavailable(f"{reason}; {REMEDY}") from None

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._client: Any = None
        self._warden: subprocess.Popen[bytes] | None = None
        self._worker = uuid.uuid4().hex

    @property
    def _api(self) -> Any:
        import docker

        with self._lock, asked_to("answer"):
            if self._client is None:
                self._client = docker.DockerClient(timeout=SECONDS, **self._options)
                self._client.api.trust_env = False  # an engine is behind no proxy
                # It would keep a connection for each address, and most are of one container.
                self._client.api.headers["Connection"] = "close"
                self._client.close()  # that by which it asked for the version
            return self._client.api

    @property
    def address(self) -> str:
        """As in DOCKER_HOST."""
        return str(self._options.get("base_url") or DEFAULT)

    def info(self) -> Json:
        with asked_to("describe itself"):
            return cast(Json, self._api.info())

    def has_image(self, name: str) -> bool:
        from docker.errors import ImageNotFound

        with asked_to("look for an image"):
            try:
                self._api.inspect_image(name)
            except ImageNotFound:
                return False
        return True

    # ── one container ─────────────────────────────────────────────────────────────────────────

    def create(self, configuration: Json, slot: str) -> str:
        """A container that is not started yet; removed, whatever becomes of this process."""
        self._appoint()
        labels = {HOST: platform.node(), WORKER: self._worker, SLOT: slot}
        with asked_to("create a container"):
            made = self._api.create_container_from_config(configuration | {"Labels": labels})
        return str(made["Id"])

    def start(self, container: str) -> None:
        with asked_to("start a container"):
            self._api.start(container)

    def attach(self, container: str) -> Any:
        """The socket that carries the container's three standard streams."""
        streams = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
        with asked_to("attach to a container"):
            return self._api.attach_socket(container, params=streams)

    def put(self, container: str, path: str, archive: bytes) -> None:
        """Unpack a tar archive in a volume of the container."""
        with asked_to("take a bot's files"):
            self._api.put_archive(container, path, archive)

    def state(self, container: str) -> Json:
        """What the engine knows of how it goes; empty when it is gone."""
        from docker.errors import NotFound

        with asked_to("tell of a container"):
            try:
                return cast(Json, self._api.inspect_container(container)["State"])
            except NotFound:
                return {}

    def wait(self, container: str, seconds: float) -> int | None:
        """The exit code of the container's process; None while it runs."""
        from requests import ConnectionError, ReadTimeout

        with asked_to("wait for a container"):
            try:
                return int(self._api.wait(container, timeout=max(0.001, seconds))["StatusCode"])
            except (ReadTimeout, ConnectionError):
                return None

    def remove(self, container: str) -> None:
        """End and remove a container; nothing if it is gone or going."""
        from docker.errors import APIError

        with asked_to("remove a container"):
            try:
                self._api.remove_container(container, force=True, v=True)
            except APIError as error:
                if error.status_code not in (404, 409):
                    raise

    def boxes(self) -> Iterator[tuple[str, Mapping[str, str], float]]:
        """Every container anybody made for a bot: its labels, and when it was made."""
        with asked_to("list containers"):
            found = self._api.containers(all=True, filters={"label": SLOT})
        for container in found:
            yield container["Id"], container["Labels"], float(container["Created"])

    # ── the warden ────────────────────────────────────────────────────────────────────────────

    def _appoint(self) -> None:
        """See that what this process makes goes when it is killed."""
        with self._lock:
            if self._warden is None or self._warden.poll() is not None:
                program = str(Path(warden.__file__))
                label = f"{WORKER}={self._worker}"
                self._warden = subprocess.Popen(
                    [sys.executable, "-I", program, self.address, label],
                    stdin=subprocess.PIPE,
                    cwd="/",
                    start_new_session=True,
                )

    def close(self) -> None:
        """Part from the engine, on which nothing of this process is left then."""
        with self._lock:
            appointed, self._warden = self._warden, None
        if appointed:
            with suppress(BrokenPipeError):
                appointed.communicate(b"" if self._leaves_any() else warden.DISMISSED)
        with self._lock:
            client, self._client = self._client, None
        if client:
            client.close()

    def _leaves_any(self) -> bool:
        """Whether a box is still open: there is no other end for a frozen one."""
        with suppress(SandboxError):
            return any(labels[WORKER] == self._worker for _, labels, _ in self.boxes())
        return False

    def forget(self) -> None:
        """In a forked child: connection and warden are the parent's."""
        if self._warden and self._warden.stdin:
            self._warden.stdin.close()
        self._begin()
