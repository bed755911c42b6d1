# Asks for more than it was given.
#: saw ValueError EPERM EPERM EPERM
import os
import resource

from arena import outcome, serve


def attack():
    return " ".join(
        [
            outcome(resource.setrlimit, resource.RLIMIT_NOFILE, (4096, 4096)),
            outcome(os.nice, -5),
            outcome(os.sched_setscheduler, 0, os.SCHED_FIFO, os.sched_param(1)),
            outcome(os.sched_setaffinity, 0, {0}),
        ]
    )


serve(attack)
