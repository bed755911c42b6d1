# Digs folders so deep that careless cleaners fail on them.
#: saw deep
#: deadline 15
import contextlib
import os

from arena import serve


def attack():
    os.chdir("/tmp")
    with contextlib.suppress(OSError):  # where so many folders are more than there may be
        for _ in range(20000):
            os.mkdir("d")
            os.chdir("d")
    return "deep"


serve(attack, once=True)
