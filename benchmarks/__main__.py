"""Prints the table of `make bench`."""

import argparse
import importlib
import subprocess
import sys
from pathlib import Path

from benchmarks.harness import RACES, Race, Row, Spread, run


def main() -> None:
    """Run the races whose name was asked for, all of them by default, each in its own process.

    Some races make their process part of a site, and of that there can be but one.
    """
    parser = argparse.ArgumentParser(prog="make bench", description=__doc__)
    parser.add_argument("words", nargs="*", help="run only races whose name has one of these words")
    parser.add_argument("--rounds", type=int, default=15, help="measurements of each case")
    parser.add_argument("--only", metavar="NAME", help="run this race, in this process")
    options = parser.parse_args()
    load()
    for race in RACES:
        if race.name == options.only:
            print(table(race, run(race, rounds=options.rounds)), flush=True)
            return
    chosen = [race for race in RACES if not options.words or has_word(race, options.words)]
    if not chosen:
        known = "; ".join(race.name for race in RACES)
        parser.error(f"no race has such a name; there are: {known}")
    for race in chosen:
        rounds = ("--rounds", str(options.rounds))
        command = [sys.executable, "-m", "benchmarks", *rounds, "--only", race.name]
        subprocess.run(command, check=True)


def load() -> None:
    """Import every `bench_*.py` of this folder, which registers its races."""
    for path in sorted(Path(__file__).parent.glob("bench_*.py")):
        importlib.import_module(f"benchmarks.{path.stem}")


def has_word(race: Race, words: list[str]) -> bool:
    """Tell whether a race was asked for."""
    return any(word.lower() in race.name.lower() for word in words)


def table(race: Race, rows: list[Row]) -> str:
    """Lay a race out, one line for each case."""
    wide = max(len(row.case) for row in rows)
    lines = [
        f"  {row.case:<{wide}}  {figure(row):>9}  {row.ratio.median:>7.2f}x  {times(row.ratio)}"
        for row in rows
    ]
    head = f"  {'case':<{wide}}  {'median':>9}  {'ratio':>8}  middle 80 %"
    return "\n".join([f"{race.name} (floor: {race.floor})", head, *lines, ""])


def figure(row: Row) -> str:
    """Write what a case took."""
    if row.unit == "s":
        return duration(row.taken.median)
    return f"{row.taken.median:.0f} {row.unit}"


def times(ratio: Spread) -> str:
    """Write the range of a ratio."""
    return f"{ratio.low:.2f}-{ratio.high:.2f}x"


def duration(seconds: float) -> str:
    """Write a time in the unit that suits it."""
    for unit, size in (("s", 1.0), ("ms", 1e-3), ("us", 1e-6)):
        if seconds >= size:
            return f"{seconds / size:.2f} {unit}"
    return f"{seconds / 1e-9:.0f} ns"


if __name__ == "__main__":
    main()
