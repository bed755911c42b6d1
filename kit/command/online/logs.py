"""`moonladder logs`: what one's bots wrote to standard error in a match."""

import argparse

from rich.text import Text

from kit.command.arguments import add_json
from kit.command.online.shared import (
    add_match,
    add_site,
    bot_of,
    match_path,
    name_of,
    open_site,
    own_name,
)
from kit.command.subcommand import Exit, Refused, Subcommand, print_json, screen
from kit.online.site import Answer
from kit.story import harmless


def arguments(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    parser.add_argument("--seat", type=int, metavar="S", help="of this seat (all that are yours)")
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with open_site(args) as site:
        path, owner = match_path(args.match), own_name(site)
        match = site.get(path)
        seats = [seat for seat in match["seats"] if _is_wanted(seat, args.seat, owner)]
        if not seats:
            raise Refused(f"none of your bots sat in {name_of(match)}: logs are for their owners")
        logs = [site.get(f"{path}log/", seat=seat["seat"]) for seat in seats]
    if args.json:
        print_json({"results": logs})
    else:
        for seat, log in zip(seats, logs, strict=True):
            _print(seat, log)
    return Exit.YES


def _is_wanted(seat: Answer, wanted: int | None, owner: str) -> bool:
    """Whether that log is asked for; a seat that was named the site decides on."""
    return seat["bot"]["owner"] == owner if wanted is None else seat["seat"] == wanted


def _print(seat: Answer, log: Answer) -> None:
    screen.print(Text(f"seat {seat['seat']} {bot_of(seat)}", "bold"), soft_wrap=True)
    if log["fault"]:
        words = f"{log['fault']}: {harmless(log['fault_detail'])}"
        screen.print(Text(words, "red"), soft_wrap=True)
    for line in log["stderr"].splitlines() or ["(it wrote nothing, or that was too long ago)"]:
        screen.print(Text(harmless(line)), soft_wrap=True)


SUBCOMMAND = Subcommand(
    name="logs",
    summary="read what your bot wrote to standard error in a match",
    description="Show what your bots wrote to standard error in a match, and what put them out of "
    "it, if anything did. Nobody else can read that, but the organisers of the site. A site keeps "
    "logs for a while only.",
    examples="""\
logs shamans/17
logs shamans/17 --seat 2
logs shamans/17 --json""",
    arguments=arguments,
    run=run,
)
