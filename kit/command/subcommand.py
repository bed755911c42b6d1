"""What every subcommand is made of, what it may end with, and where it writes."""

import argparse
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import IntEnum
from typing import NamedTuple

from rich.console import Console

from engine.kernel import Json


class Exit(IntEnum):
    """What a command ends with, for scripts."""

    YES = 0
    """Done, and whatever was asked holds."""
    NO = 1
    """Done, and it does not hold: a fault, a difference, a missing protection."""
    REFUSED = 2
    """Not done: the command cannot be carried out as it was typed."""
    MACHINE = 3
    """Not done: this machine failed, or lacks something."""
    INTERRUPTED = 130
    """Stopped by Ctrl-C, or the person at the console has left."""


class Refused(Exception):
    """The command cannot be carried out; the sentence says what to change."""


class Subcommand(NamedTuple):
    """One word after `moonladder`, with a help that teaches it."""

    name: str
    summary: str
    """For the list of all, without a full stop."""
    description: str
    examples: str
    """Lines that can be typed as they are, after the word `moonladder`."""
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], Exit]


class Screen(Console):
    """A console that leaves it to `main` what to do when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


screen = Screen(highlight=False)
"""Where results go; plain text when it is no terminal."""
aside = Screen(stderr=True, highlight=False)
"""Where progress and complaints go, so that results can be piped."""


@contextmanager
def paged() -> Iterator[None]:
    """What is printed on the screen meanwhile goes through a pager if it is a terminal."""
    pager = shutil.which("less")
    if not screen.is_terminal or pager is None:
        yield
        return
    with screen.capture() as captured:
        yield
    # -R keeps colours, -F ends at once if everything fits, -X leaves it on the screen.
    subprocess.run([pager, "-RFX"], input=captured.get().encode(), check=False)


def print_json(report: Json) -> None:
    """What a script gets: one line, whatever the width of the terminal."""
    sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
