"""Bots for tests of the referee: one that follows a script, one that is a real process."""

import json
import select
import subprocess
import time
from collections.abc import Mapping, Sequence
from typing import Any

from engine.clock import Deadline
from engine.faults import BotFault, Spent
from engine.kernel import Json
from engine.transport import Reply


class Scripted:
    """A bot that answers as it is told beforehand, and remembers all that was said to it.

    An answer is a choice, an object to encode (its id is put in), a raw line, a whole `Reply`, or
    an exception to raise. Out of answers it takes the defaults. `unasked` has, by the number of
    the ask they come before, lines that nobody asked for.
    """

    def __init__(
        self,
        *answers: Any,
        start: Any = b'{"type": "ready"}',
        unasked: Mapping[int, Sequence[bytes]] | None = None,
        log: list[tuple["Scripted", str]] | None = None,
    ) -> None:
        self.answers, self.start = list(answers), start
        self.heard: list[Json] = []
        self.deadlines: list[Deadline] = []
        self.closed = 0
        self._unasked = dict(unasked or {})
        self._log = log if log is not None else []

    @property
    def asks(self) -> list[Json]:
        return [message for message in self.heard if message["type"] == "ask"]

    def send(self, line: bytes) -> None:
        assert line.endswith(b"\n"), "a message is a line"
        assert line.count(b"\n") == 1, "a message is one line"
        assert not self.closed, "nothing is sent to a bot that is closed"
        self.heard.append(json.loads(line))
        self._log.append((self, "send"))

    def receive(self, deadline: Deadline) -> Reply:
        self._log.append((self, "receive"))
        self.deadlines.append(deadline)
        message = self.heard[-1]
        if message["type"] == "start":
            return self._reply(self.start, message)
        return self._reply(self.answers.pop(0) if self.answers else message["default"], message)

    def _reply(self, answer: Any, message: Json) -> Reply:
        if isinstance(answer, BaseException):
            raise answer
        if isinstance(answer, Reply):
            return answer
        if isinstance(answer, int):
            answer = {"choice": answer}
        if isinstance(answer, dict):
            answer = json.dumps({"id": message["id"], **answer}).encode()
        return Reply(answer, Spent())

    def unasked(self) -> list[bytes]:
        return list(self._unasked.pop(len(self.asks) + 1, ()))

    def usage(self) -> dict[str, Json]:
        return {"asks": len(self.asks)}

    def close(self) -> None:
        self.closed += 1


class Piped:
    """A bot in a process of its own, over pipes: for the bots in the documentation."""

    def __init__(self, *command: str) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
        )
        self._buffer = b""
        self._sent = time.monotonic()

    def send(self, line: bytes) -> None:
        try:
            self._in.write(line)
        except BrokenPipeError:
            raise self._crash() from None
        self._sent = time.monotonic()

    def receive(self, deadline: Deadline) -> Reply:
        while b"\n" not in self._buffer:
            left = deadline.wall - (time.monotonic() - self._sent)
            if not select.select([self._out], [], [], max(0.0, left))[0]:
                raise BotFault("timeout:wall", spent=self._spent())
            self._read()
        line, _, self._buffer = self._buffer.partition(b"\n")
        return Reply(line, self._spent(), more=bool(self._buffer))

    def unasked(self) -> list[bytes]:
        while select.select([self._out], [], [], 0)[0]:
            self._read()
        *lines, self._buffer = self._buffer.split(b"\n")
        return lines

    def usage(self) -> dict[str, Json]:
        return {"process": self._process.pid}

    def close(self) -> None:
        self._process.kill()
        self._process.wait()
        self._in.close()
        self._out.close()

    @property
    def _in(self) -> Any:
        return self._process.stdin

    @property
    def _out(self) -> Any:
        return self._process.stdout

    def _read(self) -> None:
        piece = self._out.read(65536)
        if not piece:
            raise self._crash()
        self._buffer += piece

    def _crash(self) -> BotFault:
        return BotFault(f"crash:exit {self._process.wait()}", spent=self._spent())

    def _spent(self) -> Spent:
        wall = time.monotonic() - self._sent
        return Spent(0.0, 0.0, wall)
