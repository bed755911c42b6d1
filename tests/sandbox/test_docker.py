"""Containers: how they are made and reached, and what becomes of them when nobody looks after."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import uuid
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

import sandbox
from sandbox import backends, check, probe, seccomp
from sandbox.container import Shape, configuration, merged
from sandbox.docker import Docker
from sandbox.gates import StreamGate
from sandbox.limits import Limits
from sandbox.slots import UID_BASE
from tests.sandbox.conftest import slots_of_its_own
from tests.sandbox.table import ATTACKS, Attack
from tests.sandbox.test_isolation import MATCHES, ask, bot, play_echo
from tests.sandbox.traces import (
    Traces,
    containers_of,
    eventually,
    marked,
    wait_for_background,
    wait_until_gone,
)
from tests.services.docker_engine import BASE_IMAGE, DockerEngine

DEADLINE = sandbox.Deadline(charged=20, wall=90)
ECHO = sandbox.runtime("python").echo()
SHAPE = Shape(Limits())


@pytest.fixture(scope="module")
def streamed(bots_engine: DockerEngine) -> Iterator[Docker]:
    """Boxes reached through the engine, as when it is on another machine."""
    with slots_of_its_own() as state:
        backend = Docker(address=bots_engine.url, state=state, ways=(StreamGate,))
        yield backend
        backend.close()


def attack(name: str) -> Attack:
    return next(attack for attack in ATTACKS if attack.path.stem == name)


# ── what the engine is asked for ──────────────────────────────────────────────────────────────


def test_a_container_is_asked_for_with_every_protection() -> None:
    wanted = configuration("image", SHAPE, uid=UID_BASE)
    host = wanted["HostConfig"]
    assert wanted["User"] == "2000000000:2000000000"
    assert (wanted["NetworkDisabled"], host["NetworkMode"]) == (True, "none")
    assert (host["ReadonlyRootfs"], host["CapDrop"]) == (True, ["ALL"])
    assert host["SecurityOpt"][0] == "no-new-privileges"
    profile = host["SecurityOpt"][1].removeprefix("seccomp=")
    assert json.loads(profile) == seccomp.docker_profile()
    assert host["Memory"] == host["MemorySwap"] == 256 << 20
    assert host["LogConfig"] == {"Type": "none"}
    assert "Privileged" not in host


def test_another_runtime_is_asked_for_by_name() -> None:
    assert configuration("image", SHAPE, 1, "runsc")["HostConfig"]["Runtime"] == "runsc"


def test_boxes_of_a_pinned_worker_are_pinned_with_it() -> None:
    assert "CpusetCpus" not in configuration("image", SHAPE, 1)["HostConfig"]
    pinned = SHAPE._replace(processors=frozenset({3, 1}))
    assert configuration("image", pinned, 1)["HostConfig"]["CpusetCpus"] == "1,3"


def test_only_builds_get_a_folder_to_build_in() -> None:
    for shape, folders in ((SHAPE, ["/tmp"]), (SHAPE._replace(scratch_mib=8), ["/tmp", "/build"])):
        assert list(configuration("image", shape, 1)["HostConfig"]["Tmpfs"]) == folders


def test_what_a_gate_adds_takes_nothing_away() -> None:
    one, other = {"a": {"x": 1}, "b": 2}, {"a": {"y": 3}, "c": 4}
    assert merged(one, other) == {"a": {"x": 1, "y": 3}, "b": 2, "c": 4}


def test_the_image_has_what_every_language_needs() -> None:
    listed = Path(sandbox.__file__).with_name("images") / "packages.txt"
    for runtime in sandbox.RUNTIMES.values():
        assert set(runtime.packages.split()) <= set(listed.read_text().split())


# ── what is missing ───────────────────────────────────────────────────────────────────────────


def test_without_an_engine_the_reason_says_so() -> None:
    with pytest.raises(sandbox.Unavailable, match=r"no Docker engine answers at unix.*DOCKER_HOST"):
        Docker(address="unix:///nowhere/docker.sock")


def test_without_the_image_the_reason_says_how_to_make_it(bots_engine: DockerEngine) -> None:
    with pytest.raises(sandbox.Unavailable, match="no image other:1; make it with: make bots-im"):
        Docker(address=bots_engine.url, image="other:1")


def test_without_the_package_the_other_backends_are_there(tmp_path: Path) -> None:
    """As on the machine of a bot's author: nothing but the standard library."""
    program = """
    import sys
    sys.modules["docker"] = None
    import sandbox
    from sandbox.docker import Docker
    try:
        Docker()
    except sandbox.Unavailable as reason:
        print(reason)
    """
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True
    )
    assert done.stdout == "Python's docker package is missing: pip install docker\n", done.stderr


def test_an_image_without_a_gate_is_not_used(docker_engine: DockerEngine) -> None:
    with slots_of_its_own() as state, pytest.raises(sandbox.Unavailable, match="start a container"):
        Docker(address=docker_engine.url, image=BASE_IMAGE, state=state)


