"""`moonladder vendor GAME DIR`: the rules of a game beside a bot in Python, for searching."""

import argparse
from pathlib import Path

from rich.markup import escape

import engine
from kit import vendor
from kit.command.arguments import add_game
from kit.command.subcommand import Exit, Refused, Subcommand, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("folder", type=Path, metavar="DIR", help="the folder of a bot in Python")


def run(args: argparse.Namespace) -> Exit:
    spec = engine.get(args.game)
    if not any(args.folder.glob("*.py")):
        raise Refused(f"{args.folder} holds no bot in Python: name the folder of yours")
    count = len(vendor.copy_rules(spec.name, args.folder))
    where = escape(str(args.folder / "engine"))
    screen.print(f"{where} holds the rules of {spec.title}, {count} files, to import.")
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="vendor",
    summary="take the rules of a game along in a bot in Python",
    description="Copy the rules of a game, and the parts of the engine they need, into the folder "
    "of a bot in Python, which can then import `engine` in its box and search. Do it again after "
    "the rules have changed; for a second game, name that as well.",
    examples="vendor shamanix mybot",
    arguments=arguments,
    run=run,
)
