# Lets a child run out of memory and answers as if nothing had happened.
#: verdict memory_limit
#: limits memory_mib=64
import os

from arena import serve


def attack():
    if os.fork() == 0:
        hoard = []
        while True:
            hoard.append(bytearray(1 << 20))
    os.wait()
    return "alive"


serve(attack)
