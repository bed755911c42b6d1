"""Compose 1.29 and v2 both bring the cluster up and down, and refuse it without its secrets."""

from dataclasses import replace

import pytest

from tests.cluster.compose import SECRETS, SERVICES, Cluster, service_of
from tests.services.processes import wait_until


@pytest.mark.parametrize("missing", SECRETS)
def test_a_missing_secret_is_refused_by_name(stopped_cluster: Cluster, missing: str) -> None:
    others = {name: value for name, value in stopped_cluster.secrets.items() if name != missing}
    run = replace(stopped_cluster, secrets=others).try_compose("up", "--detach")
    assert run.returncode != 0
    assert f"Set {missing} in .env" in run.stderr
    assert stopped_cluster.containers() == []


def test_the_cluster_comes_up_runs_a_task_and_goes_without_a_trace(
    stopped_cluster: Cluster,
) -> None:
    client = stopped_cluster.engine.client
    networks = {network.name for network in client.networks.list()}
    stopped_cluster.compose("up", "--detach")
    stopped_cluster.wait_for_green()
    stopped_cluster.send_heartbeat("first")
    stopped_cluster.wait_for_heartbeat("first")
    wait_until(lambda: has_settled(stopped_cluster), what="every container to be healthy")

    stopped_cluster.compose("down", "--volumes")
    assert stopped_cluster.containers() == []
    assert client.volumes.list() == []
    assert {network.name for network in client.networks.list()} == networks


def has_settled(cluster: Cluster) -> bool:
    """Tell whether the migrations are done and every other container's own check is content."""
    states = {service_of(each): each.attrs["State"] for each in cluster.containers()}
    assert set(states) == SERVICES
    migrated = states.pop("migrate")
    assert (migrated["Status"], migrated["ExitCode"]) == ("exited", 0)
    return all(state["Health"]["Status"] == "healthy" for state in states.values())
