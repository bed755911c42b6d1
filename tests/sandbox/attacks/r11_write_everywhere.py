# Tries to write outside /tmp: system, devices, its own source.
#: saw wrote \[\]
from arena import serve

PLACES = [
    "/",
    "/bot",
    "/etc",
    "/usr",
    "/usr/bin",
    "/usr/lib",
    "/dev",
    "/proc",
    "/opt",
    "/home",
    "/run",
]


def attack():
    written = []
    for place in PLACES:
        try:
            open(f"{place}/x", "w").close()
            written.append(place)
        except OSError:
            pass
    try:
        open(__file__, "a").close()
        written.append(__file__)
    except OSError:
        pass
    return f"wrote {written}"


serve(attack)
