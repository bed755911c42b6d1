"""Boxes side by side: what bots cannot tell each other, and what cannot outlive a match."""

import json
import os
import signal
import socket
import subprocess
import sys
import textwrap
import threading
import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

import sandbox
from sandbox import seccomp
from sandbox.bubblewrap import Bubblewrap
from sandbox.cgroups import Group, Layout
from sandbox.clock import Meter
from sandbox.slots import Slots
from tests.sandbox.traces import Traces, eventually, marked, wait_for_background, wait_until_gone

ARENA = Path(__file__).with_name("attacks") / "arena.py"
FIRST = sandbox.Deadline(charged=10, wall=60)


def bot(source: str) -> sandbox.Archive:
    numbers = json.dumps(seccomp.numbers(seccomp.this_machine())).encode()
    return sandbox.Archive.of(
        [
            sandbox.File("bot.py", textwrap.dedent(source).encode()),
            sandbox.File("arena.py", ARENA.read_bytes()),
            sandbox.File("numbers.json", numbers),
        ]
    )


def ask(channel: sandbox.Channel, **question: object) -> str:
    channel.send(json.dumps({"id": 1, **question}).encode() + b"\n")
    answer: str = json.loads(channel.receive(FIRST).line)["saw"]
    return answer


@contextmanager
def seats(backend: sandbox.Backend, *sources: str) -> Iterator[list[sandbox.Channel]]:
    with ExitStack() as stack:
        yield [
            stack.enter_context(sandbox.open(bot(source), "python", backend=backend))
            for source in sources
        ]


@pytest.fixture
def token() -> str:
    return f"token-{uuid.uuid4().hex}"


# ── what bots cannot tell each other ──────────────────────────────────────────────────────────

SHOUT = """
import mmap, os, socket, subprocess, sys
from arena import outcome, serve, syscall

kept = []

def shout():
    heard = []
    heard.append(syscall("flock", os.open("/usr/bin/env", os.O_RDONLY), 2))
    heard.append(syscall("inotify_init1", 0))
    heard.append(syscall("add_key", 0, 0, 0, 0, 0))
    open("/dev/shm/message", "w").write("hello")
    open("/tmp/message", "w").write("hello")
    syscall("shmget", 4242, 4096, 0o1666)
    post = socket.socket(socket.AF_UNIX)
    post.bind("\\0moonladder-covert")
    post.listen()
    kept.append(post)
    return sorted(set(heard))

serve(shout, once=True)
"""
LISTEN = """
import os, socket
from arena import outcome, serve, syscall

def listen():
    post = socket.socket(socket.AF_UNIX)
    return [
        syscall("shmget", 4242, 4096, 0o666),
        os.path.exists("/dev/shm/message"),
        os.path.exists("/tmp/message"),
        outcome(post.connect, "\\0moonladder-covert"),
        sum(name.isdigit() for name in os.listdir("/proc")) <= 3,
    ]

serve(listen)
"""


def test_two_bots_find_no_way_to_signal(backend: sandbox.Backend) -> None:
    with seats(backend, SHOUT, LISTEN) as (shouter, listener):
        assert ask(shouter) == "['EPERM']"
        assert ask(listener) == "['ENOENT', False, False, 'ECONNREFUSED', True]"


def test_a_socket_of_the_host_cannot_be_reached(backend: sandbox.Backend, token: str) -> None:
    source = """
    import socket
    from arena import outcome, serve
    serve(lambda: outcome(socket.socket(socket.AF_UNIX).connect, "\\0NAME"))
    """
    with socket.socket(socket.AF_UNIX) as host:
        host.bind(f"\0{token}")
        host.listen()
        with seats(backend, source.replace("NAME", token)) as (channel,):
            assert ask(channel) == "ECONNREFUSED"


def test_no_secret_of_the_worker_is_anywhere_in_a_box(
    backend: sandbox.Backend, monkeypatch: pytest.MonkeyPatch, token: str, tmp_path: Path
) -> None:
    monkeypatch.setenv("MOONLADDER_SECRET", token)
    (tmp_path / "secret").write_text(token)
    source = """
    import os
    from arena import serve

    def search():
        found = []
        for top in ("/proc", "/etc", "/dev", "/run", "/tmp", "/bot", "/home", "/root", "/var"):
            for folder, _, names in os.walk(top):
                if "/task" in folder or folder.startswith("/proc/sys"):
                    continue
                for name in names:
                    found += look(os.path.join(folder, name))
        return found

    def look(path):
        try:
            with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
                return [path] if TOKEN.encode() in (file.read(1 << 16) or b'') else []
        except OSError:
            return []

    TOKEN = "".join(reversed("NEKOT"))
    serve(search)
    """
    with seats(backend, source.replace("NEKOT", token[::-1])) as (channel,):
        assert ask(channel) == "[]"


