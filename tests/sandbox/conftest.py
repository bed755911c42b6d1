"""Backends with slots of their own: every fixture is one parameter away from another backend."""

import os
import shutil
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import sandbox
from sandbox.bubblewrap import Bubblewrap
from sandbox.docker import Docker
from sandbox.slots import default_state
from tests.services.boxes import BACKENDS
from tests.services.docker_engine import DockerEngine


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
