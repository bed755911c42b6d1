"""Plain processes for trusted code only: nothing is isolated, and every result says so.

House bots on a machine without isolation, and an author's own bots on the author's own machine, run
like this. It has to be asked for by name; nothing falls back to it.
"""

import os
import re
from collections.abc import Sequence
from pathlib import Path

from sandbox import toolchains
from sandbox.box import Facts, Finding, Job, Stats
from sandbox.bubblewrap import ENVIRONMENT, rlimits
from sandbox.clock import Meter, WallMeter
from sandbox.faults import Exit, SandboxError
from sandbox.slots import Slot, Slots
from sandbox.spawn import Keeper, KeptBox, Request

FACTS = Facts(backend="process", policy="none", freeze=False, clock="wall", sandboxed=False)


class Process:
    """The backend: the bot's command, run as whoever runs the worker."""

    name = "process"

    def __init__(self, *, state: Path | None = None) -> None:
        self._slots = Slots(state)
        self._keeper = Keeper()

    def find(self, tool: str) -> str | None:
        found = toolchains.find(tool)
        return str(found.host) if found else None

    def start(self, job: Job) -> "ProcessBox":
        slot = self._slots.take()
        try:
            box = ProcessBox(slot)
            box.launch(self._keeper, job)
        except OSError as error:
            slot.release()
            raise SandboxError(f"the process could not be started: {error}") from error
        return box

    def findings(self) -> list[Finding]:
        found = "bots run as this user, with its files and its network"
        return [Finding("should", "isolation", False, found, "install bubblewrap or Docker")]

    def close(self) -> None:
        self._keeper.close()


class ProcessBox(KeptBox):
    """One trusted bot and whatever else is in its session."""

    facts = FACTS
    meter: Meter = WallMeter()

    def __init__(self, slot: Slot) -> None:
        super().__init__()
        self._slot = slot

    def launch(self, keeper: Keeper, job: Job) -> None:
        bot = self._slot.unpack(job.files)
        places = {
            "/bot": bot,
            "/build": self._slot.folder / "build",
            "/tmp": self._slot.folder / "tmp",
        }
        for folder in places.values():
            folder.mkdir(exist_ok=True)
        environment = ENVIRONMENT | dict(job.environment)
        request = Request(
            argv=_placed(job.command, places),
            env=dict(zip(environment, _placed([*environment.values()], places), strict=True)),
            rlimits=rlimits(job.limits),
            cwd=str(bot),
        )
        self.attach(keeper, request, [], [])

    def freeze(self) -> None:
        pass

    def thaw(self) -> None:
        pass

    def wait(self, seconds: float) -> Exit | None:
        end = self.end(seconds)
        if end is None:
            return None
        code = os.waitstatus_to_exitcode(end.status)
        return Exit(128 - code if code < 0 else code)

    def out_of_memory(self) -> bool:
        return False

    def dies_whole(self) -> bool:
        return True

    def stats(self) -> Stats:
        """What the system knows of the process itself, once it has ended."""
        end = self.end(0)
        return Stats(end.cpu_seconds, end.peak_rss_bytes) if end else Stats()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self._slot.release()


def _placed(words: Sequence[str], places: dict[str, Path]) -> list[str]:
    """The words with the folders of a box replaced by those that stand for them here."""
    pattern = re.compile(rf"^({'|'.join(places)})(?=/|$)")
    return [pattern.sub(lambda found: str(places[found[1]]), word) for word in words]
