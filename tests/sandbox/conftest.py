"""Backends under test: every fixture here is one parameter away from another backend."""

import os
import shutil
import uuid
from collections.abc import Iterator

import pytest

import sandbox
from sandbox.backends import ISOLATING
from sandbox.bubblewrap import Bubblewrap
from sandbox.slots import default_state

BACKENDS = tuple(ISOLATING)


@pytest.fixture(scope="session", params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> sandbox.Backend:
    """Each isolating backend in turn, with everything it can protect with switched on."""
    if os.geteuid() != 0:
        pytest.skip("full protection needs root: control groups, a user for each slot")
    return sandbox.backend(request.param)


@pytest.fixture
def private(bubblewrap: sandbox.Backend) -> Iterator[Bubblewrap]:
    """A backend with slots of its own, for looking at what it leaves."""
    state = default_state().with_name(f"test-{uuid.uuid4().hex[:8]}")
    backend = Bubblewrap(state=state)
    yield backend
    backend.close()
    shutil.rmtree(state)


@pytest.fixture(scope="session")
def bubblewrap() -> sandbox.Backend:
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        pytest.skip("needs root and bubblewrap")
    return sandbox.backend("bwrap")
