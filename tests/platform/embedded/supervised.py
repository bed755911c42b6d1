"""A supervisor of one small program, for tests: `python -m ... FOLDER CODE`."""

import signal
import sys
from pathlib import Path

from moonladder.embedded.programs import Program
from moonladder.embedded.supervisor import Supervisor


def main(folder: str, code: str) -> None:
    """Run Python code under supervision until somebody asks for the end."""
    stopping = ((signal.SIGTERM, 600.0), (signal.SIGQUIT, 600.0))
    supervisor = Supervisor(Path(folder), say=lambda sentence: print(sentence, flush=True))
    supervisor.start(Program("small", [sys.executable, "-c", code], "is small", stopping))
    supervisor.watch()
    supervisor.stop()


if __name__ == "__main__":
    main(*sys.argv[1:])
