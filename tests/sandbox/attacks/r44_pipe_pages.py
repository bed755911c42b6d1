# Takes all the pipe memory one user may have.
#: saw took
import fcntl
import os

from arena import serve


def attack():
    pipes = [os.pipe() for _ in range(64)]
    for _, end in pipes:
        try:
            fcntl.fcntl(end, fcntl.F_SETPIPE_SZ, 1 << 20)
        except OSError:
            break
    return "took"


serve(attack, once=True)
