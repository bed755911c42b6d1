# Reads the environment of everything it can see.
#: saw \[\]
from pathlib import Path

from arena import serve


def attack():
    names = set()
    for path in Path("/proc").glob("[0-9]*/environ"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        names |= {word.partition(b"=")[0].decode() for word in words if word}
    return sorted(names - {"HOME", "LANG", "PATH", "PWD"})


serve(attack)
