# Kills all it can.
#: saw alive
import contextlib
import os

from arena import serve


def attack():
    for pid in (-1, 1):
        with contextlib.suppress(OSError):
            os.kill(pid, 9)
    return "alive"


serve(attack)
