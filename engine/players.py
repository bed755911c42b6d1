"""Players that sit in the referee's own process; they read the same messages as any bot.

Nothing here is measured: such players are trusted, and take the time they take.
"""

import json
from collections.abc import Mapping

from engine.clock import Deadline
from engine.faults import Spent
from engine.kernel import Json
from engine.protocol.messages import encode
from engine.rng import Rng
from engine.transport import Reply


class Player:
    """A player that decides by `choose`; a subclass may also look at how a match starts and ends.

    It is a transport of its own: what the referee sends is decoded, answered, and encoded again.
    """

    def start(self, message: Json) -> None:
        """Get to know the game, the seat and the seat's own seed."""

    def choose(self, message: Json) -> int:
        """The index of an option of this ask."""
        raise NotImplementedError

    def over(self, message: Json) -> None:
        """Learn how the match ended."""

    def send(self, line: bytes) -> None:
        message = json.loads(line)
        if message["type"] == "ask":
            self._reply = encode({"id": message["id"], "choice": self.choose(message)})
        elif message["type"] == "start":
            self.start(message)
            self._reply = b'{"type":"ready"}'
        else:
            self.over(message)

    def receive(self, deadline: Deadline) -> Reply:
        return Reply(self._reply, Spent())

    def unasked(self) -> list[bytes]:
        return []

    def usage(self) -> dict[str, Json]:
        return {}

    def close(self) -> None:
        pass


class First(Player):
    """Always takes the first option."""

    def choose(self, message: Json) -> int:
        return 0


class Random(Player):
    """Takes any option, each as likely; the same in every replay of a match."""

    def start(self, message: Json) -> None:
        self._rng = Rng.stream(message["seed"], "random player")

    def choose(self, message: Json) -> int:
        return self._rng.below(len(message["options"]))


PLAYERS: Mapping[str, type[Player]] = {"first": First, "random": Random}
"""The players that need nothing but a seat, by name."""
