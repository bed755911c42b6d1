# Reads what the kernel tells about itself and about others.
#: saw \[\]
from pathlib import Path

from arena import serve


def told(name):
    """Whether the file says anything; addresses that are all zeros say nothing."""
    try:
        with Path("/proc", name).open("rb") as file:
            return bool(file.read(4096).split(b" ")[0].strip(b"0 \n"))
    except OSError:
        return False


NAMES = ["kallsyms", "keys", "key-users", "timer_list", "kcore", "kmsg", "slabinfo"]

serve(lambda: [name for name in NAMES if told(name)])
