"""A table with one bot at it: asks a few questions and says how that went, in a verdict."""

import json
import select
import time
from dataclasses import dataclass
from pathlib import Path

import sandbox
from sandbox import seccomp
from sandbox.runtimes import recognise

WALL_SECONDS = 120.0
"""Out of the way: on a busy machine only charged time is to be trusted."""


@dataclass(frozen=True)
class Outcome:
    """How a conversation went: the verdict, what the bot said, what it used."""

    verdict: str
    lines: list[bytes]
    usage: sandbox.Usage

    @property
    def saw(self) -> list[str]:
        return [json.loads(line)["saw"] for line in self.lines]


@dataclass(frozen=True)
class Attack:
    """A bot from a file, with what its head comment says of it."""

    path: Path
    head: dict[str, str]

    @classmethod
    def load(cls, path: Path) -> "Attack":
        marks = ("#: ", "//: ")
        lines = [line for line in path.read_text().splitlines() if line.startswith(marks)]
        return cls(path, dict(line.split(": ", 1)[1].split(" ", 1) for line in lines))

    @property
    def verdict(self) -> str:
        return self.head.get("verdict", "ok")

    @property
    def limits(self) -> sandbox.Limits:
        return sandbox.Limits(**self.given())

    def given(self) -> dict[str, int]:
        """The limits the head asks for."""
        pairs = (word.split("=") for word in self.head.get("limits", "").split())
        return {name: int(value) for name, value in pairs}

    def files(self, backend: sandbox.Backend) -> tuple[sandbox.Archive, sandbox.Runtime]:
        """The bot ready to run, with `arena.py` and the numbers of system calls beside it."""
        source = sandbox.Archive.of(
            [sandbox.File(f"bot{self.path.suffix}", self.path.read_bytes())]
        )
        runtime = recognise(source)
        if runtime.compiles:
            return sandbox.build(source, runtime, backend=backend).files, runtime
        numbers = json.dumps(seccomp.numbers(seccomp.this_machine())).encode()
        arena = self.path.with_name("arena.py").read_bytes()
        beside = [sandbox.File("arena.py", arena), sandbox.File("numbers.json", numbers)]
        return sandbox.Archive.of([*source.files, *beside]), runtime

    def play(self, backend: sandbox.Backend) -> Outcome:
        files, runtime = self.files(backend)
        lines: list[bytes] = []
        with sandbox.open(files, runtime, self.limits, backend=backend) as channel:
            verdict = self._talk(channel, lines)
        return Outcome(verdict, lines, channel.usage())

    def _talk(self, channel: sandbox.Channel, lines: list[bytes]) -> str:
        charged = float(self.head.get("deadline", 5))
        deadline = sandbox.Deadline(charged, WALL_SECONDS)
        padding = "x" * (1024 * int(self.head.get("message_kib", 0)))
        if "greets" in self.head:
            channel.send(b'{"id": 0}\n')
            channel.receive(sandbox.Deadline(30, WALL_SECONDS))
        if "settle" in self.head:
            assert select.select([channel._box.stdout], [], [], 30)[0]
        time.sleep(float(self.head.get("head_start", 0)))
        try:
            for number in range(1, 1 + int(self.head.get("rounds", 2))):
                if channel.unasked():
                    return "protocol:early_output"
                channel.send(json.dumps({"id": number, "padding": padding}).encode() + b"\n")
                reply = channel.receive(deadline)
                lines.append(reply.line)
                if reply.spent.charged > charged:
                    return "timeout:cpu"
                if reply.more:
                    return "protocol:extra_output"
        except sandbox.BotFault as fault:
            return fault.verdict
        return "ok"


ATTACKS = [Attack.load(path) for path in sorted(Path(__file__).with_name("attacks").glob("r*"))]
