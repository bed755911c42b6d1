"""What rule tests hold in their hands: dice that roll given faces, and a driver for rules."""

from collections.abc import MutableSequence
from typing import Any

from engine.kernel import Ask, Game, Json, Outcome, Over, Steps


class Dice:
    """Chance that rolls the given faces in turn, shuffles nothing, and fails when out of them."""

    def __init__(self, *faces: int) -> None:
        self.faces = list(faces)

    def roll(self, sides: int) -> int:
        assert self.faces, f"a d{sides} was rolled, but no face was given for it"
        face = self.faces.pop(0)
        assert 1 <= face <= sides, f"a d{sides} cannot show {face}"
        return face

    def below(self, bound: int) -> int:
        return self.roll(bound) - 1

    def shuffle(self, items: MutableSequence[Any]) -> None:
        pass

    def copy(self) -> "Dice":
        return Dice(*self.faces)


def now(game: Game) -> Ask:
    """The ask of a game that is known to go on."""
    assert game.ask is not None, "the game is over"
    return game.ask


def drive(steps: Steps, *answers: Json) -> tuple[list[Ask], Outcome | None]:
    """Run rules to their end with these options as answers; give the asks, and the outcome if any.

    An answer is the option itself. Fails on an illegal, a missing or a left-over answer. As in a
    game, an ask with one option is answered without being counted.
    """
    asks: list[Ask] = []
    waiting = list(answers)
    index = None
    try:
        while True:
            ask = steps.send(index)  # type: ignore[arg-type]
            index = 0
            if len(ask.options) > 1:
                asks.append(ask)
                assert waiting, f"nothing to answer {ask.kind} of seat {ask.seat}: {ask.options}"
                answer = waiting.pop(0)
                assert answer in ask.options, f"{answer} is no option of {ask}"
                index = list(ask.options).index(answer)
    except StopIteration:
        outcome = None
    except Over as over:
        outcome = over.outcome
    assert not waiting, f"left-over answers: {waiting}"
    return asks, outcome
