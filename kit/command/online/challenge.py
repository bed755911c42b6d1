"""`moonladder challenge`: an unrated match against chosen bots."""

import argparse

from kit.command.arguments import add_json
from kit.command.online.shared import add_site, full_name, name_of, open_site
from kit.command.online.watch import told, until_over
from kit.command.subcommand import Exit, Subcommand, print_json, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("ladder", metavar="LADDER", help="whose game, seats and clock are taken")
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="one for each seat, in their order: NAME of yours, OWNER/NAME, or OWNER/NAME/v3",
    )
    parser.add_argument("--seed", type=int, metavar="N", help="play from this seed (a fresh one)")
    parser.add_argument("--wait", action="store_true", help="stay until the match is over")
    add_site(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with open_site(args) as site:
        bots = [full_name(site, bot) for bot in args.bots]
        asked = {"ladder": args.ladder, "bots": bots, "seed": args.seed}
        challenge = site.post("challenges/", asked)
        match = challenge["match"]
        if args.wait:
            return told(until_over(site, f"matches/{name_of(match)}/"), as_json=args.json)
    if args.json:
        print_json(challenge)
    else:
        name = name_of(match)
        screen.print(f"{name} is going to be played: moonladder watch {name}", markup=False)
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="challenge",
    summary="ask for an unrated match against bots of your choice",
    description="Have the site play one match between these bots, in this order of seats, from a "
    "fresh seed or one you choose. At least one of them must be yours. No rating moves. A site "
    "plays so many a day for each of its authors, and says when the next one may be asked for.",
    examples="""\
challenge shamanix mybot house/shamanix-careful --wait
challenge shamanix mybot ada/mybot/v2 --seed 7""",
    arguments=arguments,
    run=run,
)
