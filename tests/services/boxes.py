"""The isolating backends as pytest fixtures, with everything they can protect with switched on."""

import os
import shutil
from collections.abc import Iterator

import pytest

import sandbox
from sandbox.backends import ISOLATING
from tests.services.docker_engine import DockerEngine, load_bots_image

BACKENDS = tuple(ISOLATING)


@pytest.fixture(scope="session", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> sandbox.Backend:
    """Each isolating backend in turn."""
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
