"""Builds: attacks at compile time, limits, logs, and what a build may leave."""

import os
import re
import textwrap
from pathlib import Path
from typing import Any

import pytest

import sandbox
from sandbox.runtimes import PYTHON, Runtime, recognise
from tests.sandbox.table import Attack

BOMBS = [Attack.load(path) for path in sorted(Path(__file__).with_name("compile").iterdir())]


def failure(
    source: sandbox.Archive, runtime: Runtime, backend: sandbox.Backend, **limits: Any
) -> sandbox.BuildFailed:
    with pytest.raises(sandbox.BuildFailed) as failed:
        sandbox.build(source, runtime, sandbox.BuildLimits(**limits), backend=backend)
    return failed.value


@pytest.mark.parametrize("bomb", BOMBS, ids=lambda bomb: bomb.path.stem)
def test_a_hostile_source_fails_to_build(bomb: Attack, backend: sandbox.Backend) -> None:
    source = sandbox.read_upload(f"bot{bomb.path.suffix}", bomb.path.read_bytes())
    failed = failure(source, recognise(source), backend, **bomb.given())
    assert re.fullmatch(bomb.verdict, failed.verdict), failed.log
    assert failed.sentence in failed.log
    assert len(failed.log) < 70_000
    assert "root:" not in failed.log
    assert failed.log.replace("\n", "").replace("\t", "").isprintable()


def builder(script: str) -> Runtime:
    """A language whose compiler is the bot itself: what no honest compiler would do."""
    return Runtime(
        name="evil",
        title="Evil",
        suffix=".py",
        mains=("bot.py",),
        tools=("python3",),
        build=("{python3}", "-c", textwrap.dedent(script), "{main}"),
        run=("/bot/bot",),
    )


def evil_failure(script: str, backend: sandbox.Backend, **limits: Any) -> sandbox.BuildFailed:
    return failure(sandbox.read_upload("bot.py", b"#"), builder(script), backend, **limits)


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("import os; os.symlink('/etc/shadow', '/build/bot')", "is a symbolic link"),
        ("import os; os.mkfifo('/build/bot')", "is a pipe"),
        ("import os; os.mkdir('/build/a b')", "may hold only"),
        ("open('/build/a', 'w'); open('/build/A', 'w')", "there twice"),
        ("import os; open('/build/a', 'w'); os.link('/build/a', '/build/b')", "hard link"),
        ("import os; open('/build/a', 'w'); os.chmod('/build/a', 0o4755)", "set-user-ID"),
        ("pass", "holds no files"),
        ("import sys; open('/build/bot', 'w'); sys.exit(3)", "exit 3"),
    ],
)
def test_only_regular_files_leave_a_build(
    script: str, sentence: str, backend: sandbox.Backend
) -> None:
    failed = evil_failure(script, backend)
    assert failed.verdict == "compile_error"
    assert sentence in failed.log


def test_a_compiler_cannot_write_to_where_its_result_is_read(backend: sandbox.Backend) -> None:
    script = "import os; os.open('/proc/%d/fd/1' % os.getppid(), os.O_WRONLY)"
    assert "Permission denied" in evil_failure(script, backend).log


def test_a_build_has_a_limit_of_time(backend: sandbox.Backend) -> None:
    failed = evil_failure("import time; time.sleep(60)", backend, wall_seconds=0.5)
    assert (failed.verdict, failed.sentence) == ("compile_limit", "the build took more than 0.5 s")


def test_a_build_has_a_limit_of_processor_time(backend: sandbox.Backend) -> None:
    failed = evil_failure("while True: pass", backend, cpu_seconds=0.3)
    assert failed.verdict == "compile_limit"
    assert "CPU time" in failed.sentence


def test_a_build_has_a_limit_of_memory(backend: sandbox.Backend) -> None:
    failed = evil_failure("x = bytearray(1 << 30)", backend, memory_mib=100)
    assert (failed.verdict, "100 MiB" in failed.sentence) == ("compile_limit", True)


def test_a_build_cannot_write_outside_its_folder(backend: sandbox.Backend) -> None:
    failed = evil_failure("open('/bot/x', 'w')", backend)
    assert "Read-only file system" in failed.log


def test_what_a_build_leaves_is_the_bot(backend: sandbox.Backend) -> None:
    script = "import os; open('/build/bot', 'w').write('#!/bin/sh\\nread x; echo built\\n')"
    runtime = builder(script + "; os.chmod('/build/bot', 0o755)")
    built = sandbox.build(sandbox.read_upload("bot.py", b"#"), runtime, backend=backend)
    assert built.files.paths == ["bot"]
    with sandbox.open(built.files, runtime, backend=backend) as channel:
        channel.send(b"go\n")
        assert channel.receive(sandbox.Deadline(5, 20)).line == b"built"


def test_the_log_shows_where_it_went_wrong(backend: sandbox.Backend) -> None:
    source = sandbox.read_upload("bot.c", b"int main(void) { return undeclared; }\n")
    failed = failure(source, recognise(source), backend)
    assert "/bot/bot.c:1" in failed.log
    assert "undeclared" in failed.log


def test_a_mistake_in_python_is_found_before_the_match(backend: sandbox.Backend) -> None:
    failed = failure(sandbox.read_upload("bot.py", b"print('hello'\n"), PYTHON, backend)
    assert "SyntaxError" in failed.log


def test_a_silent_failure_still_has_a_log(backend: sandbox.Backend) -> None:
    assert evil_failure("import os; os._exit(7)", backend).log == "the build failed (exit 7)\n"


def test_a_checked_language_runs_what_was_uploaded(backend: sandbox.Backend) -> None:
    source = sandbox.read_upload("bot.py", b"print(1)")
    assert sandbox.build(source, PYTHON, backend=backend).files is source


def test_nothing_of_the_host_environment_reaches_a_build(
    backend: sandbox.Backend, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(os.environ, "SECRET_CANARY", "d4f1")
    script = "import os, sys; print(dict(os.environ), file=sys.stderr); sys.exit(1)"
    assert "CANARY" not in evil_failure(script, backend).log
