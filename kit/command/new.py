"""`moonladder new GAME DIR`: a starter bot to change, in any language."""

import argparse
from pathlib import Path

from rich.markup import escape

import engine
from kit import starters, vendor
from kit.command.arguments import add_game
from kit.command.subcommand import Exit, Refused, Subcommand, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument("folder", type=Path, metavar="DIR", help="a folder that is made, or empty")
    parser.add_argument(
        "--language",
        choices=starters.LANGUAGES,
        default="python",
        metavar="L",
        help=f"{', '.join(starters.LANGUAGES)} (%(default)s)",
    )
    parser.add_argument(
        "--with-engine",
        action="store_true",
        help="take the rules of the game along, for searching; bots in Python only",
    )


def run(args: argparse.Namespace) -> Exit:
    spec = engine.get(args.game)
    if args.with_engine and args.language != "python":
        raise Refused(f"a bot in {args.language} cannot run the engine: leave out --with-engine")
    files = starters.archive(spec.name, args.language)
    _make(args.folder)
    files.unpack(args.folder)
    if args.with_engine:
        vendor.copy_rules(spec.name, args.folder)
    screen.print(f"{escape(str(args.folder))} holds a bot that plays. Next:\n")
    for line in starters.first_commands(spec, str(args.folder)):
        screen.print(f"  {escape(line)}", soft_wrap=True)
    screen.print("\nIts README.md says where to begin.")
    return Exit.YES


def _make(folder: Path) -> None:
    """Make the folder; nothing is ever written over what somebody has written."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise Refused(f"{folder} is there already: name a folder that is new or empty")
    folder.mkdir(parents=True, exist_ok=True)


SUBCOMMAND = Subcommand(
    name="new",
    summary="make a folder with a bot that plays, to begin from",
    description="Write a starter bot into a new folder: it plays any game as it is, shows where "
    "your own thinking goes, and has a README with hints for the game you name.",
    examples="""\
new shamanix mybot
new shamans mybot --language rust
new shamanix mybot --with-engine""",
    arguments=arguments,
    run=run,
)
