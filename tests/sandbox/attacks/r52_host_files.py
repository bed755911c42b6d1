# Looks for files of the host and of other bots.
#: saw \[\]
import os

from arena import serve

PATHS = [
    "/etc/passwd",
    "/etc/shadow",
    "/etc/hostname",
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

serve(lambda: [path for path in PATHS if os.path.exists(path)])
