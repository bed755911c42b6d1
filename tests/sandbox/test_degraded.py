"""Less than full protection: said in every report, and never taken silently."""

import os
import re
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import sandbox
from sandbox import backends, check, prerequisites, probe, seccomp
from sandbox.box import Finding
from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Layout
from tests.sandbox.table import ATTACKS, Attack
from tests.sandbox.traces import eventually

DEADLINE = sandbox.Deadline(charged=10, wall=40)
ECHO = sandbox.runtime("python").echo()


@pytest.fixture(scope="module")
def groupless() -> Iterator[Bubblewrap]:
    backend = Bubblewrap(cgroups=False)
    yield backend
    backend.close()


@pytest.fixture(scope="module")
def old_groups() -> Iterator[Bubblewrap]:
    """Boxes on version 1 alone, as on machines that mount no version 2."""
    layout = Layout.of_this_machine()
    if os.geteuid() != 0 or "memory" not in layout.v1:
        pytest.skip("needs root and version 1 control groups")
    backend = Bubblewrap(layout=Layout(v1=layout.v1))
    yield backend
    backend.close()


def attack(name: str) -> Attack:
    return next(attack for attack in ATTACKS if attack.path.stem == name)


def echo_usage(backend: sandbox.Backend) -> sandbox.Usage:
    with sandbox.open(ECHO, "python", backend=backend) as channel:
        channel.send(b"hello\n")
        assert channel.receive(DEADLINE).line == b"hello"
    return channel.usage()


# ── without control groups ────────────────────────────────────────────────────────────────────


def test_boxes_without_groups_say_so(groupless: Bubblewrap) -> None:
    assert groupless.name == "bwrap-nocgroup"
    facts = echo_usage(groupless).facts
    assert facts == ("bwrap-nocgroup", "v1", False, "wall", True)
    assert facts.stamp == "bwrap-nocgroup"


def test_boxes_without_groups_have_all_their_doors_shut(groupless: Bubblewrap) -> None:
    assert probe.differences(groupless) == []


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("r01_fork_bomb", "timeout:wall"),
        ("r04_memory", "crash:exit 1"),
        ("r36_daemon", "crash:exit 0"),
        ("r03_threads", "ok"),
        ("r31_spins", "timeout:wall"),
        ("r14_endless_line", "output_limit:line"),
    ],
)
def test_boxes_without_groups_still_hold(groupless: Bubblewrap, name: str, verdict: str) -> None:
    outcome = attack(name).play(groupless)
    assert outcome.verdict == verdict, outcome


def test_a_box_without_groups_counts_only_its_own_processes(groupless: Bubblewrap) -> None:
    """All boxes share one user here, but each counts in its own user namespace."""
    source = sandbox.read_upload(
        "bot.py",
        b"""
import os
made = 0
input()
try:
    while True:
        if os.fork() == 0:
            os.read(0, 1)
            os._exit(0)
        made += 1
except OSError:
    print(made, flush=True)
    input()
""",
    )
    limits = sandbox.Limits(pids=10)
    with (
        sandbox.open(source, "python", limits, backend=groupless) as one,
        sandbox.open(source, "python", limits, backend=groupless) as other,
    ):
        for channel in (one, other):
            channel.send(b"go\n")
            assert int(channel.receive(DEADLINE).line) in range(6, 10)


# ── on version 1 alone ────────────────────────────────────────────────────────────────────────


def test_version_1_freezes_and_counts_but_knows_no_pressure(old_groups: Bubblewrap) -> None:
    assert echo_usage(old_groups).facts == ("bwrap", "v1", True, "cpu", True)


@pytest.mark.parametrize(
    "name",
    [
        "r01_fork_bomb",
        "r02_comet",
        "r04_memory",
        "r05_memory_in_a_child",
        "r36_daemon",
        "r40_segmentation_fault",
    ],
)
def test_version_1_contains_the_same_attacks(old_groups: Bubblewrap, name: str) -> None:
    outcome = attack(name).play(old_groups)
    assert re.fullmatch(attack(name).verdict, outcome.verdict), outcome


def test_a_machine_without_a_system_call_table_has_no_boxes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(seccomp, "this_machine", lambda: "riscv64")
    with pytest.raises(sandbox.Unavailable, match="no system call table for riscv64"):
        Bubblewrap()


def test_settings_that_forbid_namespaces_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    bad = {name: values[0] for name, values in prerequisites.NAMESPACES.items()}
    monkeypatch.setattr(prerequisites, "_setting", bad.get)
    finding = prerequisites._namespaces()
    assert not finding.ok
    assert "kernel.unprivileged_userns_clone is 0" in finding.found
    assert "sysctl user.max_user_namespaces=10000" in finding.remedy


