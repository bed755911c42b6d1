"""Keeps a worker's hold on what it plays: a thread that renews the lease."""

import logging
import threading
from collections.abc import Callable
from types import TracebackType
from typing import Self

from django.conf import settings
from django.db import DatabaseError, connection

logger = logging.getLogger(__name__)


class Lease:
    """A hold that is renewed three times as often as it has to be, until the block ends.

    Most matches are over before the first renewal: then the thread never opens a connection.
    """

    def __init__(self, what: str, renew: Callable[[], bool]) -> None:
        """`renew` renews the hold on `what` once, and tells whether it was still held."""
        self._what, self._renew_once = what, renew
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name=f"lease of {what}")

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._over.set()
        self._thread.join()

    def _renew(self) -> None:
        while not self._over.wait(settings.LEASE_SECONDS / 3):
            if not self._renewed():
                break

    def _renewed(self) -> bool:
        """Renew once; a database that does not answer now may do so before the lease ends."""
        try:
            return self._renew_once()
        except DatabaseError as error:
            logger.warning("The lease of %s was not renewed: %s", self._what, error)
            return True
        finally:
            connection.close()  # this thread's own; the next renewal is far away
