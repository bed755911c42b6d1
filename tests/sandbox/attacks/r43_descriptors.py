# Opens files until it may not.
#: saw EMFILE
import os

from arena import outcome, serve


def attack():
    hoard = []
    try:
        return outcome(lambda: [hoard.append(os.dup(0)) for _ in range(100000)])
    finally:
        for file in hoard:
            os.close(file)


serve(attack)
