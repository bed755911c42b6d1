"""`moonladder download`: the record of a match, to replay and examine on one's own machine."""

import argparse
import sys
from pathlib import Path

from kit.command.online.shared import add_match, add_site, match_path, open_site
from kit.command.subcommand import Exit, Refused, Subcommand, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument(
        "-o", "--out", type=Path, metavar="FILE", help="write it there; - prints it (LADDER-N.json)"
    )
    parser.add_argument("--force", action="store_true", help="write over a file that is there")
    add_site(parser)


def run(args: argparse.Namespace) -> Exit:
    path = match_path(args.match)
    _, ladder, number, _ = path.split("/")
    file = args.out or Path(f"{ladder}-{number}.json")
    to_screen = str(file) == "-"
    if file.exists() and not (args.force or to_screen):
        raise Refused(f"{file} is there already: name another file with -o, or give --force")
    with open_site(args) as site:
        record = site.content(f"{path}record/")
    if to_screen:
        sys.stdout.buffer.write(record)
        return Exit.YES
    file.write_bytes(record)
    screen.print(f"{file} holds the match. Next:\n", markup=False, soft_wrap=True)
    for words in ("verify {}", "view {}", "rerun {} --seat 0 --bot ./mybot"):
        screen.print(f"  moonladder {words.format(file)}", markup=False, soft_wrap=True)
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="download",
    summary="fetch the record of a match, to replay it on your machine",
    description="Fetch the record of a finished match: what verify, show, view and rerun read. It "
    "has the notes of your own bots in it, and of nobody else's. Needs no login.",
    examples="""\
download shamans/17
download shamans/17 -o lost.json
download shamans/17 -o - | gzip > match.json.gz""",
    arguments=arguments,
    run=run,
)
