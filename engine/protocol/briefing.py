"""What each seat is told and when: its view, and the events since it last was told any.

A seat hears of a decision only when it is its own, and its asks count for itself alone, so that
nobody can tell whether somebody else was asked.
"""

from msgspec import Raw

from engine.kernel import Game, Outcome
from engine.protocol import messages


class Briefing:
    """The messages of one game, in the order in which they are to be sent."""

    def __init__(self, game: Game, seats: int) -> None:
        self._game = game
        self._encoded: list[Raw] = []
        self._heard = [0] * seats
        self.asks = [0] * seats
        """Per seat, how often it was asked: the id of its last ask."""

    def ask(self) -> bytes:
        """The ask now open, as its seat gets it, but for the time left."""
        ask = self._game.ask
        assert ask is not None, "an ask is sent only while the game goes on"
        seat = ask.seat
        self.asks[seat] += 1
        return messages.ask_body(self.asks[seat], ask, self._game.view(seat), self._news(seat))

    def over(self, seat: int, outcome: Outcome) -> bytes:
        """The last message for that seat."""
        return messages.over_body(outcome, self._news(seat))

    def _news(self, seat: int) -> list[Raw]:
        """The events told to the seat since last time; each is encoded once for all seats."""
        events, encoded = self._game.events, self._encoded
        encoded.extend(map(messages.encode_event, events[len(encoded) :]))
        since, self._heard[seat] = self._heard[seat], len(events)
        return [encoded[i] for i in range(since, len(events)) if events[i].heard_by(seat)]
