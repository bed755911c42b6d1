#!/usr/bin/env python3
"""Django's command line for Moonladder: puts platform/ on the path, reads .env, then hands over."""

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent


def main() -> None:
    """Run one management command; a wrong environment is answered with one sentence."""
    if sys.version_info < (3, 11):  # noqa: UP036 - whoever has only an older Python runs this file too
        sys.exit("Moonladder needs Python 3.11 or newer; this is {}.{}.".format(*sys.version_info))
    sys.path.insert(0, str(ROOT / "platform"))

    from django.core.exceptions import ImproperlyConfigured
    from django.core.management import execute_from_command_line

    from moonladder import env

    env.load_file(ROOT / ".env")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as problem:
        sys.exit(str(problem))


if __name__ == "__main__":
    main()
