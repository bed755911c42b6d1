"""A person at a terminal as a player: sees the view, hears the events, picks a number."""

from collections.abc import Callable

from engine.kernel import Event, Json
from engine.players import Player
from engine.spec import GameSpec

HELP = """\
  a number   take that option        v       show the view again
  Enter      take the default (*)    o       show the options again
  ?          this help               /word   show the options with that word
  q          leave the game"""

MANY = 20
"""From this many options on they are shown in columns."""
WIDTH = 100
"""Characters in a row of columns."""


class LeftTheTable(Exception):
    """The person at the terminal has left; there is no result."""


class Console(Player):
    """Plays as whoever reads and writes here."""

    def __init__(
        self,
        spec: GameSpec,
        read: Callable[[str], str] = input,
        write: Callable[[str], object] = print,
    ) -> None:
        self._spec, self._read, self._write = spec, read, write

    def start(self, message: Json) -> None:
        self._prompt = f"seat {message['seat']}> "
        self._write(f"{self._spec.title}: you are seat {message['seat']} of {message['seats']}.")
        self._write(HELP)

    def choose(self, message: Json) -> int:
        self._tell(message["events"])
        self._write("\n" + self._spec.draw(message["view"]))
        self._offer(message)
        while True:
            choice = self._understand(self._ask(), message)
            if choice is not None:
                return choice

    def over(self, message: Json) -> None:
        self._tell(message["events"])
        outcome = message["outcome"]
        self._write(f"\nThe game is over: {outcome['reason']}.")
        for seat, placement in enumerate(outcome["placements"]):
            role, points = outcome["roles"][seat]["end"], outcome["points"][seat]
            self._write(f"  seat {seat}: place {placement}, {points:g} points, {role}")

    def _tell(self, events: list[Json]) -> None:
        for event in events:
            facts = {name: fact for name, fact in event.items() if name != "type"}
            self._write(f"- {self._spec.sentence(Event(event['type'], facts))}")

    def _offer(self, message: Json, word: str = "") -> None:
        """Show the options, or only those whose label has the word."""
        rows = []
        for index, option in enumerate(message["options"]):
            label = self._spec.label(message["kind"], option)
            if word in label.lower():
                mark = "*" if index == message["default"] else " "
                rows.append(f" {mark}{index}  {label}")
        self._write(f"\n{message['kind']}:")
        for row in columns(rows) if len(rows) >= MANY else rows or ["  no such option"]:
            self._write(row)

    def _ask(self) -> str:
        try:
            return self._read(self._prompt).strip().lower()
        except EOFError:
            raise LeftTheTable("the input has ended") from None

    def _understand(self, answer: str, message: Json) -> int | None:
        """The choice meant; None when the answer was a question or made no sense."""
        if answer in ("q", "quit"):
            raise LeftTheTable("you left the game")
        if not answer:
            default: int = message["default"]
            return default
        if answer.isdecimal() and int(answer) < len(message["options"]):
            return int(answer)
        if answer == "v":
            self._write(self._spec.draw(message["view"]))
        elif answer == "o":
            self._offer(message)
        elif answer.startswith("/"):
            self._offer(message, answer[1:])
        elif answer == "?":
            self._write(HELP)
        else:
            last = len(message["options"]) - 1
            self._write(f"Type a number from 0 to {last}, or ? for help.")
        return None


def columns(cells: list[str]) -> list[str]:
    """The cells side by side, read down each column."""
    width = max(map(len, cells)) + 2
    across = max(1, WIDTH // width)
    down = -(-len(cells) // across)
    return ["".join(cell.ljust(width) for cell in cells[row::down]).rstrip() for row in range(down)]
