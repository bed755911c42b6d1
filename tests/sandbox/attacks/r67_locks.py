# Signals by locks on files that all bots can read.
#: saw \{'EPERM'\}
import fcntl

from arena import outcome, serve, syscall


def attack():
    with open("/usr/bin/env", "rb") as file:
        locked = [outcome(fcntl.flock, file, fcntl.LOCK_SH | fcntl.LOCK_NB)]
        locked.append(outcome(fcntl.lockf, file, fcntl.LOCK_SH | fcntl.LOCK_NB))
        locked += [syscall("fcntl", file.fileno(), command, 0) for command in (37, 38, 1024, 1026)]
    return set(locked)


serve(attack)
