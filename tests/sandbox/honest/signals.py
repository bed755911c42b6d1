import signal
import subprocess
import sys

PROGRAM = "import signal; signal.pause()"


def total():
    """Signals do what they do anywhere else: none is ignored from the start."""
    ignored = [n for n in signal.valid_signals() if signal.getsignal(n) == signal.SIG_IGN]
    assert set(ignored) <= {signal.SIGPIPE, signal.SIGXFSZ}, ignored  # Python's own
    child = subprocess.Popen([sys.executable, "-c", PROGRAM])
    child.terminate()
    return 300 + child.wait()


for _ in iter(input, ""):
    print(total(), flush=True)
