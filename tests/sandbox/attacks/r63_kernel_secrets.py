# Reads what the kernel tells about itself and about others.
#: saw \[\]
from arena import serve


def attack():
    found = []
    for name in ("kallsyms", "keys", "key-users", "timer_list", "kcore", "kmsg", "slabinfo"):
        try:
            if any(
                address.strip(b"0 \n")
                for address in open(f"/proc/{name}", "rb").read(4096).split(b" ")[:1]
            ):
                found.append(name)
        except OSError:
            pass
    return found


serve(attack)
