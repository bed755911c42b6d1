"""`moonladder games`: the games there are, their seats and their options."""

import argparse

from rich.table import Table
from rich.text import Text

import engine
from engine.kernel import Json
from engine.spec import GameOption, GameSpec
from kit.command.arguments import add_json
from kit.command.subcommand import Exit, Subcommand, print_json, screen


def arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    specs = [engine.get(name) for name in engine.names()]
    if args.json:
        print_json({"games": [_facts(spec) for spec in specs]})
        return Exit.YES
    screen.print(_table(specs))
    for spec in specs:
        screen.print(f"\n[bold]Options of {spec.title}[/] (--option NAME=VALUE)")
        screen.print(_options(spec))
    screen.print("\nThe rules: moonladder rules GAME")
    return Exit.YES


def _table(specs: list[GameSpec]) -> Table:
    table = Table("GAME", "title", "seats", "rules version", box=None, pad_edge=False)
    for spec in specs:
        seats = ", ".join(map(str, spec.seat_counts))
        table.add_row(f"[bold]{spec.name}[/]", spec.title, seats, str(spec.rules_version))
    return table


def _options(spec: GameSpec) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 2, 0, 2))
    for option in spec.options:
        values = (f"\n{option.in_words(spec.seat_counts)}", "dim")
        table.add_row(Text(option.name, "bold"), Text.assemble(option.help, values))
    return table


def _facts(spec: GameSpec) -> Json:
    return {
        "name": spec.name,
        "title": spec.title,
        "seats": list(spec.seat_counts),
        "rules_version": spec.rules_version,
        "roles": dict(spec.roles),
        "options": [_option_facts(option, spec) for option in spec.options],
    }


def _option_facts(option: GameOption, spec: GameSpec) -> Json:
    return {
        "name": option.name,
        "help": option.help,
        "accepted": option.accepted(),
        "default": {str(seats): option.default_for(seats) for seats in spec.seat_counts},
    }


SUBCOMMAND = Subcommand(
    name="games",
    summary="list the games, their seats and their options",
    description="List the games that can be played, how many seats each takes, and its options.",
    examples="""\
games
games --json""",
    arguments=arguments,
    run=run,
)
