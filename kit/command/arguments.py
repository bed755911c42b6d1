"""Arguments that several subcommands share, and what is read from them."""

import argparse
from collections.abc import Sequence

from msgspec import structs

from engine.clock import STANDARD, Clock
from kit.command.subcommand import Refused


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="a name that `moonladder games` lists")


def add_terms(parser: argparse.ArgumentParser) -> None:
    """What matches are played on: seed, options, clock, boxes; and how to report on them."""
    parser.add_argument(
        "--seed",
        type=int,
        default=1,
        metavar="N",
        help="what all chance comes from, 0 to 2^53 - 1 (1)",
    )
    parser.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game, as `moonladder games` lists them; may be repeated",
    )
    add_clock(parser)
    add_unsandboxed(parser)
    add_json(parser)


def add_json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print one JSON object, for scripts")


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


def positive(text: str) -> int:
    """A whole number above 0, for argparse."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"give a whole number above 0, not {text!r}")
    return int(text)
