"""A bot for every game of Moonladder: takes the option it likes best, by chance among equals.

Begin at `score`. docs/2-protocol.md explains the messages, `moonladder rules GAME` what a game
asks, offers and shows. Whatever is printed goes to the bot's log, not to the referee.
"""

from typing import Any

from moonladder_bot import Answer, Ask, Bot, run


def score(ask: Ask, option: dict[str, Any]) -> float:
    """How good an option looks. PUT YOUR OWN THINKING HERE; this is one rule of thumb per game."""
    if ask["kind"] == "follow":  # Shamans: following suit keeps the pawn off the Moon
        return option["world"] == ask["view"]["destination"]
    if option.get("action") == "attack":  # Shadow Hunters: nobody wins by passing
        return 1
    if option.get("do") == "totem":  # Shamanix: a totem that moves can shut a shaman in
        return 1
    return 0


class Starter(Bot):
    """One seat in one match; whatever it keeps in `self` it still has at the next ask."""

    def __init__(self, start: dict[str, Any]) -> None:
        super().__init__(start)
        print(f"{start['game']}: seat {self.seat} of {self.seats}")

    def choose(self, ask: Ask) -> Answer:
        scores = [score(ask, option) for option in ask["options"]]
        highest = max(scores)
        best = [index for index, value in enumerate(scores) if value == highest]
        # Only you will see the note. The dice roll the same whenever the match is played again.
        note = f"{len(best)} of {len(scores)} options look best"
        return Answer(self.random.choice(best), note)

    def over(self, message: dict[str, Any]) -> None:
        print(f"place {message['outcome']['placements'][self.seat]}")


run(Starter)
