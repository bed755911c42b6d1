"""The fingerprint of a match: one running hash over what seats were told and what they chose.

Two plays of the same match have the same fingerprint exactly when every seat was told the same
bytes in the same order and chose alike. Notes, beliefs and times are no part of it, so a record
stays true when they are left out. Its definition is in `docs/2-protocol.md`.
"""

import hashlib

from engine.protocol.messages import encode

MARK_LENGTH = 8
"""Hexadecimal digits of the mark left after each decision."""


class Fingerprint:
    """Grows with every message; the trail has a mark per decision, to find a first difference."""

    def __init__(self) -> None:
        self._hash = hashlib.sha256(b"moonladder fingerprint 2\n")
        self.trail: list[str] = []

    def told(self, seat: int, message: bytes) -> None:
        """The referee said this to the seat; the time left is no part of it."""
        self._hash.update(b"%d> %b\n" % (seat, message))

    def ready(self, seat: int) -> None:
        self._hash.update(b'%d< {"type":"ready"}\n' % seat)

    def answered(self, seat: int, ask: int, choice: int) -> None:
        """What the seat chose; whatever else it said is no part of it."""
        self._hash.update(b'%d< {"id":%d,"choice":%d}\n' % (seat, ask, choice))

    def failed(self, seat: int, fault: str) -> None:
        """The seat did wrong instead of answering."""
        self._hash.update(b"%d< %b\n" % (seat, encode({"fault": fault})))

    def decided(self) -> str:
        """A decision is made, by an answer or by default: leave a mark."""
        self.trail.append(self._hash.hexdigest()[:MARK_LENGTH])
        return self.trail[-1]

    def hexdigest(self) -> str:
        return self._hash.hexdigest()
