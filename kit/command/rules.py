"""`moonladder rules GAME`: the rules of a game in our words, whole or one section of them."""

import argparse
import re
import sys
from importlib import resources

from rich.markdown import Markdown

import engine
from kit.command.arguments import add_game
from kit.command.subcommand import Exit, Refused, Subcommand, paged, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "section", nargs="?", metavar="WORD", help="show only the sections whose heading has it"
    )


def run(args: argparse.Namespace) -> Exit:
    text = rules_of(args.game)
    if args.section is not None:
        text = section(text, args.section)
    if screen.is_terminal:
        with paged():
            screen.print(Markdown(text))
    else:
        sys.stdout.write(text)
    return Exit.YES


def rules_of(game: str) -> str:
    """The README of a game."""
    name = engine.get(game).name
    return resources.files(f"engine.games.{name}").joinpath("README.md").read_text("utf-8")


def section(text: str, word: str) -> str:
    """The sections whose heading has the word, with all beneath them."""
    parts = re.split(r"^(?=## \S)", text, flags=re.MULTILINE)[1:]
    headings = [part.partition("\n")[0].removeprefix("## ") for part in parts]
    found = [
        part
        for part, heading in zip(parts, headings, strict=True)
        if word.casefold() in heading.casefold()
    ]
    if not found:
        raise Refused(f"no section has {word!r} in its heading; there are: {', '.join(headings)}")
    return "".join(found)


SUBCOMMAND = Subcommand(
    name="rules",
    summary="read the rules of a game, in our words",
    description="Show the rules of a game, whole or only some sections: what is decided, what a "
    "bot sees and is told, every option and every ruling. Plain Markdown when piped.",
    examples="""\
rules shamanix
rules shamans asks
rules shadow_hunters > rules.md""",
    arguments=arguments,
    run=run,
)
