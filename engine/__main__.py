"""The engine from the command line: play, record, verify and count games."""

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import engine
from engine import record, stats
from engine.console import Console, LeftTheTable
from engine.players import PLAYERS
from engine.playthrough import playthrough
from engine.protocol import contract
from engine.spec import BadOptions, GameSpec, options_of
from engine.transport import Transport

EXAMPLES = """\
examples:
  python -m engine games
  python -m engine play shamans --seed 7 console random random
  python -m engine play shamans --seed 7 random random first --record match.json
  python -m engine verify match.json
  python -m engine stats shamans --games 1000
"""


def parser() -> argparse.ArgumentParser:
    """All commands, each with a help that says how to use it."""
    top = argparse.ArgumentParser(
        prog="python -m engine",
        description="Play the games of this engine, alone or against others, and replay them.",
        epilog=EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    commands = top.add_subparsers(dest="command", required=True, metavar="COMMAND")

    games = commands.add_parser("games", help="list the games, their seats and their options")
    games.set_defaults(run=run_games)

    play = commands.add_parser(
        "play",
        help="play one game",
        description="Play one game. Give one PLAYER per seat, from seat 0 on: `console` is you at "
        "this terminal, `random` takes any option, `first` the first one.",
    )
    _add_game(play)
    play.add_argument("players", nargs="+", metavar="PLAYER", choices=["console", *PLAYERS])
    play.add_argument("--record", type=Path, metavar="FILE", help="write the match to this file")
    play.set_defaults(run=run_play)

    verify = commands.add_parser(
        "verify",
        help="replay a recorded match and check it",
        description="Replay a recorded match: every choice, message and placement must come out "
        "as recorded. Otherwise the first difference is named.",
    )
    verify.add_argument("record", type=Path, metavar="RECORD", help="a file written by play")
    verify.set_defaults(run=run_verify)

    golden = commands.add_parser(
        "record",
        help="print a whole game as text to proof-read",
        description="Print a whole game played at random, as text: every event and decision. "
        "Committed as tests/engine/games/GAME/playthrough.txt it guards the rules.",
    )
    _add_game(golden)
    golden.add_argument("--seats", type=int, help="how many seats (the fewest, if not given)")
    golden.set_defaults(run=run_record)

    count = commands.add_parser(
        "stats",
        help="play many games at random and count",
        description="Play many games at random: how long they last, how they end, who wins.",
    )
    _add_game(count)
    count.add_argument("--seats", type=int, help="how many seats (all counts, if not given)")
    count.add_argument("--games", type=_positive, default=200, help="how many (200)")
    count.set_defaults(run=run_stats)

    schema = commands.add_parser("schema", help="write the JSON Schema of the protocol anew")
    schema.set_defaults(run=run_schema)
    return top


def _add_game(command: argparse.ArgumentParser) -> None:
    command.add_argument("game", metavar="GAME", help="a name that `games` lists")
    command.add_argument("--seed", type=int, default=1, help="what all chance comes from (1)")
    command.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="set an option of the game; `games` lists them; may be given more than once",
    )


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("give a number above 0")
    return number


def run_games(args: argparse.Namespace) -> int:
    for name in engine.names():
        spec = engine.get(name)
        seats = ", ".join(map(str, spec.seat_counts))
        print(f"{name}: {spec.title}, {seats} seats, rules version {spec.rules_version}")
        for option in spec.options:
            print(f"  {option.name}: {option.help} ({option.in_words(spec.seat_counts)})")
    return 0


def run_play(args: argparse.Namespace) -> int:
    spec = engine.get(args.game)
    game = spec.new(seats=len(args.players), seed=args.seed, options=options_of(args.option))
    report = engine.play(game, [_player(name, spec) for name in args.players])
    if "console" not in args.players:
        print(f"{spec.title}, seed {args.seed}: {report.outcome.reason}")
        for seat, placement in enumerate(report.outcome.placements):
            print(f"  seat {seat} ({args.players[seat]}): place {placement}")
    if args.record is not None:
        args.record.write_bytes(record.dump(record.record(report, args.players)))
        print(f"recorded in {args.record}")
    return 0


def _player(name: str, spec: GameSpec) -> Transport:
    return Console(spec) if name == "console" else PLAYERS[name]()


def run_verify(args: argparse.Namespace) -> int:
    try:
        report = record.verify(record.load(args.record.read_bytes()))
    except record.RecordError as error:
        print(f"{args.record}: {error}", file=sys.stderr)
        return 1
    print(f"{args.record} holds: {len(report.choices)} decisions, {report.fingerprint}")
    return 0


def run_record(args: argparse.Namespace) -> int:
    spec = engine.get(args.game)
    seats = spec.seat_counts[0] if args.seats is None else args.seats
    options = options_of(args.option)
    sys.stdout.write(playthrough(spec, seats=seats, seed=args.seed, options=options))
    return 0


def run_stats(args: argparse.Namespace) -> int:
    spec = engine.get(args.game)
    for seats in spec.seat_counts if args.seats is None else [args.seats]:
        result = stats.tally(
            spec,
            seats=seats,
            games=args.games,
            first_seed=args.seed,
            options=options_of(args.option),
            progress=_Progress(args.games),
        )
        print(f"{spec.title}, {seats} seats, {args.games} games at random from seed {args.seed} on")
        print("\n".join(result.lines()))
    return 0


class _Progress:
    """A line that counts up on a terminal, and is silent anywhere else."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._shown = sys.stderr.isatty()

    def __call__(self, done: int) -> None:
        if self._shown and (done % max(1, self._total // 100) == 0 or done == self._total):
            end = "\n" if done == self._total else ""
            print(f"\r{done} of {self._total} games", end=end, file=sys.stderr, flush=True)


def run_schema(args: argparse.Namespace) -> int:
    for path in contract.write():
        print(path)
    return 0


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; say in one sentence what is wrong with it, if anything is."""
    args = parser().parse_args(arguments)
    try:
        code: int = args.run(args)
        sys.stdout.flush()
    except BrokenPipeError:
        # Whoever read has seen enough. Nothing may be left to flush when Python ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (engine.UnknownGame, BadOptions, OSError) as error:
        print(f"python -m engine: {error}", file=sys.stderr)
        return 2
    except (LeftTheTable, KeyboardInterrupt) as left:
        print(f"\n{left}" if str(left) else "", file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