def test_two_boxes_never_share_a_user(backend: sandbox.Backend, token: str) -> None:
    source = f"""
    import subprocess, sys
    from arena import serve
    kept = []
    def run():
        kept.append(subprocess.Popen([sys.executable, "-c", "input()", {token!r}], stdin=-1))
        return "running"
    serve(run)
    """
    with seats(backend, source, source) as channels:
        assert [ask(channel) for channel in channels] == ["running"] * 2
        assert eventually(lambda: len(marked(token)) == 2)
        users = {os.stat(f"/proc/{pid}").st_uid for pid in marked(token)}
        assert len(users) == 2
        assert 0 not in users
    assert wait_until_gone(token)


# ── what cannot outlive a match ───────────────────────────────────────────────────────────────

GHOST = """
import subprocess, sys
from arena import serve, syscall

def vanish():
    subprocess.Popen([sys.executable, "-c", "while True: pass", "TOKEN"])
    return syscall("ptrace", 0, 0, 0, 0)

serve(vanish)
"""


def test_a_ghost_does_not_stay(backend: sandbox.Backend, token: str) -> None:
    with seats(backend, GHOST.replace("TOKEN", token)) as (channel,):
        assert ask(channel) == "EPERM"
        assert eventually(lambda: marked(token))
    assert not marked(token)


DAEMON = """
import subprocess, sys
from arena import serve

PROGRAM = [sys.executable, "-c", "import signal; signal.pause()", "TOKEN"]

def settle():
    subprocess.Popen(PROGRAM, start_new_session=True)
    return "settled"

serve(settle)
"""


def test_nothing_runs_when_close_returns(backend: sandbox.Backend, token: str) -> None:
    with seats(backend, DAEMON.replace("TOKEN", token)) as (channel,):
        ask(channel)
        assert eventually(lambda: marked(token))
    assert not marked(token)


WORKER = """
import sys
import sandbox
from tests.sandbox.test_isolation import DAEMON, ask, bot

source = DAEMON.replace("TOKEN", sys.stdin.readline().strip())
backend = sandbox.backend(sys.argv[1])
channels = [sandbox.open(bot(source), "python", backend=backend) for _ in range(2)]
for channel in channels:
    ask(channel)
print("ready", flush=True)
sys.stdin.read()
"""


@contextmanager
def worker(
    backend: sandbox.Backend, token: str, variables: dict[str, str]
) -> Iterator[subprocess.Popen[str]]:
    """Another process with two boxes open, as a worker in mid-match has."""
    program = [sys.executable, "-c", WORKER, backend.name]
    with subprocess.Popen(program, stdin=-1, stdout=-1, text=True, env=variables) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        print(token, file=process.stdin, flush=True)
        assert process.stdout.readline() == "ready\n"
        assert eventually(lambda: len(marked(token)) == 2)
        try:
            yield process
        finally:
            process.kill()


def test_boxes_die_with_a_worker_that_is_killed(
    backend: sandbox.Backend, token: str, variables: dict[str, str]
) -> None:
    """Frozen boxes: those whose turn it is not, which is nearly all of them."""
    with worker(backend, token, variables) as process:
        process.kill()
        process.wait()
        assert wait_until_gone(token)


def test_boxes_die_with_a_worker_that_forgets_to_close_them(
    backend: sandbox.Backend, token: str, variables: dict[str, str]
) -> None:
    with worker(backend, token, variables) as process:
        assert process.stdin is not None
        process.stdin.close()
        assert process.wait() == 0
        assert wait_until_gone(token)


def test_what_a_killed_worker_left_is_swept(private: Bubblewrap) -> None:
    """A slot whose owner died: its folder is there, its group too, with something running in it."""
    slot = Slots(private.state).take()
    group = Group.create(Layout.of_this_machine(), slot.name, sandbox.Limits())
    (slot.unpack(bot("pass")) / "more").mkdir()
    with subprocess.Popen(["/bin/sleep", "60"]) as survivor:
        for path in group.paths:
            (path / "cgroup.procs").write_text(str(survivor.pid))
        os.close(slot._lock)
        private.sweep()
    assert survivor.returncode == -signal.SIGKILL
    assert not any(path.exists() for path in [slot.folder, *group.paths])


