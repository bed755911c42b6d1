"""`moonladder duel`: many seeded matches between bots, until one knows which is better."""

import argparse
import os
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path

from msgspec import structs
from rich.text import Text

import engine
from engine.faults import PlatformError
from engine.spec import GameSpec, options_of
from kit.arena import results
from kit.command import standings as tables
from kit.command.arguments import add_game, add_terms, clock_of, positive
from kit.command.bots import prepare_bots
from kit.command.subcommand import Exit, Refused, Subcommand, aside, print_json, screen
from kit.duel import Standings, Terms, schedule
from kit.entrants import Entrant
from kit.ledger import Ledger
from kit.statistics import Sprt
from kit.table import ground
from sandbox import SandboxError

BLOCKS = 50
"""How many are played if nothing is said."""
SPRT_BLOCKS = 5000
"""How many are played at most until a sequential test is decided."""


def arguments(parser: argparse.ArgumentParser) -> None:
    add_game(parser)
    parser.add_argument(
        "bots",
        nargs="+",
        metavar="BOT",
        help="two or more: a file, a folder, an archive, or house:NAME; the first is compared with "
        "each of the others",
    )
    parser.add_argument(
        "--blocks",
        type=positive,
        metavar="N",
        help=f"how many seeds to play, each once for every rotation ({BLOCKS})",
    )
    parser.add_argument(
        "--seats",
        type=int,
        metavar="N",
        help="how many seats (the fewest that hold all bots); with more seats than bots, bots come "
        "again in turn",
    )
    parser.add_argument(
        "--sprt",
        type=sprt,
        metavar="ELO0,ELO1",
        help="two bots: stop as soon as it is decided whether the first is better by ELO1 rather "
        "than by ELO0",
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help="keep the result of every match there, a line each; the same command continues",
    )
    parser.add_argument(
        "--jobs", type=positive, metavar="N", help="matches at a time (one for each core)"
    )
    add_terms(parser)


def sprt(text: str) -> Sprt:
    """The two differences in Elo of a sequential test, for argparse."""
    try:
        elo0, elo1 = map(float, text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"give two numbers as ELO0,ELO1, not {text!r}") from None
    if not elo0 < elo1:
        raise argparse.ArgumentTypeError(f"the second number must be the larger one, not {text!r}")
    return Sprt(elo0, elo1)


def run(args: argparse.Namespace) -> Exit:
    spec = engine.get(args.game)
    terms = _terms(args, spec)
    where = ground(unsandboxed=args.unsandboxed)
    entrants = prepare_bots(args.bots, spec.name, where)
    bots = [entrant.signature for entrant in entrants]
    standings = Standings(structs.replace(terms, sandbox=where.backend.name, bots=bots))
    try:
        _play(args, entrants, standings)
    except KeyboardInterrupt:
        _show(args, standings)
        _say_how_to_continue(args.out, standings)
        return Exit.INTERRUPTED
    except (PlatformError, SandboxError):
        _show(args, standings)
        raise
    _show(args, standings)
    return Exit.NO if args.sprt and not _decided(args.sprt, standings) else Exit.YES


def _terms(args: argparse.Namespace, spec: GameSpec) -> Terms:
    """What is to be played; refused before anything is built if it cannot be."""
    seats = _seats_for(spec, len(args.bots), args.seats)
    if args.sprt is not None and len(args.bots) != 2:
        raise Refused("--sprt compares two bots: give two")
    game = spec.new(seats=seats, seed=args.seed, options=options_of(args.option))
    assert game.terms is not None
    return Terms(
        game=spec.name,
        rules_version=spec.rules_version,
        clock=clock_of(args.clock),
        sandbox="",
        bots=[],
        **game.terms._asdict(),
    )


def _seats_for(spec: GameSpec, bots: int, wished: int | None) -> int:
    """The seats of a table that holds all bots."""
    if bots < 2:
        raise Refused("a duel takes two bots or more")
    for seats in spec.seat_counts if wished is None else [wished]:
        if seats >= bots:
            return seats
    most = max(spec.seat_counts) if wished is None else wished
    raise Refused(f"{bots} bots do not fit at a table of {spec.title} with {most} seats")


def _play(args: argparse.Namespace, entrants: Sequence[Entrant], standings: Standings) -> None:
    """Play what is missing, until all is played or decided; every result is kept at once."""
    terms = standings.terms
    blocks = args.blocks or (SPRT_BLOCKS if args.sprt else BLOCKS)
    with Ledger(args.out, terms) as ledger:
        for result in ledger.results:
            standings.add(result)
        missing = [one for one in schedule(terms, blocks) if not standings.has(one)]
        if not missing or _decided(args.sprt, standings) is not None:
            return
        jobs = args.jobs or len(os.sched_getaffinity(0))
        coming = results(terms, entrants, missing, backend=terms.sandbox, jobs=jobs)
        with closing(coming), tables.live(standings, args.sprt, blocks) as show:
            for result in coming:
                ledger.add(result)
                standings.add(result)
                show()
                if _decided(args.sprt, standings) is not None:
                    return


def _decided(test: Sprt | None, standings: Standings) -> bool | None:
    return test.decided(standings.scores(0, 1)) if test else None


def _show(args: argparse.Namespace, standings: Standings) -> None:
    if args.json:
        print_json(tables.facts(standings, args.sprt))
        return
    for part in tables.whole(standings, args.sprt):
        screen.print(part)
    for line in _faults(args, standings):
        screen.print(line, soft_wrap=True)


def _faults(args: argparse.Namespace, standings: Standings) -> Iterator[Text]:
    """What went wrong, and for each the command that shows it."""
    for (bot, fault), result in standings.first_faults.items():
        count = standings.tallies[bot].faults[fault]
        name = standings.terms.names[bot]
        yield Text(f"\n{name}: {fault}, {count} times; for one of them", "red")
        words = [args.bots[one] for one in standings.terms.seating(result.rotation)]
        extras = [f"--option {setting}" for setting in args.option]
        extras += [f"--clock {setting}" for setting in args.clock]
        command = ["moonladder play", args.game, *words, f"--seed {result.seed}", *extras]
        yield Text(f"  {' '.join(command)}")


def _say_how_to_continue(path: Path | None, standings: Standings) -> None:
    if path is None:
        words = "Stopped. With --out FILE the results would be kept and the duel continued."
    else:
        words = f"Stopped. {standings.matches} matches are in {path}: the same command continues."
    aside.print(words, style="yellow", markup=False, soft_wrap=True)


SUBCOMMAND = Subcommand(
    name="duel",
    summary="find out which bot is better, over many matches",
    description="Play many seeded matches in parallel. A block is one seed, played once for every "
    "rotation of the bots around the table, so that every bot gets every hand and role. The first "
    "bot is compared with each of the others: Elo with a 95 % interval that counts blocks, not "
    "matches, and how likely such a result is for a bot that is not better.\n\n"
    "With --sprt the command ends with 0 if the first bot is better, with 1 if it is not, or if "
    "that is still open after all blocks.",
    examples="""\
duel shamanix mybot.py house:random
duel shamans new.py old.py --seats 4 --blocks 200 --out 4.jsonl
duel shadow_hunters new.py old.py house:random --seats 6
duel shamanix new.py old.py --sprt 0,30""",
    arguments=arguments,
    run=run,
)
