"""`moonladder show`: a recorded match on the terminal, whole or as one seat knew it."""

import argparse
from collections.abc import Iterator
from pathlib import Path

from rich.text import Text

import engine
from engine.kernel import Outcome
from engine.record import Record, new_game
from kit.command.arguments import add_json, positive
from kit.command.records import check_seat, load_true_record
from kit.command.subcommand import Exit, Refused, Subcommand, paged, print_json, screen
from kit.story import Aside, Moment, Story, Teller, ending, harmless


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file with a match")
    parser.add_argument("--seat", type=int, metavar="S", help="only what this seat knew and said")
    parser.add_argument("--turn", type=positive, metavar="T", help="only this turn, from 1 on")
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    match, report = load_true_record(args.record)
    if args.seat is not None:
        check_seat(match, args.seat)
    moments = list(_moments(match, args.seat))
    if args.turn is not None:
        moments = _only(moments, args.turn)
    if args.json:
        facts = {"game": match.game, "seed": match.seed, "bots": match.bots, "seat": args.seat}
        told = {"moments": [moment.as_json() for moment in moments], "outcome": match.outcome}
        print_json(facts | told)
    else:
        with paged():
            _print(match, args.seat, moments, report.outcome if args.turn is None else None)
    return Exit.YES


def _moments(match: Record, seat: int | None) -> Iterator[Moment]:
    game = new_game(match)
    story = Story(game, seat)
    yield story.opening()
    remarks = {remark.decision: remark for remark in match.remarks}
    faults = {fault.decision: fault.fault for fault in match.faults}
    for decision, choice in enumerate(match.choices):
        game.choose(choice)
        remark, spent = remarks.get(decision), match.times[decision]
        note, beliefs = (remark.note, remark.beliefs) if remark else (None, None)
        seconds = spent[0] if spent else None
        yield from story.decided(Aside(note, beliefs, faults.get(decision), seconds))


def _only(moments: list[Moment], turn: int) -> list[Moment]:
    chosen = [moment for moment in moments if moment.turn == turn]
    if not chosen:
        raise Refused(f"there is no turn {turn}: the match has 1 to {moments[-1].turn}")
    return chosen


def _print(match: Record, seat: int | None, moments: list[Moment], outcome: Outcome | None) -> None:
    spec = engine.get(match.game)
    names = [harmless(name).partition("@")[0] for name in match.bots]
    whose = "" if seat is None else f", as seat {seat} ({names[seat]}) knew it"
    screen.print(Text(f"{spec.title}, seed {match.seed}{whose}", "bold"))
    for fault in match.faults:
        if fault.decision is None and seat in (None, fault.seat):
            screen.print(Text(f"seat {fault.seat} was never ready: {fault.fault}", "red"))
    teller = Teller(spec, names, seat)
    for moment in moments:
        for line in teller.lines(moment):
            screen.print(line)
    for words in ending(outcome, names) if outcome else ():
        screen.print(Text(words))


SUBCOMMAND = Subcommand(
    name="show",
    summary="read a recorded match turn by turn, or as one seat knew it",
    description="Show a recorded match in the terminal: the table at every turn, every decision "
    "with its notes and beliefs, everything that happened. With --seat only what that seat knew "
    "and said. Decisions count from 0, as everywhere; turns from 1.",
    examples="""\
show match.json
show match.json --seat 2
show match.json --turn 5
show match.json --json > story.json""",
    arguments=arguments,
    run=run,
)
