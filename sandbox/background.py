"""Work that nobody waits for: done soon, by a thread or two, in the order it was given.

It is never lost while the process lives: `close` returns when all of it is done. A forked child
begins with none; the work is the parent's.
"""

import logging
import queue
import threading
from collections.abc import Callable

from sandbox.forks import forget_in_children

LOG = logging.getLogger(__name__)
Work = Callable[[], object]


class Background:
    """A queue of work and the threads that do it, started when there is some."""

    def __init__(self, threads: int = 2) -> None:
        self._size = threads
        self._begin()
        forget_in_children(self)

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._threads: list[threading.Thread] = []
        self._queue: queue.SimpleQueue[Work | None] = queue.SimpleQueue()
        self._left = 0
        self._idle = threading.Condition(self._lock)

    def do(self, work: Work) -> None:
        """Have something done. Only the log tells when it fails: nobody is waiting."""
        with self._lock:
            self._left += 1
            if len(self._threads) < self._size:
                self._threads.append(threading.Thread(target=self._run, daemon=True))
                self._threads[-1].start()
        self._queue.put(work)

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            try:
                work()
            except Exception:
                LOG.exception("work in the background failed")
            finally:
                self._finish()

    def _finish(self) -> None:
        with self._idle:
            self._left -= 1
            self._idle.notify_all()

    def wait(self) -> None:
        """Return when all work given so far, and what that gave in turn, is done."""
        with self._idle:
            self._idle.wait_for(lambda: self._left == 0)

    def close(self) -> None:
        """Finish the work and end the threads; more work starts new ones."""
        self.wait()
        with self._lock:
            threads, self._threads = self._threads, []
        for _ in threads:
            self._queue.put(None)
        for thread in threads:
            thread.join()

    def forget(self) -> None:
        """In a forked child, which has none of the threads."""
        self._begin()
