"""`moonladder matches`: what was played, and what is."""

import argparse
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from kit.command.arguments import add_json, positive
from kit.command.online.shared import add_site, bot_of, full_name, name_of, open_site
from kit.command.subcommand import Exit, Subcommand, print_json, screen
from kit.online.site import Answer

ROWS = 20
STATUSES = ("waiting", "running", "finished", "void")
KINDS = ("ranked", "challenge", "trial", "batch")


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bot", metavar="NAME", help="with this bot: yours, or OWNER/NAME")
    parser.add_argument("--ladder", metavar="SLUG", help="of this ladder")
    parser.add_argument("--status", choices=STATUSES, help="how far they have come")
    parser.add_argument("--kind", choices=KINDS, help="what they are played for")
    parser.add_argument(
        "--limit", type=positive, default=ROWS, metavar="N", help="how many (%(default)s)"
    )
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with open_site(args) as site:
        wanted = {name: getattr(args, name) for name in ("ladder", "status", "kind")}
        bot = args.bot and full_name(site, args.bot)
        found = list(site.every("matches/", args.limit, bot=bot, **wanted))
    if args.json:
        print_json({"results": found})
    elif found:
        screen.print(_table(found))
    else:
        screen.print("No such match was played.")
    return Exit.YES


def _table(matches: Iterable[Answer]) -> Table:
    shown = Table("match", "kind", "status", "table", box=None, pad_edge=False, header_style="bold")
    for match in matches:
        shown.add_row(name_of(match), match["kind"], match["status"], _seats(match["seats"]))
    return shown


def _seats(seats: Iterable[Answer]) -> Text:
    """Who sat there, the best first once that is known."""
    by_place = sorted(seats, key=lambda seat: (seat["placement"] or 0, seat["seat"]))
    places = Text()
    for number, seat in enumerate(by_place):
        place = f"{seat['placement']}. " if seat["placement"] else ""
        fault = f" ({seat['fault']})" if seat["fault"] else ""
        places.append(", " if number else "")
        places.append(f"{place}{bot_of(seat)}{fault}")
    return places


SUBCOMMAND = Subcommand(
    name="matches",
    summary="list matches of a ladder or a bot, the latest first",
    description="List matches, those planned last first: who sat there and, once they are "
    "finished, in which place. Needs no login, unless you name a bot of yours without its owner.",
    examples="""\
matches --bot mybot
matches --ladder shamans --status running
matches --bot ada/lunatic --kind ranked --limit 100 --json""",
    arguments=arguments,
    run=run,
)
