"""`moonladder verify`: replay a record, offline, and say whether it was really so."""

import argparse
from pathlib import Path

from engine.record import Different, Unplayable, verify
from kit.command.arguments import add_json
from kit.command.records import load_record
from kit.command.subcommand import Exit, Refused, Subcommand, aside, print_json, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("record", type=Path, metavar="RECORD", help="a file with a match")
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    match = load_record(args.record)
    try:
        report = verify(match)
    except Unplayable as error:
        raise Refused(f"{args.record}: {error}") from None
    except Different as error:
        if args.json:
            print_json({"holds": False, "difference": str(error)})
        else:
            aside.print(
                f"{args.record} does not hold: {error}", style="red", markup=False, soft_wrap=True
            )
        return Exit.NO
    if args.json:
        facts = {"decisions": len(report.choices), "fingerprint": report.fingerprint}
        print_json({"holds": True, **facts})
    else:
        words = f"{args.record} holds: {len(report.choices)} decisions, fingerprint"
        screen.print(f"{words}\n{report.fingerprint}", markup=False, soft_wrap=True)
    return Exit.YES


SUBCOMMAND = Subcommand(
    name="verify",
    summary="replay a recorded match and see whether it was really so",
    description="Replay a record, offline and without anybody's bot: every choice, message and "
    "placement must come out as recorded. Otherwise the first difference is named, and the "
    "command ends with 1.",
    examples="""\
verify match.json
verify match.json --json""",
    arguments=arguments,
    run=run,
)
