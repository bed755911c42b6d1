"""The one source of chance: a 64-bit generator with independent, named streams.

The algorithm is SplitMix64, small enough to rewrite in any language from `docs/2-protocol.md`.
A stream is named by (seed, purpose, index), so that what one seat does never shifts another's luck.
Its first state is a SHA-256 of that name: whoever works out one stream from the dice it rolled
knows nothing of the seed or of any other stream.
"""

import hashlib
from collections.abc import MutableSequence, Sequence
from typing import Protocol, TypeVar

MAX_SEED = 2**53 - 1
"""The largest seed: every JSON reader holds integers up to here exactly."""

_MASK = 2**64 - 1
_STEP = 0x9E3779B97F4A7C15

T = TypeVar("T")


class Chance(Protocol):
    """What rules need of chance; tests pass dice that roll given faces."""

    def below(self, bound: int) -> int: ...
    def roll(self, sides: int) -> int: ...
    def shuffle(self, items: MutableSequence[T]) -> None: ...
    def copy(self) -> "Chance": ...


class Rng:
    """One stream of chance: its whole state is one 64-bit integer."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    @classmethod
    def stream(cls, seed: int, purpose: str, index: int = 0) -> "Rng":
        """The stream of that name; streams of different names are independent."""
        name = f"moonladder stream {seed} {purpose} {index}"
        digest = hashlib.sha256(name.encode("ascii")).digest()
        return cls(int.from_bytes(digest[:8], "big"))

    def word(self) -> int:
        """The next 64 random bits."""
        self.state = word = self.state + _STEP & _MASK
        word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & _MASK
        word = (word ^ word >> 27) * 0x94D049BB133111EB & _MASK
        return word ^ word >> 31

    def below(self, bound: int) -> int:
        """A uniform integer in 0..bound-1; words past the last whole multiple are redrawn."""
        word = self.word()
        rest = word % bound
        while word - rest > 2**64 - bound:
            word = self.word()
            rest = word % bound
        return rest

    def roll(self, sides: int) -> int:
        """A die: uniform in 1..sides."""
        return self.below(sides) + 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher and Yates, from the last place down to the second."""
        for place in range(len(items) - 1, 0, -1):
            other = self.below(place + 1)
            items[place], items[other] = items[other], items[place]

    def choice(self, items: Sequence[T]) -> T:
        """One of the items, each as likely."""
        return items[self.below(len(items))]

    def copy(self) -> "Rng":
        return Rng(self.state)
