"""`moonladder watch`: stay with a match until it is over."""

import argparse
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text

from kit.command.arguments import add_json
from kit.command.online.shared import add_match, add_site, bot_of, match_path, name_of, open_site
from kit.command.subcommand import Exit, Subcommand, aside, print_json, screen
from kit.online.site import Answer, Site

OPEN = ("waiting", "running")


def arguments(parser: argparse.ArgumentParser) -> None:
    add_match(parser)
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with open_site(args) as site:
        match = until_over(site, match_path(args.match))
    return told(match, as_json=args.json)


def until_over(site: Site, path: str) -> Answer:
    """The match, when there is nothing left to wait for."""
    with aside.status("asking") as status:
        for match in site.follow(path):
            if match["status"] not in OPEN:
                break
            table = ", ".join(bot_of(seat) for seat in match["seats"])
            status.update(f"{name_of(match)} is {match['status']}: {table}")
    return match


def told(match: Answer, *, as_json: bool) -> Exit:
    """Say how a match ended; a void one has no result."""
    if as_json:
        print_json(match)
    elif match["status"] == "finished":
        words = f"{name_of(match)}, seed {match['seed']}: {match['ending']}"
        screen.print(Text(words, "bold"), soft_wrap=True)
        screen.print(_table(match["seats"]))
    else:
        screen.print(f"{name_of(match)} is void: nobody won or lost, and it counts for nothing.")
    return Exit.YES if match["status"] == "finished" else Exit.NO


def _table(seats: Iterable[Answer]) -> Table:
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("place", "seat", "bot", "role", "points", "live rating", "fault"):
        shown.add_column(
            heading, justify="left" if heading in ("bot", "role", "fault") else "right"
        )
    for seat in sorted(seats, key=lambda seat: (seat["placement"], seat["seat"])):
        shown.add_row(
            str(seat["placement"]),
            str(seat["seat"]),
            Text(bot_of(seat)),
            seat["role_end"],
            f"{seat['points']:g}",
            _move(seat["elo_before"], seat["elo_after"]),
            seat["fault"],
        )
    return shown


def _move(before: float | None, after: float | None) -> str:
    """How a rating moved; a match that is not ranked, or not settled yet, moves none."""
    return "-" if before is None or after is None else f"{after:.0f} ({after - before:+.1f})"


SUBCOMMAND = Subcommand(
    name="watch",
    summary="wait for a match and see how it ends",
    description="Follow a match until it is over, and show places, roles, points, and how the live "
    "ratings moved. Ends with 0 when it has a result and with 1 when it is void. Needs no login.",
    examples="""\
watch shamans/17
watch https://ladder.example.org/matches/shamans/17/
watch shamans/17 --json""",
    arguments=arguments,
    run=run,
)
