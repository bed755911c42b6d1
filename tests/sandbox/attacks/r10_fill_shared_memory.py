# Fills /dev/shm.
#: saw ENOSPC
from arena import outcome, serve


def attack():
    with open("/dev/shm/fill", "wb", buffering=0) as file:
        while file.write(bytes(1 << 20)):
            pass


serve(lambda: outcome(attack))
