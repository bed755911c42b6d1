# Asks for core dumps.
#: saw \(0, 0\) (ValueError|EPERM)
import resource

from arena import outcome, serve


def attack():
    refused = outcome(resource.setrlimit, resource.RLIMIT_CORE, (1, 1))
    return f"{resource.getrlimit(resource.RLIMIT_CORE)} {refused}"


serve(attack)
