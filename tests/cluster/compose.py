"""The cluster as its operator handles it: through Compose, and through the port it publishes."""

import http.client
import json
import os
import secrets
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from docker.models.containers import Container

from deploy import images
from tests.services.docker_engine import DockerEngine
from tests.services.processes import wait_until

PORT = 8000
SERVICES = {"migrate", "web", "worker", "beat", "redis", "postgres"}
SECRETS = ("MOONLADDER_SECRET_KEY", "MOONLADDER_POSTGRES_PASSWORD", "MOONLADDER_REDIS_PASSWORD")
STANDINS = {
    "MOONLADDER_POSTGRES_IMAGE": images.POSTGRES,
    "MOONLADDER_REDIS_IMAGE": images.REDIS,
}


def random_secrets() -> dict[str, str]:
    """Return what an operator puts into .env."""
    return {name: secrets.token_hex(32) for name in SECRETS}


@dataclass(frozen=True)
class Cluster:
    """One Compose project on one engine."""

    engine: DockerEngine
    program: list[str]
    secrets: Mapping[str, str] = field(default_factory=random_secrets)

    def try_compose(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run a Compose command with an .env file of its own, as an operator would."""
        file = self.engine.folder / "cluster.env"
        variables = {**self.secrets, **STANDINS}
        file.write_text("".join(f"{name}={value}\n" for name, value in variables.items()))
        return subprocess.run(
            [*self.program, "--env-file", str(file), "--project-name", "moonladder", *arguments],
            cwd=images.ROOT,
            env={"PATH": os.environ["PATH"], "HOME": "/", "DOCKER_HOST": self.engine.url},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
        )

    def compose(self, *arguments: str) -> str:
        """Run a Compose command that must succeed, and return what it prints."""
        run = self.try_compose(*arguments)
        assert run.returncode == 0, f"{' '.join(arguments)}: {run.stderr}"
        return run.stdout

    def container(self, service: str) -> Container:
        """Return a service's container as it is now."""
        (container,) = [each for each in self.containers() if service_of(each) == service]
        return container

    def containers(self) -> list[Container]:
        """Return every container of the project, also those that have ended."""
        return list(self.engine.client.containers.list(all=True))

    def health(self) -> dict[str, Any]:
        """Return what /healthz says; nothing while it cannot be asked."""
        connection = http.client.HTTPConnection("127.0.0.1", PORT)
        try:
            connection.sock = self.engine.connect(PORT)
            connection.request("GET", "/healthz")
            return dict(json.loads(connection.getresponse().read()))
        except (OSError, http.client.HTTPException):
            return {}
        finally:
            connection.close()

    def wait_for_green(self) -> None:
        """Wait until every part is alive."""
        wait_until(lambda: self.health().get("red") == [], what="/healthz to turn green")

    def wait_for_red(self, part: str) -> None:
        """Wait until the site has noticed that a part is not alive."""
        wait_until(
            lambda: part in self.health().get("red", ()), what=f"/healthz to miss the {part}"
        )

    def run_in(self, service: str, *command: str) -> str:
        """Run a program in a service's container and return what it prints."""
        code, printed = self.container(service).exec_run(list(command))
        assert code == 0, f"{' '.join(command)}: {printed.decode()}"
        return str(printed.decode())

    def send_heartbeat(self, name: str) -> None:
        """Send the site's smallest task, as any of its processes would."""
        task = ("moonladder.heartbeat", "--args", json.dumps([name]))
        self.run_in("web", "celery", "-A", "moonladder", "call", *task)

    def wait_for_heartbeat(self, name: str) -> None:
        """Wait until a worker has run that task, which leaves a row in the database."""
        wait_until(lambda: self.has_heartbeat(name), what=f"the heartbeat {name}")

    def has_heartbeat(self, name: str) -> bool:
        """Tell whether a heartbeat is in the database."""
        query = f"SELECT count(*) FROM health_pulse WHERE name = '{name}'"
        return self.run_in("postgres", "psql", "-U", "moonladder", "-Atc", query) == "1\n"


def service_of(container: Container) -> str:
    """Return the name a container's service has in docker-compose.yml."""
    return str(container.labels["com.docker.compose.service"])
