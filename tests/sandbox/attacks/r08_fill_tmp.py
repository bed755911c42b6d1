# Fills /tmp.
#: saw ENOSPC
#: limits tmp_mib=16
from arena import outcome, serve


def attack():
    with open("/tmp/fill", "wb", buffering=0) as file:
        while file.write(bytes(1 << 20)):
            pass


def refill():
    return outcome(attack)


serve(refill)
