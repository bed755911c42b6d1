"""`moonladder view`: a recorded match in the browser, on this machine alone."""

import argparse
from pathlib import Path

from engine.record import Record
from kit.command.arguments import positive
from kit.command.records import load_true_record
from kit.command.subcommand import Exit, Subcommand, screen
from viewer import server


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "record",
        type=Path,
        nargs="?",
        metavar="RECORD",
        help="a file with a match; without one the page waits for a file to be dropped on it",
    )
    parser.add_argument(
        "--port", type=positive, default=0, metavar="N", help="listen there (any free port)"
    )
    parser.add_argument(
        "--no-browser", action="store_true", help="print the address and open no browser"
    )


def run(args: argparse.Namespace) -> Exit:
    match = None if args.record is None else load_true_record(args.record)[0]
    show(match, port=args.port, browse=not args.no_browser)
    return Exit.YES


def show(match: Record | None, *, port: int = 0, browse: bool = True) -> None:
    """Show the match until Ctrl-C, which is how one leaves it and no interruption."""
    server.show(match, port=port, browse=browse, say=_say)


def _say(sentence: str) -> None:
    screen.print(sentence, markup=False, soft_wrap=True)
    screen.file.flush()


SUBCOMMAND = Subcommand(
    name="view",
    summary="watch a recorded match in the browser",
    description="Show a recorded match in the browser, moment by moment: everything, what was "
    "public, or what one seat knew, with notes, beliefs, faults and thinking times beside it. The "
    "page comes from this machine and asks nothing of any other. Ctrl-C ends it.",
    examples="""\
view match.json
view match.json --port 8123 --no-browser
view""",
    arguments=arguments,
    run=run,
)
