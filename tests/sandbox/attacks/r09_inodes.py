# Fills /tmp with files that hold nothing.
#: verdict memory_limit|ok
#: limits memory_mib=32
#: deadline 15
import itertools

from arena import outcome, serve


def attack():
    for number in itertools.count():
        open(f"/tmp/{number}", "w").close()


serve(lambda: outcome(attack))
