"""`moonladder challenge`: have chosen bots play one unrated match at a site."""

import argparse

from kit.command.arguments import add_json
from kit.command.online.shared import add_site, bot_of, full_name, ladder_path, name_of, open_site
from kit.command.online.watch import told, until_over
from kit.command.subcommand import Exit, Subcommand, print_json, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ladder", metavar="LADDER", help="whose game, options and clock apply")
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="who plays, seat by seat: yours, OWNER/NAME, or OWNER/NAME/v3",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="what to deal from (a fresh one)")
    parser.add_argument(
        "--wait", action="store_true", help="stay until it is over, and say who won"
    )
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    ladder_path(args.ladder)  # refuses what is no ladder before anything is asked
    with open_site(args) as site:
        bots = [full_name(site, bot) for bot in args.bots]
        said = {"ladder": args.ladder, "bots": bots, "seed": args.seed}
        match = site.post("challenges/", said)["match"]
        if args.wait:
            path = f"matches/{match['ladder']}/{match['number']}/"
            return told(until_over(site, path), as_json=args.json)
    if args.json:
        print_json(match)
    else:
        table = ", ".join(bot_of(seat) for seat in match["seats"])
        screen.print(f"{name_of(match)} waits to be played: {table}", markup=False, soft_wrap=True)
        words = f"  moonladder watch {name_of(match)}"
        screen.print(f"See it end with:\n\n{words}", markup=False, soft_wrap=True)
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="challenge",
    summary="have chosen bots play one unrated match at a site",
    description="Ask a site to have chosen bots play one match with a ladder's game, options and "
    "clock, from a fresh seed or one that you name: name a bot for each seat, one of them yours. "
    "The same bot may sit there twice. Nobody's rating moves. With --wait the command ends with 0 "
    "when the match has a result and with 1 when it is void. A site plays so many challenges of "
    "one person in a day.",
    examples="""\
challenge shamanix mybot house/shamanix-greedy --wait
challenge shamanix mybot ada/lunatic/v2 --seed 7
challenge shamans mybot ada/lunatic bob/tide cleo/owl --json""",
    arguments=arguments,
    run=run,
)
