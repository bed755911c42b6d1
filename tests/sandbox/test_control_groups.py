"""Control groups of both versions: where they are found, what is written, what they do."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sandbox.cgroups import Group, Layout, settings
from sandbox.faults import Unavailable
from sandbox.limits import BoxLimits

V1 = """\
cgroup /sys/fs/cgroup/cpu,cpuacct cgroup rw,nosuid,cpu,cpuacct 0 0
cgroup /sys/fs/cgroup/memory cgroup rw,memory 0 0
cgroup /sys/fs/cgroup/pids cgroup rw,pids 0 0
cgroup /sys/fs/cgroup/freezer cgroup rw,freezer 0 0
proc /proc proc rw 0 0
"""
V2 = "cgroup2 /sys/fs/cgroup cgroup2 rw,nosuid,nsdelegate 0 0\n"
HYBRID = V1 + "cgroup2 /sys/fs/cgroup/unified cgroup2 rw 0 0\n"
ALL = frozenset({"memory", "pids", "cpu"})


@pytest.mark.parametrize(
    ("mounts", "kind"), [(V1, "v1"), (V2, "v2"), (HYBRID, "hybrid"), ("", "none")]
)
def test_the_mount_table_tells_the_kind(mounts: str, kind: str) -> None:
    assert Layout.from_mounts(mounts).kind == kind


def test_version_1_has_a_home_for_every_need() -> None:
    homes = Layout.from_mounts(V1).homes("slot3")
    assert homes["memory"] == Path("/sys/fs/cgroup/memory/moonladder/slot3")
    assert homes["cpu"] == homes["cpuacct"]
    assert "freezer" in homes
    assert "unified" not in homes


def test_version_2_serves_all_needs_in_one_place() -> None:
    layout = Layout(Path("/sys/fs/cgroup"), ALL)
    assert set(layout.homes("slot3").values()) == {Path("/sys/fs/cgroup/moonladder/slot3")}
    assert set(layout.homes("slot3")) == {*ALL, "unified"}


def test_a_hybrid_limits_by_version_1_and_freezes_by_version_2() -> None:
    homes = Layout.from_mounts(HYBRID).homes("slot3")
    assert homes["memory"].parts[4] == "memory"
    assert homes["unified"].parts[4] == "unified"
    assert "freezer" not in homes


def test_what_is_missing_is_named() -> None:
    assert Layout(Path("/x"), frozenset({"memory"})).missing() == ["pids", "cpu"]
    with pytest.raises(Unavailable, match="pids, cpu"):
        Layout(Path("/x"), frozenset({"memory"})).prepare()


def test_both_versions_are_told_the_same_limits() -> None:
    limits = BoxLimits(memory_mib=1, pids=7, cpu_cores=0.5)
    assert settings(limits, 2) == {
        "memory": [("memory.max", "1048576"), ("memory.swap.max", "0"), ("memory.oom.group", "1")],
        "pids": [("pids.max", "7")],
        "cpu": [("cpu.max", "50000 100000")],
    }
    assert settings(limits, 1) == {
        "memory": [
            ("memory.limit_in_bytes", "1048576"),
            ("memory.memsw.limit_in_bytes", "1048576"),
            ("memory.swappiness", "0"),
        ],
        "pids": [("pids.max", "7")],
        "cpu": [("cpu.cfs_period_us", "100000"), ("cpu.cfs_quota_us", "50000")],
    }


VERSION_2_FILES = {
    "cpu.stat": "usage_usec 2500000\nuser_usec 1\nthrottled_usec 300000\n",
    "cpu.pressure": "some avg10=0.00 total=900000\nfull avg10=0.00 total=700000\n",
    "cgroup.freeze": "0",
    "cgroup.procs": "",
    "memory.events": "low 0\nhigh 0\nmax 3\noom 2\noom_kill 4\noom_group_kill 1\n",
    "memory.peak": "123456\n",
    "pids.events": "max 9\n",
}


def test_the_files_of_version_2_are_understood(tmp_path: Path) -> None:
    """Plain files with the text a version 2 kernel puts there."""
    for name, text in VERSION_2_FILES.items():
        (tmp_path / name).write_text(text)
    group = Group(dict.fromkeys([*ALL, "unified"], tmp_path))
    group.open()
    assert (group.clock, group.can_freeze) == ("fair", True)
    assert (group.cpu_seconds(), group.pressure_seconds()) == (2.5, 0.7)
    assert group.stats() == (2.5, 123456, 4, 9, 0.3)
    group.freeze()
    assert (tmp_path / "cgroup.freeze").read_text() == "1"
    group.close()


def test_an_old_kernel_has_only_some_pressure(tmp_path: Path) -> None:
    for name, text in VERSION_2_FILES.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "cpu.pressure").write_text("some avg10=0.00 total=900000\n")
    group = Group({"unified": tmp_path})
    group.open()
    assert group.pressure_seconds() == 0.9
    group.close()


def test_the_files_of_version_1_are_understood(tmp_path: Path) -> None:
    for name, text in {
        "cpuacct.usage": "2500000000\n",
        "freezer.state": "THAWED\n",
        "memory.oom_control": "oom_kill_disable 0\nunder_oom 0\noom_kill 4\n",
        "memory.max_usage_in_bytes": "123456\n",
        "pids.events": "max 9\n",
        "cpu.stat": "nr_periods 1\nnr_throttled 1\nthrottled_time 300000000\n",
    }.items():
        (tmp_path / name).write_text(text)
    group = Group(dict.fromkeys([*ALL, "cpuacct", "freezer"], tmp_path))
    group.open()
    assert (group.clock, group.can_freeze) == ("cpu", True)
    assert group.stats() == (2.5, 123456, 4, 9, 0.3)
    group.freeze()
    assert (tmp_path / "freezer.state").read_text().startswith("FROZEN")
    group.close()


# ── on this machine ───────────────────────────────────────────────────────────────────────────

SPIN = [sys.executable, "-I", "-S", "-c", "while True: pass"]


@pytest.fixture(params=["all", "version 1 alone"])
def layout(request: pytest.FixtureRequest) -> Layout:
    """What this machine mounts, and on a hybrid also what it would be without version 2."""
    if os.geteuid() != 0:
        pytest.skip("control groups need root")
    layout = Layout.of_this_machine()
    if request.param == "version 1 alone":
        if "freezer" not in layout.v1 or "memory" not in layout.v1:
            pytest.skip("this machine mounts no version 1 controllers")
        layout = Layout(v1=layout.v1)
    layout.prepare()
    return layout


@pytest.fixture
def group(layout: Layout, request: pytest.FixtureRequest) -> Iterator[Group]:
    group = Group.create(layout, f"test-{os.getpid()}", BoxLimits(pids=8))
    yield group
    group.remove()
    assert not any(path.exists() for path in group.paths)


def join(group: Group, command: list[str]) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(command)
    for path in group.paths:
        (path / "cgroup.procs").write_text(str(process.pid))
    return process


def wait_until_it_has_run(group: Group) -> None:
    while group.cpu_seconds() < 0.05:
        pass


def test_boxes_come_before_others(layout: Layout) -> None:
    cpu = layout.homes("")["cpu"]
    weights = {"cpu.shares": "10240\n", "cpu.weight": "1000\n"}
    told = [
        (cpu / name).read_text() == text for name, text in weights.items() if (cpu / name).exists()
    ]
    assert told == [True]


def test_a_group_counts_what_runs_in_it(group: Group) -> None:
    with join(group, SPIN) as process:
        wait_until_it_has_run(group)
        assert group.pids() == {process.pid}
        group.kill()
    assert group.pids() == set()
    assert process.returncode == -9


def test_a_frozen_group_uses_no_processor(group: Group) -> None:
    with join(group, SPIN):
        wait_until_it_has_run(group)
        group.freeze()
        _wait_until_frozen(group)
        before = group.cpu_seconds()
        subprocess.run([sys.executable, "-c", "sum(range(3_000_000))"], check=True)
        assert group.cpu_seconds() - before < 0.001
        group.thaw()
        while group.cpu_seconds() - before < 0.01:
            pass
        group.kill()


def _wait_until_frozen(group: Group) -> None:
    unified = group.homes.get("unified")
    if unified:
        while "frozen 1" not in (unified / "cgroup.events").read_text():
            pass
    else:
        while "FROZEN" not in (group.homes["freezer"] / "freezer.state").read_text():
            pass


def test_a_frozen_group_can_be_killed(group: Group) -> None:
    with join(group, SPIN) as process:
        wait_until_it_has_run(group)
        group.freeze()
        group.kill()
    assert process.returncode == -9


def test_a_dead_owners_group_is_made_anew(layout: Layout, group: Group) -> None:
    with join(group, SPIN) as process:
        name = group.paths[0].name
        successor = Group.create(layout, name, BoxLimits(pids=3))
        assert successor.pids() == set()
    assert process.returncode == -9
    assert (successor.homes["pids"] / "pids.max").read_text() == "3\n"
    successor.close()


def test_the_group_of_a_process_is_found(layout: Layout, group: Group) -> None:
    with join(group, SPIN) as process:
        found = Group.of_process(layout, process.pid)
        assert found.homes == group.homes
        assert found.clock == group.clock
        found.close()
        group.kill()
