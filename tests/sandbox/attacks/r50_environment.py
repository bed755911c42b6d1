# Reads the environment of everything it can see.
#: saw \[\]
import glob

from arena import serve


def attack():
    names = set()
    for path in glob.glob("/proc/[0-9]*/environ"):
        try:
            words = open(path, "rb").read().split(b"\0")
        except OSError:
            continue
        names |= {word.partition(b"=")[0].decode() for word in words if word}
    return sorted(names - {"HOME", "LANG", "PATH", "PWD"})


serve(attack)
