"""Players that sit between the referee and a bot: to listen in, or to put a bot to the test."""

import json
from typing import NamedTuple

from engine.clock import Deadline
from engine.faults import BotFault
from engine.kernel import Json
from engine.protocol.messages import encode
from engine.transport import Reply, Transport


class Tap:
    """Passes everything on, both ways; a subclass changes or notes something on the way."""

    def __init__(self, bot: Transport) -> None:
        self._bot = bot

    def send(self, line: bytes) -> None:
        self._bot.send(line)

    def receive(self, deadline: Deadline) -> Reply:
        return self._bot.receive(deadline)

    def unasked(self) -> list[bytes]:
        return self._bot.unasked()

    def usage(self) -> dict[str, Json]:
        return self._bot.usage()

    def close(self) -> None:
        self._bot.close()


class Line(NamedTuple):
    """One line that was said."""

    by_bot: bool
    text: bytes


class Listener(Tap):
    """Keeps all that the referee and the bot said to each other."""

    def __init__(self, bot: Transport) -> None:
        super().__init__(bot)
        self.lines: list[Line] = []

    def send(self, line: bytes) -> None:
        self.lines.append(Line(False, line.rstrip(b"\n")))
        super().send(line)

    def receive(self, deadline: Deadline) -> Reply:
        reply = super().receive(deadline)
        self.lines.append(Line(True, reply.line))
        return reply

    def unasked(self) -> list[bytes]:
        lines = super().unasked()
        self.lines += [Line(True, line) for line in lines]
        return lines


class Stranger(Tap):
    """Adds fields to every message that no version of the protocol has yet."""

    def send(self, line: bytes) -> None:
        message = json.loads(line)
        unknown = {"unknown": {"to": ["every", "bot"], "id": None}}
        super().send(encode(unknown | message | {"more_unknown": 1}) + b"\n")


class Impatient(Tap):
    """Gives up on one ask without waiting; the bot's answer to it comes late, unread."""

    def __init__(self, bot: Transport, at_ask: int) -> None:
        super().__init__(bot)
        self._messages_left = at_ask + 1

    def send(self, line: bytes) -> None:
        self._messages_left -= 1
        super().send(line)

    def receive(self, deadline: Deadline) -> Reply:
        if self._messages_left == 0:
            self._messages_left = -1
            raise BotFault("timeout:wall", "given up on, to see what the bot does")
        return super().receive(deadline)


class Substitute(Tap):
    """Comes in for another player for some asks, and is told then what that one had been told."""

    def __init__(self, bot: Transport, other: Transport, at_ask: int, asks: int) -> None:
        super().__init__(bot)
        self._other, self._asks = other, range(at_ask, at_ask + asks)
        self._missed: list[Json] = []
        self._asked = bot

    def send(self, line: bytes) -> None:
        message = json.loads(line)
        if message["type"] == "start":
            self._other.send(line)
        elif message.get("id") in self._asks:
            message["events"] = self._missed + message["events"]
            self._missed = []
            line = encode(message) + b"\n"
            self._asked = self._bot
        else:
            self._missed += message["events"]
            self._asked = self._other
        self._asked.send(line)

    def receive(self, deadline: Deadline) -> Reply:
        return self._asked.receive(deadline)
