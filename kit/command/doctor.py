"""`moonladder doctor`: what this machine can isolate, which languages it has, what to install."""

import argparse
from collections.abc import Iterable, Iterator

from rich.table import Table
from rich.text import Text

import sandbox
from engine.kernel import Json
from kit.command.arguments import add_json
from kit.command.subcommand import Exit, Subcommand, aside, print_json, screen
from sandbox.box import Finding
from sandbox.check import Report, examine_all


def arguments(parser: argparse.ArgumentParser) -> None:
    add_json(parser)


def run(args: argparse.Namespace) -> Exit:
    with aside.status("trying every protection"):
        reports = examine_all()
    if args.json:
        print_json({"backends": [_facts(report) for report in reports]})
    else:
        for report in reports:
            for part in _shown(report):
                screen.print(part)
        screen.print(_verdict(reports))
    return Exit.YES if any(report.protected for report in reports) else Exit.NO


def _shown(report: Report) -> Iterator[Text | Table]:
    """The protections of one backend, then the languages it has."""
    titles = {runtime.title for runtime in sandbox.RUNTIMES.values()}
    yield Text(f"{report.backend}: {_state(report)}", "bold")
    yield _table(finding for finding in report.findings if finding.name not in titles)
    languages = [finding for finding in report.findings if finding.name in titles]
    if languages:
        yield Text(f"\nlanguages in {report.backend}", "bold")
        yield _table(languages)
    yield Text()


def _state(report: Report) -> str:
    if report.protected:
        return "full protection"
    return "usable, with gaps" if report.usable else "not usable"


def _table(findings: Iterable[Finding]) -> Table:
    table = Table.grid(padding=(0, 2))
    for finding in findings:
        words = Text(finding.found)
        if finding.remedy and not finding.ok:
            words.append(f"\n-> {finding.remedy}", "green")
        table.add_row(_mark(finding), finding.name, words)
    return table


def _mark(finding: Finding) -> Text:
    if finding.ok:
        return Text("  ok", "green")
    return Text("  -", "dim") if finding.need == "nice" else Text("  FAIL", "bold red")


def _verdict(reports: list[Report]) -> Text:
    """What it all comes to for somebody who wants to play."""
    for report in reports:
        if report.usable:
            gaps = "" if report.protected else ", with the gaps above: prefer bots you trust"
            return Text(f"Bots run in boxes made by {report.backend}{gaps}.", "bold")
    return Text(
        "No boxes can be made here: bots run as plain processes, so play only your own, and ones "
        "you trust. Install bubblewrap or Docker, then ask the doctor again.",
        "bold yellow",
    )


def _facts(report: Report) -> Json:
    return {
        "name": report.backend,
        "usable": report.usable,
        "protected": report.protected,
        "findings": [finding._asdict() for finding in report.findings],
    }


SUBCOMMAND = Subcommand(
    name="doctor",
    summary="see what this machine can isolate, and which languages it has",
    description="Try every protection on this machine, and look for the tools of every language: "
    "what is there, what is missing, and what to install. Ends with 1 if no way to make boxes has "
    "every protection.",
    examples="""\
doctor
doctor --json""",
    arguments=arguments,
    run=run,
)