def test_an_engine_is_preferred_where_there_is_one(
    docker_boxes: sandbox.Backend, bubblewrap: sandbox.Backend
) -> None:
    assert list(backends.ISOLATING) == ["docker", "bwrap"]
    assert backends.default.__wrapped__() is docker_boxes


def test_the_report_says_what_is_missing(bots_engine: DockerEngine) -> None:
    variables = os.environ | {"DOCKER_HOST": "unix:///nowhere/docker.sock"}
    argv = [sys.executable, "-m", "sandbox", "docker"]
    done = subprocess.run(argv, env=variables, capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stdout.startswith("docker: not usable\n  FAIL docker: no Docker engine answers")


# ── the gate ──────────────────────────────────────────────────────────────────────────────────

BURGLAR = """
import os, socket
from arena import outcome, serve, syscall

def knock():
    path = open("/proc/1/cmdline").read().split("\\0")[1]
    return [
        outcome(os.listdir, "/proc/1/fd"),
        outcome(os.open, "/proc/1/mem", os.O_RDWR),
        outcome(os.open, "/proc/1/environ", os.O_RDONLY),
        outcome(socket.socket(socket.AF_UNIX).connect, path),
        outcome(os.kill, 1, 9),
        outcome(os.kill, 1, 19),
        os.listdir("/bot"),
    ]

serve(knock)
"""


def test_a_bot_cannot_reach_its_gate(docker_boxes: sandbox.Backend) -> None:
    with sandbox.open(bot(BURGLAR), "python", backend=docker_boxes) as channel:
        saw = ask(channel)
    assert saw.startswith("['EACCES', 'EACCES', 'EACCES', 'ENOENT', 'ok', 'ok', ['"), saw
    assert sorted(re.findall(r"[\w.]+\.\w+", saw)) == ["arena.py", "bot.py", "numbers.json"]


def test_a_program_that_is_not_there_is_named(docker_boxes: sandbox.Backend) -> None:
    job = sandbox.Job(files=ECHO, command=("/bot/nothing",), limits=Limits())
    with sandbox.Channel(docker_boxes.start(job), Limits()) as channel:
        with pytest.raises(sandbox.BotFault, match="crash:exit 127"):
            channel.receive(DEADLINE)
        assert b"/bot/nothing: No such file" in channel.usage().stderr


def test_a_container_that_somebody_removes_is_not_the_bots_fault(private_docker: Docker) -> None:
    files = bot("from arena import serve\nserve(lambda: 'alive')")
    with sandbox.open(files, "python", backend=private_docker) as channel:
        assert ask(channel) == "alive"
        for container in containers_of(private_docker):
            private_docker.daemon.remove(container)
        with pytest.raises(sandbox.SandboxError, match=r"gone by itself|cannot be reached"):
            ask(channel)


# ── through the engine ────────────────────────────────────────────────────────────────────────


def test_what_cannot_be_known_from_afar_is_said(streamed: Docker) -> None:
    with sandbox.open(ECHO, "python", backend=streamed) as channel:
        channel.send(b"hello\n")
        assert channel.receive(DEADLINE).line == b"hello"
        assert channel.usage().facts == ("docker", "v1", False, "wall", True)
    report = check.report_on(streamed)
    assert not report.protected
    assert "FAIL control groups" in str(report)


def test_all_doors_are_shut_from_afar_too(streamed: Docker) -> None:
    assert probe.differences(streamed) == []


@pytest.mark.parametrize(
    ("name", "verdict"),
    [
        ("r04_memory", "memory_limit"),
        ("r11_write_everywhere", "ok"),
        ("r14_endless_line", "output_limit:line"),
        ("r15_flood_of_answers", "protocol:extra_output"),
        ("r16_flood_of_errors", "output_limit:stderr"),
        ("r30_never_reads", "timeout:wall"),
        ("r31_spins", "timeout:wall"),
        ("r32_closes_its_output", "timeout:wall"),
        ("r36_daemon", "crash:exit 0"),
        ("r40_exit_3", "crash:exit 3"),
        ("r40_segmentation_fault", "crash:SIGSEGV"),
        ("r43_inherited_descriptors", "ok"),
    ],
)
def test_attacks_are_contained_from_afar(streamed: Docker, name: str, verdict: str) -> None:
    outcome = attack(name).play(streamed)
    assert outcome.verdict == verdict, outcome
    for saw in outcome.saw if "saw" in attack(name).head else []:
        assert re.fullmatch(attack(name).head["saw"], saw)


def test_a_build_from_afar_gives_a_bot_that_runs(streamed: Docker) -> None:
    built = sandbox.build(sandbox.runtime("c").echo(), "c", backend=streamed)
    with sandbox.open(built.files, "c", backend=streamed) as channel:
        for line in (b"short", b"x" * 60_000):
            channel.send(line + b"\n")
            assert channel.receive(DEADLINE).line == line


def test_files_in_folders_arrive_from_afar_and_stay_as_they_are(streamed: Docker) -> None:
    source = """
    import os
    from arena import outcome, serve
    from lib import word
    def change():
        made = outcome(open, "/bot/lib/x", "w"), outcome(os.rename, "/bot/lib", "/bot/bin")
        return word.WORD, *made
    serve(change)
    """
    files = [*bot(source).files, sandbox.File("lib/word.py", b"WORD = 'here'\n")]
    with sandbox.open(sandbox.Archive.of(files), "python", backend=streamed) as channel:
        assert ask(channel) == "('here', 'EACCES', 'EACCES')"


def test_a_flood_that_nobody_reads_holds_nothing_up(streamed: Docker) -> None:
    """An engine cannot remove a container while it has output for a stream that is not read."""
    flood = sandbox.read_upload("bot.py", b"while True: print('x' * 4000)")
    with sandbox.open(flood, "python", backend=streamed) as channel:
        channel.receive(DEADLINE)
    seconds = channel.usage().kill_seconds
    assert seconds is not None
    assert seconds < 10
    streamed.settle()
    assert len(containers_of(streamed)) == len(streamed.spares)


def test_which_way_works_is_found_by_trying(bots_engine: DockerEngine) -> None:
    """The engine has a /run of its own, as if it were on another machine."""
    state = Path(f"/run/moonladder-{uuid.uuid4().hex}")
    try:
        with closing(Docker(address=bots_engine.url, state=state)) as backend:
            with sandbox.open(ECHO, "python", backend=backend) as channel:
                channel.send(b"hello\n")
                assert channel.receive(DEADLINE).line == b"hello"
            assert channel.usage().facts.clock == "wall"
    finally:
        shutil.rmtree(state)


# ── workers that are killed ───────────────────────────────────────────────────────────────────

WORKER_PROGRAM = """
import sys
from pathlib import Path
import sandbox
from sandbox.docker import Docker
from tests.sandbox.test_isolation import DAEMON, ask, bot

address, state, token, rests = sys.argv[1:]
backend = Docker(address=address, state=Path(state))
channel = sandbox.open(bot(DAEMON.replace("TOKEN", token)), "python", backend=backend)
ask(channel)
if rests == "no":
    channel._thaw()
print("ready", flush=True)
sys.stdin.read()
"""


def worker_without_warden(engine: DockerEngine, state: Path, token: str, rests: str) -> None:
    """A worker that is killed in mid-match together with its warden."""
    argv = [sys.executable, "-c", WORKER_PROGRAM, engine.url, str(state), token, rests]
    with subprocess.Popen(argv, stdin=-1, stdout=-1, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        assert eventually(lambda: marked(token))
        (warden,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(warden), signal.SIGKILL)
        process.kill()


def test_a_gate_that_is_left_alone_ends(bots_engine: DockerEngine, private_docker: Docker) -> None:
    token = f"token-{uuid.uuid4().hex}"
    worker_without_warden(bots_engine, private_docker.state, token, rests="no")
    assert wait_until_gone(token)


def test_what_a_killed_worker_left_is_removed_by_the_next(
    bots_engine: DockerEngine, private_docker: Docker
) -> None:
    """Its boxes are frozen: no gate of theirs can notice."""
    token = f"token-{uuid.uuid4().hex}"
    before = set(containers_of(private_docker))
    worker_without_warden(bots_engine, private_docker.state, token, rests="yes")
    left = set(containers_of(private_docker)) - before
    assert left
    private_docker.sweep()
    assert not left & set(containers_of(private_docker))
    assert wait_until_gone(token)


def test_another_machines_containers_are_left_alone_for_a_day(
    private_docker: Docker, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = containers_of(private_docker)
    monkeypatch.setattr("sandbox.docker.platform.node", lambda: "another")
    private_docker.sweep()
    assert waiting == containers_of(private_docker) != []
    monkeypatch.setattr("sandbox.docker.STALE_SECONDS", -1)
    private_docker.sweep()
    assert containers_of(private_docker) == []


def test_containers_in_use_are_not_swept(private_docker: Docker) -> None:
    with sandbox.open(ECHO, "python", backend=private_docker) as channel:
        private_docker.sweep()
        channel.send(b"hello\n")
        assert channel.receive(DEADLINE).line == b"hello"


# ── nothing left behind ───────────────────────────────────────────────────────────────────────


def test_hundreds_of_containers_leave_nothing(
    private_docker: Docker, bots_engine: DockerEngine
) -> None:
    """One seat for each match: an engine is asked for hundreds of containers all the same."""
    echo = sandbox.build(sandbox.runtime("c").echo(), "c", backend=private_docker).files

    def traces() -> Traces:
        private_docker.settle()
        return Traces.of(private_docker, bots_engine.process.pid)

    def play(matches: int) -> None:
        for _ in range(matches):
            play_echo(private_docker, echo, seats=1)
            private_docker.settle()

    wait_for_background()
    play(2)
    before = traces()
    assert (before.processes, before.containers) == (len(private_docker.spares),) * 2
    play(MATCHES)
    assert eventually(lambda: not traces().beyond(before)), traces().beyond(before)
    private_docker.close()
    assert eventually(lambda: traces()[:4] == (0, 0, 0, 0)), traces()
    assert len(traces().children) < len(before.children)  # the warden is gone
