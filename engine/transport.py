"""The way to a bot, wherever it runs: lines out, lines in, with deadlines.

The referee drives this and nothing else, so a box, a plain process, a player of this process and
the script of a test all sit at the same table.
"""

from typing import NamedTuple, Protocol

from engine.clock import Deadline
from engine.faults import Spent
from engine.kernel import Json


class Reply(NamedTuple):
    """One line from a bot, without its newline; the time it took; whether more followed it."""

    line: bytes
    spent: Spent
    more: bool = False


class Transport(Protocol):
    """What the referee needs of a bot.

    Each method may raise `BotFault` for what the bot did and `PlatformError` for what went wrong
    on this side. After a fault that ends the bot only `usage` and `close` are called.
    """

    def send(self, line: bytes) -> None:
        """Give the bot a line, newline included. What a full pipe does not take at once is
        written while `receive` waits: a bot that never reads runs into its deadline."""

    def receive(self, deadline: Deadline) -> Reply:
        """The next line. All time counts from the last `send`; a line that has come by the
        deadline is never late, even if it is picked up after it."""

    def unasked(self) -> list[bytes]:
        """The whole lines that came without being received; they are taken away."""

    def usage(self) -> dict[str, Json]:
        """What the bot used and left behind (CPU, memory, log): kept in the report as it is."""

    def close(self) -> None:
        """End the bot, at once and for good; closing twice changes nothing."""
