"""One engine with the cluster's images, and the cluster running on it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from deploy import images
from tests.cluster.compose import Cluster
from tests.cluster.compose_v2 import compose_v2
from tests.services.docker_engine import DockerEngine, private_engine, why_docker_cannot_run


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what is in this folder: it takes minutes and an engine of its own."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker("cluster")


@pytest.fixture(scope="session")
def cluster_engine() -> Iterator[DockerEngine]:
    """An engine that has every image the cluster needs, and has asked no registry for them."""
    reason = why_docker_cannot_run("docker-compose")
    if reason:
        pytest.skip(reason)
    with private_engine() as engine:
        images.build_cluster(engine.client)
        yield engine


@pytest.fixture(params=["docker-compose", "docker compose"])
def stopped_cluster(request: pytest.FixtureRequest, cluster_engine: DockerEngine) -> Cluster:
    """The cluster before `up`, under Debian 12's docker-compose 1.29 and under Compose v2."""
    program = [request.param] if request.param == "docker-compose" else compose_v2()
    return Cluster(cluster_engine, program)


@pytest.fixture(scope="module")
def cluster(request: pytest.FixtureRequest, cluster_engine: DockerEngine) -> Iterator[Cluster]:
    """The cluster, up and green; when a test fails, what its containers said is printed."""
    cluster = Cluster(cluster_engine, ["docker-compose"])
    failed_before = request.session.testsfailed
    cluster.compose("up", "--detach")
    cluster.wait_for_green()
    yield cluster
    if request.session.testsfailed > failed_before:
        print(cluster.compose("logs", "--no-color", "--tail=100"))
    cluster.compose("down", "--volumes")