# ── plain processes ───────────────────────────────────────────────────────────────────────────


def test_plain_processes_are_stamped() -> None:
    usage = echo_usage(sandbox.backend("process"))
    assert usage.facts.stamp == "unsandboxed"
    assert usage.stats.peak_memory_bytes is not None
    assert usage.as_json()["sandboxed"] is False


def test_a_plain_process_takes_its_session_with_it() -> None:
    source = b"""
import shutil
import subprocess
import tempfile
input()
child = subprocess.Popen(["/bin/sleep", "60"])
print(child.pid, flush=True)
input()
"""
    files = sandbox.read_upload("bot.py", source)
    with sandbox.open(files, "python", backend=sandbox.backend("process")) as channel:
        channel.send(b"go\n")
        child = int(channel.receive(DEADLINE).line)
    assert eventually(lambda: has_ended(child))  # killed, though perhaps not dead this instant


def has_ended(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] == "Z"
    except OSError:
        return True


def test_a_plain_process_that_crashes_has_the_same_verdict() -> None:
    outcome = attack("r40_segmentation_fault").play(sandbox.backend("process"))
    assert outcome.verdict == "crash:SIGSEGV"


def test_nothing_falls_back_to_plain_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> sandbox.Backend:
        raise sandbox.Unavailable("nothing is installed")

    monkeypatch.setattr(backends, "ISOLATING", {"nowhere": missing})
    with pytest.raises(sandbox.Unavailable, match="nowhere: nothing is installed"):
        backends.default.__wrapped__()


def test_a_backend_that_fails_leaves_its_place_to_the_next(
    bubblewrap: sandbox.Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing() -> sandbox.Backend:
        raise sandbox.SandboxError("the engine answers, and refuses everything")

    monkeypatch.setattr(backends, "ISOLATING", {"moody": failing, "bwrap": Bubblewrap})
    assert backends.default.__wrapped__() is bubblewrap
    assert "refuses everything" in str(check.examine("moody"))


def test_an_unknown_backend_is_named_with_the_known_ones() -> None:
    with pytest.raises(sandbox.Unavailable, match=r"'chroot'; the backends are: .*process"):
        sandbox.backend("chroot")


# ── the check ─────────────────────────────────────────────────────────────────────────────────


def test_every_door_is_shut(backend: sandbox.Backend) -> None:
    assert probe.differences(backend) == []
    assert len(probe.expectations("x86_64")) > 150


def test_a_machine_with_everything_passes(backend: sandbox.Backend) -> None:
    report = check.examine(backend.name)
    assert report.protected, str(report)
    assert check.require(backend.name) == report


def test_a_missing_promise_makes_the_worker_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    finding = Finding("should", "freezer", False, "absent", "mount it")
    monkeypatch.setattr(check, "examine", lambda name: check.Report(name, (finding,)))
    with pytest.raises(sandbox.Unavailable, match="FAIL freezer: absent; mount it"):
        check.require("bwrap")


def test_an_open_door_is_named(backend: sandbox.Backend, monkeypatch: pytest.MonkeyPatch) -> None:
    """A filter that lets something through: what a broken kernel would look like."""
    monkeypatch.setitem(probe.ARGUMENTS, "getpid", ("getpid", (), {"EPERM"}))
    assert probe.differences(backend) == ["getpid: ok instead of EPERM"]


def test_a_report_says_what_to_do() -> None:
    report = check.Report(
        "bwrap",
        (
            Finding("must", "bubblewrap", True, "0.8.0"),
            Finding("should", "slot users", False, "shared", "run as root"),
            Finding("nice", "Go", False, "no go", "apt-get install golang-go"),
        ),
    )
    assert (report.usable, report.protected) == (True, False)
    assert str(report) == (
        "bwrap: degraded\n"
        "  ok   bubblewrap: 0.8.0\n"
        "  FAIL slot users: shared; run as root\n"
        "  -    Go: no go; apt-get install golang-go"
    )


def test_without_root_the_command_says_so_and_fails() -> None:
    if os.geteuid() != 0:
        pytest.skip("needs root to become somebody else")
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        shutil.copytree(Path(sandbox.__file__).parent, Path(folder, "sandbox"))
        done = subprocess.run(
            ["/usr/bin/python3", "-B", "-m", "sandbox", "bwrap"],
            user=12345, group=12345, extra_groups=[], env={}, cwd=folder,
            capture_output=True, text=True,
        )  # fmt: skip
    shutil.rmtree(Path(tempfile.gettempdir(), "moonladder-12345"))
    assert done.returncode == 1
    assert done.stdout.startswith("bwrap-nocgroup: degraded\n"), done.stderr
    assert "FAIL slot users: all boxes share this user; run as root" in done.stdout
    assert "ok   self-test" in done.stdout
