"""`moonladder check`: an examination of one bot, step by step."""

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

from rich.console import RenderableType
from rich.table import Column, Table
from rich.text import Text

import engine
from engine.advice import advice
from engine.kernel import Json
from kit.command import results
from kit.command.arguments import add_clock, add_json, add_unsandboxed, clock_of
from kit.command.bots import prepare_bots
from kit.command.subcommand import Exit, Subcommand, aside, print_json, screen
from kit.entrants import Entrant
from kit.exam import Exam, Failed, Remark, exchange
from kit.story import harmless
from kit.table import Ground, ground
from sandbox import printable

QUOTED = 240
"""Characters of a message that are shown."""
HEARD = 3
"""Lines of a bot that are shown."""
PASSED, FAILED, REMARK, NOT_TRIED = "passed", "failed", "remark", "not tried"
MARKS = {
    PASSED: ("ok", "green"),
    FAILED: ("FAIL", "bold red"),
    REMARK: ("note", "yellow"),
    NOT_TRIED: ("-", "dim"),
}


class Step(NamedTuple):
    """How one step went."""

    number: int
    title: str
    result: str
    sentence: str
    failure: Failed | None = None


def arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("bot", metavar="BOT", help="a file, a folder, an archive, or house:NAME")
    parser.add_argument("--game", required=True, metavar="GAME", help="what it is to play")
    add_clock(parser)
    add_unsandboxed(parser)
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    spec, clock = engine.get(args.game), clock_of(args.clock)
    where = ground(unsandboxed=args.unsandboxed)
    (entrant,) = prepare_bots([args.bot], spec.name, where)
    if not args.json:
        _introduce(entrant, where, spec.title)
    steps = []
    for step in _steps(Exam(entrant, spec, where.backend, clock)):
        steps.append(step)
        if not args.json:
            for line in _lines(step):
                screen.print(line)
    failed = any(step.result == FAILED for step in steps)
    if args.json:
        facts = {"bot": entrant.signature, "game": spec.name, "passed": not failed}
        print_json({**facts, "steps": [_facts(step) for step in steps]})
    elif not failed:
        screen.print(Text(f"{entrant.name} is fit to play {spec.title}.", "bold green"))
    return Exit.NO if failed else Exit.YES


def _introduce(entrant: Entrant, where: Ground, title: str) -> None:
    files = len(entrant.built.files)
    screen.print(
        Text(
            f"{entrant.name}: {entrant.runtime.title}, {files} file{'s' * (files != 1)}, built; "
            f"{title} in {where.backend.name}",
            "bold",
        )
    )


def _steps(exam: Exam) -> Iterator[Step]:
    """Each step as it is done; after one that failed the others are not tried."""
    failed = False
    for number, (title, examine) in enumerate(exam.steps(), start=1):
        if failed:
            yield Step(number, title, NOT_TRIED, "")
            continue
        with aside.status(title):
            step = _take(number, title, examine)
        failed = step.result == FAILED
        yield step


def _take(number: int, title: str, examine: Callable[[], str]) -> Step:
    try:
        return Step(number, title, PASSED, examine())
    except Remark as remark:
        return Step(number, title, REMARK, str(remark))
    except Failed as failure:
        return Step(number, title, FAILED, str(failure), failure)


def _lines(step: Step) -> Iterator[RenderableType]:
    """One line for a step, and all there is to know if it failed."""
    mark, style = MARKS[step.result]
    row = Table.grid(padding=(0, 1))
    for width in (2, 4, 29):
        row.add_column(width=width)
    row.add_row(str(step.number), Text(mark, style), step.title, Text(step.sentence))
    yield row
    if step.failure is not None:
        yield from _charge(step.failure)


def _charge(failure: Failed) -> Iterator[RenderableType]:
    """What the referee saw, what to change, and the end of the bot's log."""
    played, fault = failure.played, failure.fault
    message, said = exchange(played, fault)
    terms = played.report.terms
    yield Text(
        f"\n  In seat {played.seat} of {terms.seats}, seed {terms.seed}, the referee saw this:"
    )
    seen = Table.grid("", Column(overflow="fold"), padding=(0, 2))
    seen.add_row("    sent", Text(_quoted(message)))
    for line in said[:HEARD] or [b"nothing"]:
        seen.add_row("    received", Text(_quoted(line)))
    if len(said) > HEARD:
        seen.add_row("", f"and {len(said) - HEARD} lines more")
    yield seen
    yield from results.charge(fault)
    yield from results.log(played.usage)
    yield Text()


def _quoted(line: bytes) -> str:
    """A line as it may be shown: the beginning of it, and nothing that moves a cursor."""
    text = harmless(line.decode("utf-8", "backslashreplace"))
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}... ({len(line)} bytes)"


def _facts(step: Step) -> Json:
    facts = {"number": step.number, "title": step.title, "result": step.result}
    if step.failure is None:
        return {**facts, "sentence": step.sentence}
    fault = step.failure.fault
    message, said = exchange(step.failure.played, fault)
    return {
        **facts,
        "sentence": step.sentence,
        "fault": fault.fault,
        "detail": fault.detail,
        "advice": advice(fault.fault),
        "referee": message.decode(),
        "bot": [line.decode("utf-8", "backslashreplace") for line in said],
        "stderr": printable(step.failure.played.usage.stderr),
    }


SUBCOMMAND = Subcommand(
    name="check",
    summary="examine a bot: does it keep to the protocol, whatever comes?",
    description="Examine a bot in numbered steps: it starts, plays whole matches, answers every "
    "kind of ask the game has, ignores fields it does not know, goes on after a late answer, "
    "starts again after its end, and plays the same match alike. At the first step that fails the "
    "command shows what the referee saw, what to change and the bot's log, and ends with 1.",
    examples="""\
check mybot.py --game shamans
check ./mybot --game shadow_hunters --json
check mybot.zip --game shamanix --clock answer=0.2""",
    arguments=arguments,
    run=run,
)
