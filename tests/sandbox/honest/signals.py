import signal
import subprocess
import sys

PROGRAM = "import signal; signal.pause()"
BY_PYTHON = {signal.SIGPIPE, signal.SIGXFSZ}


def total():
    """Signals do what they do anywhere else: none is ignored from the start."""
    ignored = {n for n in signal.valid_signals() if signal.getsignal(n) == signal.SIG_IGN}
    child = subprocess.Popen([sys.executable, "-c", PROGRAM])
    child.terminate()
    return 300 + child.wait() + len(ignored - BY_PYTHON)


for _ in iter(input, ""):
    print(total(), flush=True)
