"""One conversation with one bot: whole lines, one deadline for each answer, a cap on everything.

A turn is: `unasked` (whatever came out of turn), `send` (write, then thaw), `receive` (wait, then
freeze). Only `receive` ever waits, and only until its deadline; what the pipe did not take of a
line goes out meanwhile, under the same deadline. Lines are bytes: what they mean, and whether one
out of turn is a fault, is for whoever asked.
"""

import contextlib
import os
import select
import time
from collections.abc import Callable
from functools import wraps
from typing import Any, NamedTuple, NoReturn, ParamSpec, Self, TypeVar

from sandbox.box import Box, Facts, Stats
from sandbox.clock import PROMPT_SECONDS, Clock, Deadline, Spent
from sandbox.faults import BotFault, Exit, SandboxError
from sandbox.limits import KIB, Limits

CHUNK = 64 * KIB
STARVED = 0.5
"""Share of the wall time that, lost to pressure, makes a missed wall cap the platform's fault."""


Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def on_our_side(method: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """What the system refuses to do for the channel is never the bot's fault."""

    @wraps(method)
    def wrapped(*arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        try:
            return method(*arguments, **named)
        except OSError as error:
            raise SandboxError(f"the box cannot be reached: {error}") from error

    return wrapped


class Reply(NamedTuple):
    """One line without its newline; the time it took; whether more was there already."""

    line: bytes
    spent: Spent
    more: bool


class Usage(NamedTuple):
    """What a bot used, and how its match ended for it."""

    facts: Facts
    verdict: str
    """`ok`, or that of the fault that ended the box."""
    exit: Exit | None
    """How the bot's process ended, if it did so by itself."""
    spent: tuple[Spent, ...]
    """What each answer took, given or not."""
    stats: Stats
    stdout_bytes: int
    stderr_bytes: int
    stderr: bytes
    """The first and the last of it, as the bot wrote it: `printable` before showing."""
    kill_seconds: float | None
    """How long ending the box took; None while it lives."""

    def as_json(self) -> dict[str, Any]:
        """Everything but the times of single answers, which belong beside the answers."""
        return {
            **self.facts._asdict(),
            **self.stats._asdict(),
            "verdict": self.verdict,
            "exit": str(self.exit) if self.exit else None,
            "charged_seconds": sum(spent.charged for spent in self.spent),
            "stdout_bytes": self.stdout_bytes,
            "stderr_bytes": self.stderr_bytes,
            "stderr": printable(self.stderr),
            "kill_seconds": self.kill_seconds,
        }


def printable(text: bytes) -> str:
    """A bot's words as they may be shown on any terminal or page: no control characters.

    Markup is left alone; escaping it is the page's part.
    """
    decoded = text.decode("utf-8", "backslashreplace")
    return "".join(c if c in "\n\t" or c.isprintable() else ascii(c)[1:-1] for c in decoded)


class Log:
    """The beginning and the end of a stream, and how long it was."""

    def __init__(self, keep: int) -> None:
        self._half = keep // 2
        self._head = b""
        self._tail = b""
        self.total = 0

    def add(self, chunk: bytes) -> None:
        self.total += len(chunk)
        room = self._half - len(self._head)
        self._head += chunk[:room]
        self._tail = (self._tail + chunk[room:])[-self._half :]

    def text(self) -> bytes:
        missing = self.total - len(self._head) - len(self._tail)
        gap = b"\n[... %d bytes left out ...]\n" % missing if missing else b""
        return self._head + gap + self._tail


class Channel:
    """The open line to one bot in its box."""

    def __init__(self, box: Box, limits: Limits) -> None:
        self._box = box
        self._limits = limits
        self._line_cap = limits.line_kib * KIB
        self._dies_whole = box.dies_whole()
        facts = box.facts
        self._clock = Clock(box.meter, keeps_still=facts.freeze, counts_cpu=facts.clock != "wall")
        self._inbox = bytearray()
        self._outbox = b""
        self._writing = False
        self._frozen = False
        self._stdout_bytes = 0
        self._log = Log(limits.stderr_keep_kib * KIB)
        self._spent: list[Spent] = []
        self._ended: BotFault | None = None
        self._exit: Exit | None = None
        self._kill_seconds: float | None = None
        self._stats = Stats()
        self._closed = False
        self._poll = select.poll()
        self._poll.register(box.stdout, select.POLLIN)
        self._poll.register(box.stderr, select.POLLIN)

    # ── the conversation ──────────────────────────────────────────────────────────────────────

    @on_our_side
    def unasked(self) -> list[bytes]:
        """The whole lines that came without being received; they are taken away."""
        self._refuse_if_ended()
        while self._read_stdout():
            pass
        *lines, rest = bytes(self._inbox).split(b"\n")
        self._inbox[:] = rest
        return lines

    @on_our_side
    def send(self, line: bytes) -> None:
        """Give the bot a line, newline included."""
        self._refuse_if_ended()
        self._outbox += line
        self._flush()
        self._thaw()
        self._clock.start()

    @on_our_side
    def receive(self, deadline: Deadline) -> Reply:
        """The bot's next line. All time counts from the last `send`; a line that has come by the
        deadline is never late, even if it is picked up after it."""
        self._refuse_if_ended()
        self._thaw()
        began = time.monotonic()
        line = self._await_line(deadline)
        prompt = time.monotonic() - began < PROMPT_SECONDS
        spent = self._stop(prompt=prompt)
        if not self._dies_whole and self._box.out_of_memory():
            self._out_of_memory()
        return Reply(line, spent, bool(self._inbox))

    @on_our_side
    def usage(self) -> Usage:
        """What the bot has used so far; after `close`, in all."""
        if not self._closed:
            self._stats = self._box.stats()
        return Usage(
            facts=self._box.facts,
            verdict=self._ended.verdict if self._ended else "ok",
            exit=self._exit,
            spent=tuple(self._spent),
            stats=self._stats,
            stdout_bytes=self._stdout_bytes,
            stderr_bytes=self._log.total,
            stderr=self._log.text(),
            kill_seconds=self._kill_seconds,
        )

    @on_our_side
    def close(self) -> None:
        """End the bot, at once and for good, and remove its box; closing twice changes nothing."""
        if self._closed:
            return
        try:
            self._kill()
            self._stats = self._box.stats()
        finally:
            self._closed = True
            self._box.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _refuse_if_ended(self) -> None:
        if self._ended:
            raise self._ended
        if self._closed:
            raise SandboxError("the channel is closed")

    # ── time ──────────────────────────────────────────────────────────────────────────────────

    def _thaw(self) -> None:
        if self._frozen:
            self._box.thaw()
            self._frozen = False

    def _stop(self, *, prompt: bool = False) -> Spent:
        """End the bot's turn."""
        self._box.freeze()
        self._frozen = True
        spent = self._clock.stop(prompt=prompt)
        self._spent.append(spent)
        return spent

    def _seconds_left(self, deadline: Deadline) -> float:
        """How long to wait before looking again; raises when there is no time left."""
        spent = self._clock.spent()
        if spent.charged >= deadline.charged:
            self._time_out("cpu" if spent.cpu > spent.charged / 2 else "wall")
        if spent.wall >= deadline.wall:
            if spent.pressure > STARVED * spent.wall:
                self._give_up(spent)
            self._time_out("wall")
        return min(deadline.charged - spent.charged, deadline.wall - spent.wall)

    def _time_out(self, kind: str) -> NoReturn:
        spent = self._stop()
        charged, wall = f"{spent.charged:.3f} s charged", f"{spent.wall:.3f} s on the wall"
        raise BotFault(f"timeout:{kind}", f"no answer after {charged}, {wall}", spent)

    def _give_up(self, spent: Spent) -> NoReturn:
        lost = spent.pressure / spent.wall
        raise SandboxError(
            f"this machine is overloaded: a bot waited for a processor {lost:.0%} of its time"
        )

    # ── reading and writing ───────────────────────────────────────────────────────────────────

    def _await_line(self, deadline: Deadline) -> bytes:
        """Look at least once, then until there is a line or no time left; the meters are read only
        when the wall clock alone would say that time is up."""
        until = self._clock.began + min(deadline)
        line = self._next_line()
        while line is None:
            seconds = max(0.0, until - time.monotonic())
            for file, events in self._poll.poll(seconds * 1000):
                self._attend(file, events, seconds)
            line = self._next_line()
            if line is None and time.monotonic() >= until:
                until = time.monotonic() + self._seconds_left(deadline)
        return line

    def _next_line(self) -> bytes | None:
        newline = self._inbox.find(b"\n")
        if max(newline, len(self._inbox) if newline < 0 else 0) > self._line_cap:
            self._fail("output_limit:line", f"a line of more than {self._limits.line_kib} KiB")
        if newline < 0:
            return None
        line = bytes(self._inbox[:newline])
        del self._inbox[: newline + 1]
        return line

    def _attend(self, file: int, events: int, seconds: float) -> None:
        if file == self._box.stdin:
            self._flush()
        elif file == self._box.stderr:
            self._read_stderr()
        elif not self._read_stdout() and events & (select.POLLHUP | select.POLLERR):
            self._output_closed(seconds)

    def _read_stdout(self) -> bool:
        """Take what there is; false when there is nothing."""
        try:
            chunk = os.read(self._box.stdout, CHUNK)
        except BlockingIOError:
            return False
        self._stdout_bytes += len(chunk)
        if self._stdout_bytes > self._limits.stdout_kib * KIB:
            cap = self._limits.stdout_kib
            self._fail("output_limit:stdout", f"more than {cap} KiB of output in one match")
        self._inbox += chunk
        return bool(chunk)

    def _read_stderr(self) -> None:
        with contextlib.suppress(BlockingIOError):
            chunk = os.read(self._box.stderr, CHUNK)
            self._log.add(chunk)
            if not chunk:
                self._poll.unregister(self._box.stderr)
        if self._log.total > self._limits.stderr_kib * KIB:
            cap = self._limits.stderr_kib
            self._fail("output_limit:stderr", f"more than {cap} KiB of error output")

    def _flush(self) -> None:
        """Write what the pipe takes; that nobody reads it any more shows when reading."""
        try:
            written = os.write(self._box.stdin, self._outbox)
        except BlockingIOError:
            written = 0
        except BrokenPipeError:
            written = len(self._outbox)
        self._outbox = self._outbox[written:]
        if self._outbox and not self._writing:
            self._poll.register(self._box.stdin, select.POLLOUT)
        elif self._writing and not self._outbox:
            self._poll.unregister(self._box.stdin)
        self._writing = bool(self._outbox)

    # ── endings ───────────────────────────────────────────────────────────────────────────────

    def _output_closed(self, seconds: float) -> None:
        """Nothing more will come: the process has ended, or has closed its output and lives on."""
        try:
            self._exit = self._box.wait(seconds)
        except SandboxError as error:
            self._read_last_words()
            raise SandboxError(f"{error}: {printable(self._log.text())}") from error
        if self._box.out_of_memory():
            self._out_of_memory()
        if self._exit is not None:
            self._fail(self._exit.verdict, f"the bot's process ended ({self._exit})")

    def _out_of_memory(self) -> NoReturn:
        self._fail("memory_limit", f"the bot used more than {self._limits.memory_mib} MiB")

    def _fail(self, verdict: str, sentence: str) -> NoReturn:
        """A fault that ends the bot."""
        self._ended = BotFault(verdict, sentence, self._clock.stop())
        self._spent.append(self._ended.spent)
        self._kill()
        raise self._ended

    def _kill(self) -> None:
        """End the box once, and keep the last of what it said."""
        if self._kill_seconds is not None:
            return
        began = time.monotonic()
        self._box.kill()
        self._kill_seconds = time.monotonic() - began
        self._read_last_words()

    def _read_last_words(self) -> None:
        """Take what is left of the log, of which a pipe holds a megabyte at most."""
        with contextlib.suppress(BlockingIOError):
            while chunk := os.read(self._box.stderr, CHUNK):
                self._log.add(chunk)
