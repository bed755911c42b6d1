"""What came of a match, on a terminal: who did how well, and what each bot did wrong."""

from collections import Counter
from collections.abc import Iterator, Sequence

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

import sandbox
from engine.advice import advice
from engine.faults import STRIKES
from engine.kernel import Json
from engine.referee import Fault, Report
from kit.players import Player
from kit.story import role_of

LOG_LINES = 12
"""Of a bot's log, from its end, that are shown with its faults."""


def table(report: Report, players: Sequence[Player]) -> Table:
    """A row for each seat."""
    shown = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("seat", "bot", "place", "points", "role"):
        shown.add_column(heading, justify="left" if heading in ("bot", "role") else "right")
    for heading in ("faults", "answers", "each", "worst"):
        shown.add_column(heading, justify="right")
    for seat, player in enumerate(players):
        shown.add_row(*_row(report, seat, player), style="red" if report.seats[seat].out else "")
    return shown


def _row(report: Report, seat: int, player: Player) -> Iterator[str | Text]:
    outcome = report.outcome
    yield str(seat)
    yield Text(player.name)
    yield str(outcome.placements[seat])
    yield f"{outcome.points[seat]:g}"
    yield role_of(outcome, seat)
    yield str(sum(fault.seat == seat for fault in report.faults) or "-")
    yield from _times(player.usage)


def _times(usage: sandbox.Usage | None) -> Iterator[str]:
    """How many answers, and the time charged for them; the start is none."""
    spent = [one.charged for one in usage.spent[1:]] if usage else []
    yield str(len(spent)) if usage else "-"
    yield milliseconds(sum(spent) / len(spent)) if spent else "-"
    yield milliseconds(max(spent)) if spent else "-"


def milliseconds(seconds: float) -> str:
    return f"{seconds * 1000:.1f} ms" if seconds < 0.1 else f"{seconds * 1000:.0f} ms"


def faults(report: Report, players: Sequence[Player]) -> Iterator[RenderableType]:
    """For each bot with faults: each kind of them, what to change, and the end of its log."""
    for seat, player in enumerate(players):
        own = [fault for fault in report.faults if fault.seat == seat]
        if own:
            yield Group(*_charges(report, seat, player, own), *log(player.usage))


def _charges(
    report: Report, seat: int, player: Player, own: list[Fault]
) -> Iterator[RenderableType]:
    yield Text(f"\nseat {seat} {player.name}{_ending(report, seat)}", "bold red")
    counts = Counter(fault.fault for fault in own)
    for name, count in counts.items():
        first = next(fault for fault in own if fault.fault == name)
        yield from charge(first, count)


def _ending(report: Report, seat: int) -> str:
    out = report.seats[seat].out
    if out is None:
        return ""
    why = f", with {STRIKES} strikes" if report.seats[seat].strikes == STRIKES else ""
    return f" is out {_when(out)}{why}: defaults were played for it to the end"


def _when(fault: Fault) -> str:
    return (
        "before the first decision" if fault.decision is None else f"at decision {fault.decision}"
    )


def charge(fault: Fault, count: int = 1) -> Iterator[RenderableType]:
    """One fault: how it looked, and what to change."""
    times = f", {count} times, first" if count > 1 else ""
    yield Text.assemble("  ", (fault.fault, "bold"), f"{times} {_when(fault)}")
    yield indented(Text(fault.detail, "dim"))
    yield indented(Text(f"-> {advice(fault.fault)}", "green"))


def log(usage: sandbox.Usage | None) -> Iterator[RenderableType]:
    """The end of what the bot wrote to standard error."""
    if usage is None or not usage.stderr:
        yield Text("  Its log (standard error) is empty.", "dim")
        return
    yield Text(f"  The end of its log (standard error), {usage.stderr_bytes} bytes in all:")
    for line in sandbox.printable(usage.stderr).splitlines()[-LOG_LINES:]:
        yield indented(Text(line, "yellow"))


def indented(text: Text) -> Padding:
    return Padding(text, (0, 0, 0, 4), expand=False)


def facts(report: Report, players: Sequence[Player]) -> Json:
    """All of it for scripts."""
    return {
        "game": report.game,
        "seats": report.terms.seats,
        "seed": report.terms.seed,
        "options": report.terms.options,
        "reason": report.outcome.reason,
        "decisions": len(report.choices),
        "fingerprint": report.fingerprint,
        "players": [_seat_facts(report, seat, player) for seat, player in enumerate(players)],
    }


def _seat_facts(report: Report, seat: int, player: Player) -> Json:
    outcome, usage = report.outcome, player.usage
    own = [fault for fault in report.faults if fault.seat == seat]
    return {
        "seat": seat,
        "bot": player.signature,
        "placement": outcome.placements[seat],
        "points": outcome.points[seat],
        "role": outcome.roles[seat]._asdict(),
        "out": report.seats[seat].out is not None,
        "faults": [
            {
                "decision": f.decision,
                "fault": f.fault,
                "detail": f.detail,
                "advice": advice(f.fault),
            }
            for f in own
        ],
        "answer_seconds": [spent.charged for spent in usage.spent[1:]] if usage else None,
        "usage": usage and usage.as_json(),
    }
