"""The warden: outlives its worker for a moment, to remove the containers it left.

Run as a script, `python -I warden.py ADDRESS LABEL`, by `sandbox.daemon`. A killed worker cannot
clear up after itself, and a gate that is frozen with its bot does not notice. The warden notices:
its standard input ends with its worker. What it reads before that tells it that nothing is left.
Nothing but the standard library is loaded until there is something to do.
"""

import contextlib
import signal
import sys

IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""By the warden, which ends with its worker and not before."""
DISMISSED = b"dismissed"


def remove_all(address: str, label: str) -> None:
    """Remove every container with that label."""
    import docker
    from docker.errors import APIError
    from docker.utils import kwargs_from_env

    client = docker.DockerClient(**kwargs_from_env() | {"base_url": address})
    for found in client.api.containers(all=True, filters={"label": label}):
        with contextlib.suppress(APIError):  # it may be going already
            client.api.remove_container(found["Id"], force=True, v=True)


if __name__ == "__main__":
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    if sys.stdin.buffer.read() != DISMISSED:
        remove_all(*sys.argv[1:])
