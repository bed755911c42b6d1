# Looks in mounts and command lines for where things are on the host.
#: saw \[\]
import re

from arena import serve


def attack():
    text = open("/proc/self/mountinfo").read() + open("/proc/1/cmdline").read()
    return re.findall(r"/(?:home|root|srv|tmp/[a-z]+|var/lib/(?!moonladder)[^ /]+)/[^ ]*", text)


serve(attack)
