"""`python -m kit` is the `moonladder` command where it is not installed."""

import sys

from kit.command.main import main

if __name__ == "__main__":
    sys.exit(main())
