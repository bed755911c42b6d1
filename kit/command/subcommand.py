"""What every subcommand is made of, what it may end with, and the words they share."""

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from enum import IntEnum
from typing import NamedTuple

from msgspec import structs
from rich.console import Console

from engine.clock import STANDARD, Clock
from engine.kernel import Json
from engine.spec import BadOptions
from kit.entrants import Entrant, prepare_all
from kit.table import Ground


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


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name that `moonladder games` lists")


def add_seed(parser: argparse.ArgumentParser, default: int | None = 1) -> None:
    parser.add_argument(
        "--seed",
        type=int,
        default=default,
        metavar="N",
        help="what all chance comes from, 0 to 2^53 - 1 (%(default)s)",
    )


def add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game, as `moonladder games` lists them; may be repeated",
    )


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object, for scripts")


def options_of(settings: Sequence[str]) -> dict[str, Json]:
    """Options as typed: values are JSON, or else plain words."""
    options: dict[str, Json] = {}
    for setting in settings:
        name, equals, text = setting.partition("=")
        if not equals:
            raise BadOptions(f"write options as NAME=VALUE, not {setting!r}")
        try:
            options[name] = json.loads(text)
        except ValueError:
            options[name] = text
    return options


CLOCK_PARTS = ("start", "answer", "bank", "match")


def add_clock(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--clock",
        action="append",
        default=[],
        metavar="PART=SECONDS",
        help="change a part of the clock: start (5), answer (1), bank (10) or match (300); "
        "may be repeated",
    )


def clock_of(settings: Sequence[str]) -> Clock:
    """The standard clock with the parts that were set."""
    parts = {}
    for setting in settings:
        name, _, text = setting.partition("=")
        try:
            seconds = float(text)
        except ValueError:
            seconds = -1.0
        if name not in CLOCK_PARTS or not 0 <= seconds < float("inf"):
            wanted = ", ".join(CLOCK_PARTS)
            raise Refused(f"write the clock as PART=SECONDS with one of {wanted}, not {setting!r}")
        parts[f"{name}_seconds"] = seconds
    return structs.replace(STANDARD, **parts)


def add_unsandboxed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--unsandboxed",
        action="store_true",
        help="run bots as plain processes, without a box: only your own, or ones you trust",
    )


def warn(ground: Ground) -> None:
    """Say what does not protect this machine, if anything does not."""
    if ground.warning:
        aside.print(f"Not boxed: {ground.warning}.", style="yellow", markup=False)


def prepare_bots(words: Sequence[str], game: str, ground: Ground) -> list[Entrant]:
    """The bots that were typed, built, with a word of what takes so long."""
    warn(ground)
    with aside.status("building the bots"):
        return prepare_all(words, game, ground.backend)


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"give a whole number above 0, not {text!r}")
    return int(text)


def print_json(report: Json) -> None:
    """What a script gets: one line, whatever the width of the terminal."""
    sys.stdout.write(json.dumps(report, ensure_ascii=False) + "\n")
