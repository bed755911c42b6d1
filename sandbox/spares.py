"""Boxes made in advance, each used once: the wait for a box is over before anybody waits.

A box that is closed leaves a spare of its shape behind, so there are as many spares as there were
boxes in use at once, and of the shapes in use. Spares end with their process; those of a process
that was killed end with its keeper.
"""

import atexit
import threading
import weakref
from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar

from sandbox.box import Job
from sandbox.faults import SandboxError
from sandbox.forks import forget_in_children

LIMIT = 8
"""At most so many wait: as many as the largest table has seats."""


class Spare(Protocol):
    """A box that waits to be told what to run."""

    def waits(self) -> bool:
        """Whether it is still there to be told."""

    def go(self, job: Job) -> None:
        """Tell it."""

    def discard(self) -> None:
        """Remove it unused."""

    def forget(self) -> None:
        """In a forked child: let go of what is the parent's."""


SpareT = TypeVar("SpareT", bound=Spare)
ShapeT = TypeVar("ShapeT", bound=Hashable)


class Spares(Generic[SpareT]):
    """The spares of one backend, by shape: boxes of one shape can stand in for each other."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: list[tuple[Hashable, SpareT]] = []
        self._limit = LIMIT
        _everyones.add(self)
        forget_in_children(self)

    def __len__(self) -> int:
        return len(self._waiting)

    def start(self, shape: ShapeT, job: Job, make: Callable[[ShapeT], SpareT]) -> SpareT:
        """A box with the job's program started in it: a spare of that shape, or one made now."""
        try:
            box = self.take(shape) or make(shape)
            try:
                box.go(job)
            except (OSError, SandboxError):
                box.discard()
                raise
        except OSError as error:
            raise SandboxError(f"the box could not be made: {error}") from error
        return box

    def take(self, shape: Hashable) -> SpareT | None:
        """A living spare of that shape, if there is one."""
        while (box := self._remove(shape)) is not None:
            if box.waits():
                return box
            box.discard()
        return None

    def _remove(self, shape: Hashable) -> SpareT | None:
        with self._lock:
            for pair in self._waiting:
                if pair[0] == shape:
                    self._waiting.remove(pair)
                    return pair[1]
        return None

    def add(self, shape: Hashable, box: SpareT) -> None:
        """Keep one more; the oldest has to go if there are too many."""
        with self._lock:
            self._waiting.append((shape, box))
            surplus = self._waiting[: max(0, len(self._waiting) - self._limit)]
            del self._waiting[: len(surplus)]
        for _, old in surplus:
            old.discard()

    def close(self) -> None:
        """Discard all spares, and from now on every new one."""
        with self._lock:
            self._limit, surplus, self._waiting = 0, self._waiting, []
        for _, box in surplus:
            box.discard()

    def forget(self) -> None:
        """In a forked child: the spares are the parent's."""
        self._lock = threading.Lock()
        for _, box in self._waiting:
            box.forget()
        self._waiting = []


_everyones: weakref.WeakSet[Spares[Any]] = weakref.WeakSet()


@atexit.register
def _close_all() -> None:
    for spares in list(_everyones):
        spares.close()
