"""Backends under test: every fixture here is one parameter away from another backend."""

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sandbox
from sandbox.backends import ISOLATING
from sandbox.bubblewrap import Bubblewrap
from sandbox.docker import Docker
from sandbox.slots import default_state
from tests.services.docker_engine import DockerEngine, load_bots_image

BACKENDS = tuple(ISOLATING)


@pytest.fixture(scope="session", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> sandbox.Backend:
    """Each isolating backend in turn, with everything it can protect with switched on."""
    name = {"docker": "docker_boxes", "bwrap": "bubblewrap"}[request.param]
    made: sandbox.Backend = request.getfixturevalue(name)
    return made


@pytest.fixture(scope="session")
def bubblewrap() -> sandbox.Backend:
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        pytest.skip("full protection needs bubblewrap, and root: control groups, users for slots")
    return sandbox.backend("bwrap")


@pytest.fixture(scope="session")
def bots_engine(docker_engine: DockerEngine) -> DockerEngine:
    """A Docker engine of the tests' own that has what bots run in."""
    load_bots_image(docker_engine)
    return docker_engine


@pytest.fixture(scope="session")
def docker_boxes(bots_engine: DockerEngine) -> Iterator[sandbox.Backend]:
    """The backend by its name, on that engine and not on one that this machine may have."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("DOCKER_HOST", bots_engine.url)
        backend = sandbox.backend("docker")
    yield backend
    backend.close()


@pytest.fixture
def variables(backend: sandbox.Backend) -> dict[str, str]:
    """The environment in which another process finds the same backend by its name."""
    address = {"DOCKER_HOST": backend.address} if isinstance(backend, Docker) else {}
    return os.environ | address


@pytest.fixture
def private(bubblewrap: sandbox.Backend) -> Iterator[Bubblewrap]:
    """A backend with slots of its own, for looking at what it leaves."""
    with slots_of_its_own() as state:
        backend = Bubblewrap(state=state)
        yield backend
        backend.close()


@pytest.fixture
def private_docker(bots_engine: DockerEngine) -> Iterator[Docker]:
    """The same with containers."""
    with slots_of_its_own() as state:
        backend = Docker(address=bots_engine.url, state=state)
        yield backend
        backend.close()


@pytest.fixture(params=BACKENDS)
def either(request: pytest.FixtureRequest) -> Bubblewrap | Docker:
    """Each backend in turn with slots of its own."""
    name = {"docker": "private_docker", "bwrap": "private"}[request.param]
    made: Bubblewrap | Docker = request.getfixturevalue(name)
    return made


@contextmanager
def slots_of_its_own() -> Iterator[Path]:
    state = default_state().with_name(f"test-{uuid.uuid4().hex[:8]}")
    yield state
    shutil.rmtree(state)
