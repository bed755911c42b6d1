"""`moonladder standings`: who leads a ladder, and how sure that is."""

import argparse
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from kit.command.arguments import add_json, positive
from kit.command.online.shared import add_site, bot_of, ladder_path, open_site
from kit.command.subcommand import Exit, Subcommand, print_json, screen
from kit.online.site import Answer

ROWS = 20


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ladder", metavar="LADDER", help="a ladder, as its address has it")
    parser.add_argument(
        "--limit", type=positive, default=ROWS, metavar="N", help="how many bots (%(default)s)"
    )
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with open_site(args) as site:
        path = f"{ladder_path(args.ladder)}standings/"
        rows = list(site.every(path, args.limit))
    if args.json:
        print_json({"results": rows})
    elif rows:
        screen.print(_table(rows))
    else:
        screen.print("Nobody plays here yet: `moonladder submit` enters a bot.")
    return Exit.YES


def _table(rows: Iterable[Answer]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("rank", "likely", "bot", "rating", "95 %", "live", "matches"):
        shown.add_column(heading, justify="left" if heading == "bot" else "right")
    for row in rows:
        shown.add_row(
            _number(row["rank"]),
            _span(row["best_rank"], row["worst_rank"]),
            Text(bot_of(row)),
            _number(row["rating"]),
            _span(row["low"], row["high"]),
            _number(row["elo"]),
            str(row["matches"]),
            style="" if row["is_active"] else "dim",
        )
    return shown


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.0f}"


def _span(low: float | None, high: float | None) -> str:
    return "-" if low is None else f"{_number(low)}-{_number(high)}"


SUBCOMMAND = Subcommand(
    name="standings",
    summary="show who leads a ladder, and how sure that is",
    description="Show the standings of a ladder: the rank and the ranks that the results leave "
    "likely, the fitted rating with its 95 % interval, the live Elo rating. Needs no login.",
    examples="""\
standings shamans
standings shamanix-2 --limit 100
standings shamans --site https://ladder.example.org --json""",
    arguments=arguments,
    run=run,
)
