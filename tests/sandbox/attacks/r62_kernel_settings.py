# Writes to the kernel's settings and its own control group.
#: saw \[\]
import glob
import os

from arena import serve


def attack():
    written = []
    for path in [
        *glob.glob("/proc/sys/*/*"),
        "/proc/sysrq-trigger",
        *glob.glob("/sys/fs/cgroup/**/cgroup.procs"),
    ]:
        if os.path.isfile(path) and os.access(path, os.W_OK):
            written.append(path)
    return written


serve(attack)
