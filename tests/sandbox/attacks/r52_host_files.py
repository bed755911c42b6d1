# Looks for files of the host and of other bots.
#: saw \[\]
import os

from arena import serve

PATHS = [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
    "/etc/hosts",
    "/etc/resolv.conf",
    "/root",
    "/home",
    "/var",
    "/run",
    "/sys",
    "/srv",
    "/mnt",
]
PATHS += [
    "/var/run/docker.sock",
    "/var/lib/moonladder",
    "/proc/1/root/etc/passwd",
    "/proc/1/cwd/home",
]


def told(path):
    """Whether there is anything: an engine puts empty things in some of these places."""
    if os.path.isdir(path):
        return os.listdir(path)
    return os.path.exists(path) and open(path).read()


serve(lambda: [path for path in PATHS if told(path)])
