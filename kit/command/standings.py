"""How a duel stands, as tables for a terminal and as facts for scripts."""

import math
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from rich.console import Group, RenderableType
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table
from rich.text import Text

import engine
from engine.kernel import Json
from kit.command.results import milliseconds
from kit.command.subcommand import aside
from kit.duel import Share, Standings, total
from kit.statistics import Sprt, estimate

Key = Any
"""A role or a seat."""


def whole(standings: Standings, test: Sprt | None) -> Iterator[RenderableType]:
    """Everything there is to say."""
    terms = standings.terms
    title, blocks = engine.get(terms.game).title, standings.whole_blocks
    yield Text(
        f"{title}, {terms.seats} seats, seed {terms.seed}: {standings.matches} matches, "
        f"{blocks} whole block{'' if blocks == 1 else 's'} of {len(terms.bots)} matches",
        "bold",
    )
    yield overview(standings)
    if standings.whole_blocks:
        yield Text()
        yield comparison(standings)
    if test is not None:
        yield sequential(standings, test)
    if standings.matches:
        yield Text("\nfirst places by seat", "bold")
        yield _shares(standings, "seat", standings.by_seat)
    # Roles that go with the seats would only say it all again.
    if sorted(standings.by_role.values()) != sorted(standings.by_seat.values()):
        yield Text("\nfirst places by role at the start", "bold")
        yield _shares(standings, "role", standings.by_role)


def overview(standings: Standings) -> Table:
    """A row for each bot: how it fares, and what it takes."""
    table = _table("bot", "seats", "won", "place", "points", "faults", "each", "worst")
    for name, tally in zip(standings.terms.names, standings.tallies, strict=True):
        seats, faults = tally.seats or math.nan, sum(tally.faults.values())
        table.add_row(
            Text(name),
            str(tally.seats),
            _percent(tally.won / seats),
            f"{tally.places / seats:.2f}",
            f"{tally.points / seats:.2f}",
            str(faults) if faults else "-",
            milliseconds(tally.seconds / tally.answers) if tally.answers else "-",
            milliseconds(tally.worst),
            style="red" if tally.out else "",
        )
    return table


def comparison(standings: Standings) -> Table:
    """The first bot against each of the others."""
    first, *others = standings.terms.names
    table = _table(f"{first} against", "score", "Elo", "95 % interval", "p if not better")
    for other, name in enumerate(others, start=1):
        found = estimate(standings.scores(0, other))
        low, high = map(elo, found.elo_interval)
        p_value = f"{found.p_value:.4f}" if found.p_value >= 0.0001 else "< 0.0001"
        interval = f"{low} to {high}"
        table.add_row(Text(name), _percent(found.score), elo(found.elo), interval, p_value)
    return table


def sequential(standings: Standings, test: Sprt) -> Text:
    """Where a sequential test stands."""
    scores = standings.scores(0, 1)
    llr, decided = test.llr(scores), test.decided(scores)
    first, second = standings.terms.names
    verdict = {
        None: "not decided yet",
        True: f"decided: {first} is better than {second}",
        False: f"decided: {first} is not better than {second}",
    }[decided]
    style = {None: "", True: "green", False: "red"}[decided]
    ratio = f"log-likelihood ratio {llr:+.2f} of {test.bound:.2f}"
    return Text(f"Elo {test.elo1:+g} rather than {test.elo0:+g}: {ratio}; {verdict}", style)


def _shares(standings: Standings, heading: str, shares: dict[tuple[Key, int], Share]) -> Table:
    """First places in each seat or role, by bot."""
    names = standings.terms.names
    table = _table(heading, *names, "all")
    for key in sorted({key for key, _ in shares}):
        cells = [shares.get((key, bot)) for bot in range(len(names))]
        table.add_row(str(key), *map(_share, [*cells, total(shares, key)]))
    return table


def _share(share: Share | None) -> str:
    return f"{_percent(share.rate)} of {share.played}" if share else "-"


def _table(first: str, *headings: str) -> Table:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(Text(first))
    for heading in headings:
        table.add_column(Text(heading), justify="right")
    return table


def _percent(share: float) -> str:
    return "-" if math.isnan(share) else f"{share:.1%}"


def elo(difference: float) -> str:
    if math.isinf(difference):
        return "+inf" if difference > 0 else "-inf"
    return f"{difference:+.0f}"


@contextmanager
def live(standings: Standings, test: Sprt | None, blocks: int) -> Iterator[Callable[[], None]]:
    """How it stands, on a terminal, for as long as it is played; call what is given to refresh."""
    if not aside.is_terminal:
        yield lambda: None
        return
    progress = Progress(
        BarColumn(), MofNCompleteColumn(), TextColumn("matches, left"), TimeRemainingColumn()
    )
    rotations = len(standings.terms.bots)
    task = progress.add_task("", total=blocks * rotations, completed=standings.matches)

    def now() -> Group:
        parts: list[RenderableType] = [overview(standings)]
        if standings.whole_blocks:
            parts += [Text(), comparison(standings)]
        if test is not None:
            parts.append(sequential(standings, test))
        return Group(*parts, progress)

    with Live(now(), console=aside, transient=True, auto_refresh=False) as shown:

        def refresh() -> None:
            progress.update(task, completed=standings.matches)
            shown.update(now(), refresh=True)

        yield refresh


def facts(standings: Standings, test: Sprt | None) -> Json:
    """All of it for scripts."""
    terms = standings.terms
    report = {
        "game": terms.game,
        "seats": terms.seats,
        "seed": terms.seed,
        "matches": standings.matches,
        "blocks": standings.whole_blocks,
        "bots": list(_bot_facts(standings)),
        "comparisons": list(_comparison_facts(standings)),
    }
    if test is not None:
        scores = standings.scores(0, 1)
        llr, better = test.llr(scores), test.decided(scores)
        report["sprt"] = {"elo0": test.elo0, "elo1": test.elo1, "llr": llr, "better": better}
    return report


def _bot_facts(standings: Standings) -> Iterator[Json]:
    for bot, tally in enumerate(standings.tallies):
        yield {
            "bot": standings.terms.bots[bot],
            "seats": tally.seats,
            "won": tally.won,
            "mean_place": tally.places / tally.seats if tally.seats else None,
            "mean_points": tally.points / tally.seats if tally.seats else None,
            "faults": dict(tally.faults),
            "out": tally.out,
            "answers": tally.answers,
            "seconds": tally.seconds,
            "worst_seconds": tally.worst,
            "by_role": _share_facts(standings.by_role.items(), bot),
            "by_seat": _share_facts(standings.by_seat.items(), bot),
        }


def _share_facts(shares: Iterable[tuple[tuple[Key, int], Share]], bot: int) -> Json:
    return {str(key): share._asdict() for (key, whose), share in shares if whose == bot}


def _comparison_facts(standings: Standings) -> Iterator[Json]:
    for other in range(1, len(standings.terms.bots)):
        if standings.whole_blocks:
            found = estimate(standings.scores(0, other))
            low, high = map(_finite, found.elo_interval)
            yield {
                "against": standings.terms.bots[other],
                "score": found.score,
                "elo": _finite(found.elo),
                "elo_low": low,
                "elo_high": high,
                "p_value": found.p_value,
            }


def _finite(number: float) -> float | None:
    """JSON knows no infinity."""
    return number if math.isfinite(number) else None
