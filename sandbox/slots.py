"""Slots: the numbered places a machine has for boxes, each with a user and a folder of its own.

A slot is taken by locking its lock file. The kernel drops the lock with the process that held it,
so a slot is never lost, and whoever takes it next removes what a killed owner left.
"""

import fcntl
import os
import shutil
import tempfile
import zlib
from collections.abc import Iterator
from pathlib import Path

from sandbox.archive import Archive
from sandbox.faults import SandboxError

COUNT = 1024
FAMILIES = 100_000
UID_BASE = 2_000_000_000
"""Above every range that distributions, systemd and container engines hand out."""


def default_state() -> Path:
    """Where slots live: a place whose programs may be executed, which /run often is not."""
    if os.geteuid() == 0:
        return Path("/var/lib/moonladder/sandbox")
    return Path(tempfile.gettempdir()) / f"moonladder-{os.geteuid()}"


class Slot:
    """One taken slot; nobody else has its number until it is given back."""

    def __init__(self, state: Path, number: int, lock: int) -> None:
        self.number = number
        family = zlib.crc32(bytes(state.resolve()))
        self.name = f"{family:08x}-{number}"
        """Unlike that of any slot of another state folder."""
        self.uid = UID_BASE + family % FAMILIES * COUNT + number
        self.folder = state / str(number)
        self._lock = lock

    def unpack(self, files: Archive) -> Path:
        """Write a bot's files where only this machine's owner can change them."""
        target = self.prepare()
        files.unpack(target)
        return target

    def prepare(self) -> Path:
        """An empty folder for a bot's files."""
        target = self.folder / "bot"
        shutil.rmtree(self.folder, ignore_errors=True)
        target.mkdir(parents=True)
        for folder in (self.folder, target):
            folder.chmod(0o711)
        return target

    def forget(self) -> None:
        """In a forked child: let go of the lock, which is the parent's."""
        os.close(self._lock)
        self._lock = -1

    def release(self) -> None:
        """Give the slot back, its folder gone. Boxes only ever read there, so paths are safe."""
        if self._lock >= 0:
            shutil.rmtree(self.folder, ignore_errors=True)
            os.close(self._lock)
            self._lock = -1


class Slots:
    """All slots of one state folder, shared by every worker process of the machine."""

    def __init__(self, state: Path | None = None) -> None:
        self.state = state or default_state()
        self._prepare()

    def _prepare(self) -> None:
        """Others may pass through the folder to reach their slot, and list nothing."""
        self.state.mkdir(mode=0o711, parents=True, exist_ok=True)
        if self.state.stat().st_uid != os.geteuid() or self.state.is_symlink():
            raise SandboxError(
                f"{self.state} belongs to somebody else; remove it or choose another"
            )
        self.state.chmod(0o711)

    def take(self) -> Slot:
        for number in range(COUNT):
            if slot := self._try(number):
                return slot
        raise SandboxError(f"all {COUNT} slots under {self.state} are taken")

    def left_behind(self) -> Iterator[Slot]:
        """Every slot that was used before and is free now, taken for as long as it is looked at."""
        for path in sorted(self.state.glob("*.lock")):
            if slot := self._try(int(path.stem)):
                yield slot
                slot.release()

    def _try(self, number: int) -> Slot | None:
        path = self.state / f"{number}.lock"
        lock = os.open(path, os.O_CREAT | os.O_RDWR | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            return None
        return Slot(self.state, number, lock)
