"""The ways to make boxes on this machine, by name; each is made once per process."""

import atexit
from collections.abc import Callable
from functools import cache

from sandbox.box import Backend
from sandbox.bubblewrap import Bubblewrap
from sandbox.docker import Docker
from sandbox.faults import SandboxError, Unavailable
from sandbox.process import Process

ISOLATING: dict[str, Callable[[], Backend]] = {"docker": Docker, "bwrap": Bubblewrap}
"""In order of preference."""
TRUSTING: dict[str, Callable[[], Backend]] = {"process": Process}


@cache
def get(name: str) -> Backend:
    """The backend of that name, ready for use; it is closed when the process ends."""
    makers = ISOLATING | TRUSTING
    if name not in makers:
        raise Unavailable(f"there is no backend {name!r}; the backends are: {', '.join(makers)}")
    backend = makers[name]()
    atexit.register(backend.close)
    return backend


@cache
def default() -> Backend:
    """The best isolating backend this machine has; never one that isolates nothing."""
    reasons = []
    for name in ISOLATING:
        try:
            return get(name)
        except SandboxError as error:
            reasons.append(f"{name}: {error}")
    raise Unavailable(f"this machine cannot isolate bots ({'; '.join(reasons)})")
