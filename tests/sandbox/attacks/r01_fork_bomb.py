# Forks until nothing can be forked, and goes on.
#: verdict timeout:(cpu|wall)
#: deadline 0.4
#: counts pids_limit_hits
import contextlib
import os

input()
while True:
    with contextlib.suppress(OSError):
        os.fork()
