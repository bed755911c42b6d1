# Looks for descriptors somebody forgot to close.
#: saw \[0, 1, 2\]
import os

from arena import serve


def attack():
    return [
        int(name) for name in os.listdir("/proc/self/fd") if os.path.exists(f"/proc/self/fd/{name}")
    ]


serve(attack)
