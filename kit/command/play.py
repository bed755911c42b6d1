"""`moonladder play`: one match, with the referee and the boxes of the server."""

import argparse
from collections.abc import Sequence
from pathlib import Path

import engine
from engine.kernel import Game
from engine.record import dump, record
from engine.referee import Report, Watch, play
from engine.spec import options_of
from kit.command import results, view
from kit.command.arguments import add_game, add_terms, clock_of
from kit.command.bots import prepare_bots
from kit.command.subcommand import Exit, Subcommand, print_json, screen
from kit.players import CONSOLE, Player, seated
from kit.story import Story, Teller
from kit.table import ground, limits_for, told


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="one for each seat, from seat 0 on: a file, a folder, an archive (zip, tar.gz), "
        "house:NAME, or console, which is you",
    )
    parser.add_argument("--record", type=Path, metavar="FILE", help="write the match to this file")
    parser.add_argument("--watch", action="store_true", help="show every turn as it is played")
    parser.add_argument("--browser", action="store_true", help="then show the match in the browser")
    add_terms(parser)


def run(args: argparse.Namespace) -> Exit:
    spec, clock = engine.get(args.game), clock_of(args.clock)
    options = options_of(args.option)
    game = spec.new(seats=len(args.bots), seed=args.seed, options=options)
    where = ground(unsandboxed=args.unsandboxed)
    entrants = prepare_bots([word for word in args.bots if word != CONSOLE], spec.name, where)
    limits = limits_for(entrants)
    with seated(args.bots, entrants, spec, where.backend, limits) as players:
        report = play(
            game,
            [player.transport for player in players],
            clock=clock,
            limits=told(limits),
            watch=_watch(game, players) if args.watch and not args.json else None,
        )
    match = record(report, [player.signature for player in players])
    if args.record is not None:
        args.record.write_bytes(dump(match))
    if args.json:
        print_json(results.facts(report, players))
    else:
        _show(report, players, args.record)
    if args.browser:
        view.show(match)
    return Exit.NO if report.faults else Exit.YES


def _watch(game: Game, players: Sequence[Player]) -> Watch:
    """Tells the match on the screen as it goes."""
    story, teller = Story(game), Teller(game.spec, [player.name for player in players])
    for line in teller.lines(story.opening()):
        screen.print(line)

    def tell(decision: int, mark: str) -> None:
        for moment in story.decided():
            for line in teller.lines(moment):
                screen.print(line)

    return tell


def _show(report: Report, players: Sequence[Player], path: Path | None) -> None:
    title, seed = engine.get(report.game).title, report.terms.seed
    ending = f"{title}, seed {seed}: {report.outcome.reason}, {len(report.choices)} decisions"
    screen.print(ending, style="bold")
    screen.print(results.table(report, players))
    for one in results.faults(report, players):
        screen.print(one)
    if path is not None:
        words = f"\nRecorded in {path}: moonladder show {path}"
        screen.print(words, markup=False, soft_wrap=True)


SUBCOMMAND = Subcommand(
    name="play",
    summary="play one match between bots, or against them yourself",
    description="Play one match. The seats are taken in the order in which bots are given; the "
    "same seed and bots give the same match everywhere. Ends with 1 if a bot did anything wrong, "
    "and says what to change.",
    examples="""\
play shamans mybot.py house:random house:random --seed 7
play shamanix ./mybot console
play shamanix mybot.py house:random --watch | less -R
play shamanix mybot.py house:random --browser
play shamanix mybot.zip house:random --record match.json
play shamanix mybot.py house:random --option leash=2""",
    arguments=arguments,
    run=run,
)