def test_boxes_die_with_their_keeper(bubblewrap: sandbox.Backend, token: str) -> None:
    """The keeper is killed too: then the kernel ends what the keeper cannot."""
    with worker(bubblewrap, token, dict(os.environ)) as process:
        (keeper,) = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
        os.kill(int(keeper), signal.SIGKILL)
        assert wait_until_gone(token)


def test_a_box_outlives_the_thread_that_opened_it(backend: sandbox.Backend) -> None:
    opened: list[sandbox.Channel] = []
    source = "from arena import serve\nserve(lambda: 'alive')"
    opener = threading.Thread(
        target=lambda: opened.append(sandbox.open(bot(source), "python", backend=backend))
    )
    opener.start()
    opener.join()
    with opened[0] as channel:
        assert ask(channel) == "alive"


def test_many_threads_open_boxes_at_once(backend: sandbox.Backend) -> None:
    source = "from arena import serve\nserve(lambda: 'alive')"
    saw: list[str] = []

    def play() -> None:
        with sandbox.open(bot(source), "python", backend=backend) as channel:
            saw.append(ask(channel))

    threads = [threading.Thread(target=play) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert saw == ["alive"] * 8


def test_a_forked_worker_has_boxes_of_its_own(
    backend: sandbox.Backend, variables: dict[str, str]
) -> None:
    program = """
    import os, sys
    import sandbox
    from tests.sandbox.test_isolation import ask, bot

    source = "from arena import serve\\nserve(lambda: 'alive')"
    backend = sandbox.backend(sys.argv[1])
    with sandbox.open(bot(source), "python", backend=backend) as channel:
        child = os.fork()
        if child == 0:
            with sandbox.open(bot(source), "python", backend=backend) as other:
                os._exit(0 if ask(other) == "alive" else 1)
        assert os.waitpid(child, 0)[1] == 0
        print(ask(channel))
    """
    argv = [sys.executable, "-c", textwrap.dedent(program), backend.name]
    done = subprocess.run(argv, capture_output=True, text=True, env=variables)
    assert done.stdout == "alive\n", done.stderr


# ── time that is not the bot's ────────────────────────────────────────────────────────────────

SPINNERS = """
import os
from arena import serve

def spin():
    for _ in range(40):
        if os.fork() == 0:
            while True:
                pass
    return "spinning"

serve(spin, once=True)
"""
THINKER = """
import time
from arena import serve

def think():
    end = time.process_time() + 0.2
    while time.process_time() < end:
        pass
    return "thought"

serve(think)
"""


def test_a_bot_does_not_run_on_its_opponents_time(backend: sandbox.Backend) -> None:
    with seats(backend, SPINNERS, THINKER) as (spinner, thinker):
        ask(thinker)
        ask(spinner)
        assert spinner.usage().facts.freeze
        meter = spinner._box.meter
        assert eventually(lambda: _stands_still(meter))
        before = meter.cpu_seconds()
        ask(thinker)
        stolen = meter.cpu_seconds() - before
        assert stolen < 0.001
        assert thinker.usage().spent[-1].cpu >= 0.2


def _stands_still(meter: Meter) -> bool:
    before = meter.cpu_seconds()
    threading.Event().wait(0.02)
    return meter.cpu_seconds() == before


# ── nothing left behind ───────────────────────────────────────────────────────────────────────

MATCHES = 200
BOX_PROCESSES = 3
"""bubblewrap outside, bubblewrap inside, and the bot, or what waits for it."""


def test_hundreds_of_matches_leave_nothing(private: Bubblewrap) -> None:
    """Nothing but the two boxes that wait for the next match, and they go with the backend."""
    echo = sandbox.build(sandbox.runtime("c").echo(), "c", backend=private).files
    wait_for_background()
    play_echo(private, echo)
    assert eventually(lambda: Traces.of(private).processes == 2 * BOX_PROCESSES)
    before = Traces.of(private)
    for _ in range(MATCHES):
        play_echo(private, echo)
    assert eventually(lambda: not Traces.of(private).beyond(before)), before
    private.close()
    assert eventually(lambda: Traces.of(private)[:3] == (0, 0, 0)), Traces.of(private)


def play_echo(backend: sandbox.Backend, echo: sandbox.Archive, seats: int = 2) -> None:
    """One match, its seats opened side by side."""
    with ExitStack() as table:
        channels = [
            table.enter_context(sandbox.open(echo, "c", backend=backend)) for _ in range(seats)
        ]
        for channel in channels:
            channel.send(b"hello\n")
        for channel in channels:
            assert channel.receive(FIRST).line == b"hello"
