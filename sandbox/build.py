"""Turns an upload into something that runs: in a box of its own, with limits of its own.

The compiler's output is never touched where it was written. It leaves the box as a tar stream on
the build's standard output, and is read like an upload: as untrusted bytes, regular files only.
"""

import contextlib
import io
import os
import select
import time
from dataclasses import replace
from typing import NamedTuple, NoReturn

from sandbox.archive import Archive, Intake, read_tar
from sandbox.box import Backend, Box, Job
from sandbox.channel import CHUNK, Log, printable
from sandbox.faults import Exit, UploadRefused
from sandbox.limits import KIB, MIB, BuildLimits, UploadLimits
from sandbox.runtimes import Runtime

SCRIPT = 'cd "$1" && shift && "$@" >&2 && exec tar -cf - .'
"""Run the rest of the arguments with all output to the log, then send what lies in the first."""
CHECK = '"$@" >&2'
OUTPUT = UploadLimits(unpacked_mib=64, files=2000, depth=12)
LOOK_SECONDS = 0.1
"""How often a silent build's CPU time is looked at."""


class Built(NamedTuple):
    """What can be run, and what the compiler said about it."""

    files: Archive
    log: str
    seconds: float


class BuildFailed(Exception):
    """The upload does not build: a verdict (`compile_error`, `compile_limit`) and a log."""

    def __init__(self, verdict: str, sentence: str, log: str) -> None:
        super().__init__(f"{verdict}: {sentence}")
        self.verdict = verdict
        self.sentence = sentence
        self.log = f"{log.rstrip()}\n{sentence}\n".lstrip()
        """Never empty: it ends with the sentence."""


def build(
    files: Archive, runtime: Runtime, backend: Backend, limits: BuildLimits | None = None
) -> Built:
    """What the upload becomes; raises `BuildFailed` with the compiler's log."""
    limits = limits or BuildLimits()
    command = runtime.build_command(files, backend)
    script = (SCRIPT, "build", "/build") if runtime.compiles else (CHECK, "check")
    job = Job(
        files=files,
        command=("/bin/sh", "-c", *script, *command),
        limits=limits,
        environment=runtime.environment,
        scratch_mib=limits.output_mib,
    )
    box = backend.start(job)
    try:
        return Builder(box, limits).run(runtime, files)
    finally:
        box.close()


class Builder:
    """One build in progress: reads everything, keeps little, ends in time."""

    def __init__(self, box: Box, limits: BuildLimits) -> None:
        self._box, self._limits = box, limits
        self._began = time.monotonic()
        self._output = bytearray()
        self._log = Log(limits.log_kib * KIB)

    def run(self, runtime: Runtime, sources: Archive) -> Built:
        self._collect()
        self._judge(self._box.wait(LOOK_SECONDS))
        files = self._fetch() if runtime.compiles else sources
        seconds = time.monotonic() - self._began
        log = printable(self._log.text()) or f"{runtime.title}: nothing to complain about\n"
        return Built(files, log, seconds)

    def _collect(self) -> None:
        """Read until both streams end."""
        poll = select.poll()
        for file in (self._box.stdout, self._box.stderr):
            poll.register(file, select.POLLIN)
        open_files = 2
        while open_files:
            for file, _ in poll.poll(LOOK_SECONDS * 1000):
                if not self._read(file):
                    poll.unregister(file)
                    open_files -= 1
            self._check_time()

    def _read(self, file: int) -> bool:
        chunk = os.read(file, CHUNK)
        if file == self._box.stderr:
            self._log.add(chunk)
        else:
            self._output += chunk
            if len(self._output) > (self._limits.output_mib + 1) * MIB:
                self._exceeded(f"the build's result is larger than {self._limits.output_mib} MiB")
        return bool(chunk)

    def _check_time(self) -> None:
        if self._box.meter.cpu_seconds() > self._limits.cpu_seconds:
            self._exceeded(f"the build took more than {self._limits.cpu_seconds:g} s of CPU time")
        if time.monotonic() - self._began > self._limits.wall_seconds:
            self._exceeded(f"the build took more than {self._limits.wall_seconds:g} s")

    def _judge(self, ended: Exit | None) -> None:
        if self._box.out_of_memory():
            self._exceeded(f"the build used more than {self._limits.memory_mib} MiB of memory")
        if ended is None or ended.code:
            self._fail("compile_error", f"the build failed ({ended or 'it does not end'})")

    def _fetch(self) -> Archive:
        limits = replace(OUTPUT, unpacked_mib=self._limits.output_mib)
        try:
            files = read_tar(io.BytesIO(self._output), Intake(limits, packed=None))
        except UploadRefused as refused:
            self._fail("compile_error", f"the build left something unusable: {refused}")
        return Archive.of(files)

    def _exceeded(self, sentence: str) -> NoReturn:
        self._fail("compile_limit", sentence)

    def _fail(self, verdict: str, sentence: str) -> NoReturn:
        self._box.kill()
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._box.stderr, CHUNK):
                self._log.add(chunk)
        raise BuildFailed(verdict, sentence, printable(self._log.text()))
