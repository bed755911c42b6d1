"""`python -m sandbox`: says what this machine can isolate; exits with 1 if bots are unprotected."""

import argparse
import sys

from sandbox import backends, check


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m sandbox",
        description="Try every protection on this machine and say what is missing.",
        epilog="Exits with 0 if a backend has them all, else with 1.",
    )
    parser.add_argument("backend", nargs="?", choices=backends.ISOLATING, help="only this one")
    name = parser.parse_args().backend
    reports = [check.examine(name)] if name else check.examine_all()
    print("\n\n".join(map(str, reports)))
    return 0 if any(report.protected for report in reports) else 1


if __name__ == "__main__":
    sys.exit(main())
