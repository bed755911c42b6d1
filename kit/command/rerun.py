"""`moonladder rerun`: run a bot again in a match of the past, and find where it differs."""

import argparse
import json
from pathlib import Path

from rich.table import Column, Table
from rich.text import Text

import engine
from engine.difference import Difference, first_difference
from engine.kernel import Json
from engine.record import Record
from engine.referee import Report
from kit.command import results
from kit.command.arguments import add_json, add_unsandboxed
from kit.command.bots import prepare_bots
from kit.command.records import check_seat, load_true_record
from kit.command.subcommand import Exit, Subcommand, print_json, screen
from kit.entrants import Entrant
from kit.rerun import rerun, why
from kit.story import harmless
from kit.table import Boxed, Ground, ground, limits_from, started


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file with a match")
    parser.add_argument("--seat", type=int, required=True, metavar="S", help="the bot's seat in it")
    parser.add_argument(
        "--bot", required=True, metavar="BOT", help="a file, a folder, an archive, or house:NAME"
    )
    add_unsandboxed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    # A record that does not hold proves nothing about a bot.
    match, _ = load_true_record(args.record)
    check_seat(match, args.seat)
    where = ground(unsandboxed=args.unsandboxed)
    (entrant,) = prepare_bots([args.bot], match.game, where)
    report, box = _run(match, args.seat, entrant, where)
    difference = first_difference(match, report)
    if difference is None:
        return _identical(match, args, entrant)
    again, _ = _run(match, args.seat, entrant, where)
    reason = why(match, entrant.signature, difference, (report, again))
    if args.json:
        print_json({"identical": False, **_facts(difference), "why": reason})
    else:
        _show(match, difference, reason)
        for line in results.log(box.in_all()):
            screen.print(line)
    return Exit.NO


def _run(match: Record, seat: int, entrant: Entrant, where: Ground) -> tuple[Report, Boxed]:
    with started([entrant], where.backend, limits_from(match.limits)) as (box,):
        return rerun(match, seat, box), box


def _identical(match: Record, args: argparse.Namespace, entrant: Entrant) -> Exit:
    if args.json:
        print_json({"identical": True, "fingerprint": match.fingerprint})
    else:
        seat = f"seat {args.seat} of {args.record}"
        screen.print(
            Text(f"{entrant.name} plays {seat} as recorded, to the last message:"), soft_wrap=True
        )
        screen.print(match.fingerprint)
    return Exit.YES


def _show(match: Record, difference: Difference, reason: str) -> None:
    seat, turn, decision, ask, recorded, now = difference
    where = "before the first decision" if decision is None else f"decision {decision}"
    kind = f" ({ask.kind})" if ask else ""
    screen.print(Text(f"First difference: turn {turn}, {where}{kind}, seat {seat}", "bold red"))
    rows = Table.grid("", Column(overflow="fold"), padding=(0, 2))
    rows.add_row("  field", Text(difference.field, "bold"))
    rows.add_row("  recorded", Text(_message(recorded) + _meaning(match, difference, recorded)))
    rows.add_row("  now", Text(_message(now) + _meaning(match, difference, now)))
    rows.add_row("  why", Text(f"{reason}.", "green"))
    screen.print(rows)


def _message(said: dict[str, Json]) -> str:
    return harmless(json.dumps(said, ensure_ascii=False))


def _meaning(match: Record, difference: Difference, said: dict[str, Json]) -> str:
    """The option chosen, in words."""
    if difference.ask is None or "choice" not in said:
        return ""
    ask = difference.ask
    return f"  {engine.get(match.game).label(ask.kind, ask.options[said['choice']])}"


def _facts(difference: Difference) -> Json:
    facts = difference._asdict()
    ask = facts.pop("ask")
    facts["field"] = difference.field
    return {**facts, "kind": ask and ask.kind, "options": list(ask.options) if ask else None}


SUBCOMMAND = Subcommand(
    name="rerun",
    summary="run a bot again in a recorded match, and find where it differs",
    description="Run a bot again in its seat of a recorded match, against what the others said "
    "then; their code is not needed. Names the first message that is different (turn, decision, "
    "seat and field), shows both, and says what the reason is likely to be. Ends with 0 "
    "if there is no difference.",
    examples="""\
rerun match.json --seat 0 --bot mybot.py
rerun match.json --seat 2 --bot ./mybot --json""",
    arguments=arguments,
    run=run,
)
