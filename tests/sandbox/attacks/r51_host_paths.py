# Looks in mounts and command lines for where things are on the host.
#: saw \[\]
import re
from pathlib import Path

from arena import serve


def attack():
    text = Path("/proc/self/mountinfo").read_text() + Path("/proc/1/cmdline").read_text()
    return re.findall(r"/(?:home|root|srv|tmp/[a-z]+|var/lib/(?!moonladder)[^ /]+)/[^ ]*", text)


serve(attack)
