# Makes a file of a terabyte that takes no room.
#: saw EFBIG
from arena import outcome, serve


def attack():
    with open("/tmp/sparse", "wb") as file:
        file.truncate(1 << 40)


serve(lambda: outcome(attack))
