"""The running cluster keeps its walls, and recovers from the loss of any part."""

import os
import signal

import pytest

from tests.cluster.compose import Cluster, service_of
from tests.services.processes import wait_until

LASTING = ("web", "worker", "beat", "redis", "postgres")
OUTSIDE = "moonladder_outside"


@pytest.mark.parametrize("service", LASTING)
def test_no_container_runs_as_root(cluster: Cluster, service: str) -> None:
    assert int(cluster.run_in(service, "id", "-u")) != 0


@pytest.mark.parametrize("service", LASTING)
def test_no_container_can_write_to_its_image(cluster: Cluster, service: str) -> None:
    code, said = cluster.container(service).exec_run(["touch", "/opt/mark"], user="root")
    assert code != 0
    assert b"Read-only file system" in said


@pytest.mark.parametrize("service", LASTING)
def test_no_container_has_or_gains_privileges(cluster: Cluster, service: str) -> None:
    status = cluster.run_in(service, "cat", "/proc/1/status")
    said = dict(line.split(":\t") for line in status.splitlines())
    assert {int(said[name], 16) for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")} == {0}
    assert said["NoNewPrivs"] == "1"
    assert said["Seccomp"] == "2"


def test_no_container_holds_the_engines_socket(cluster: Cluster) -> None:
    mounts = [mount for each in cluster.containers() for mount in each.attrs["Mounts"]]
    assert {mount["Type"] for mount in mounts} <= {"volume", "tmpfs"}


def test_the_web_server_alone_is_published(cluster: Cluster) -> None:
    published = {
        service_of(each)
        for each in cluster.containers()
        if any(each.attrs["NetworkSettings"]["Ports"].values())
    }
    assert published == {"web"}


def test_the_web_server_alone_is_on_a_network_with_a_way_out(cluster: Cluster) -> None:
    networks = {
        service_of(each): each.attrs["NetworkSettings"]["Networks"] for each in cluster.containers()
    }
    assert {name for name, joined in networks.items() if OUTSIDE in joined} == {"web"}
    address = networks["web"][OUTSIDE]["IPAddress"]
    call = f"import socket; socket.create_connection(('{address}', 8000), timeout=3)"
    answers = {
        service: cluster.container(service).exec_run(["python", "-c", call]).exit_code == 0
        for service in ("web", "worker", "beat")
    }
    assert answers == {"web": True, "worker": False, "beat": False}


def test_the_image_holds_the_site_and_nothing_of_its_making(cluster: Cluster) -> None:
    listed = cluster.run_in("web", "ls", "-A", "/opt/moonladder")
    rooms = {"manage.py", "platform", "engine", "viewer", "sandbox", "matches", "kit", "docs"}
    assert set(listed.split()) - rooms == {"static", "__pycache__"}
    code, _ = cluster.container("web").exec_run(["python", "-c", "import pip"])
    assert code != 0


def test_a_killed_worker_is_missed_until_it_is_back(cluster: Cluster) -> None:
    cluster.container("worker").kill()
    cluster.wait_for_red("worker")
    cluster.send_heartbeat("waited")
    cluster.compose("start", "worker")
    cluster.wait_for_green()
    cluster.wait_for_heartbeat("waited")


@pytest.mark.parametrize("service", LASTING)
def test_a_part_that_crashes_is_started_again(cluster: Cluster, service: str) -> None:
    crashed = cluster.container(service).attrs
    os.kill(crashed["State"]["Pid"], signal.SIGKILL)
    wait_until(
        lambda: cluster.container(service).attrs["RestartCount"] > crashed["RestartCount"],
        what=f"the engine to start {service} again",
    )
    cluster.wait_for_green()
    cluster.send_heartbeat(f"after {service}")
    cluster.wait_for_heartbeat(f"after {service}")


def test_the_database_keeps_its_rows_over_a_restart(cluster: Cluster) -> None:
    cluster.send_heartbeat("kept")
    cluster.wait_for_heartbeat("kept")
    cluster.compose("stop", "postgres")
    cluster.wait_for_red("database")
    cluster.compose("start", "postgres")
    cluster.wait_for_green()
    assert cluster.has_heartbeat("kept")


def test_the_broker_keeps_its_tasks_over_a_restart(cluster: Cluster) -> None:
    cluster.compose("stop", "worker")
    cluster.send_heartbeat("queued")
    cluster.compose("stop", "redis")
    cluster.wait_for_red("broker")
    cluster.compose("start", "redis")
    cluster.compose("start", "worker")
    cluster.wait_for_green()
    cluster.wait_for_heartbeat("queued")
