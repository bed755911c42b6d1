"""Whose fault it was: the bot's (a result) or the sandbox's (a retry). The two never mix.

Exception
├── BotFault        the bot broke a limit or died; carries a verdict of the closed vocabulary
└── SandboxError    the machine or the platform failed; the match is played again
    └── Unavailable   this machine lacks something; the sentence says what to install or set
"""

import signal
from typing import NamedTuple

from sandbox.clock import Spent


class BotFault(Exception):
    """What a bot did wrong: a verdict for the record, a sentence for its author, the time spent."""

    def __init__(self, verdict: str, sentence: str, spent: Spent) -> None:
        super().__init__(f"{verdict}: {sentence}")
        self.verdict = verdict
        self.sentence = sentence
        self.spent = spent


class SandboxError(Exception):
    """What went wrong on the platform's side: never a loss for the bot."""


class Unavailable(SandboxError):
    """This machine cannot do what was asked; the sentence says what is missing."""


class Exit(NamedTuple):
    """How a bot's main process ended: `code` 128 + n stands for signal n, as shells have it."""

    code: int

    @property
    def verdict(self) -> str:
        return f"crash:{self}"

    def __str__(self) -> str:
        try:
            return signal.Signals(self.code - 128).name
        except ValueError:
            return f"exit {self.code}"


class UploadRefused(Exception):
    """Why an upload is not taken: a verdict `upload:*`, and a sentence for whoever sent it."""

    def __init__(self, verdict: str, sentence: str) -> None:
        super().__init__(sentence)
        self.verdict = f"upload:{verdict}"
        self.sentence = sentence
