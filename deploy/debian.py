"""Where this machine gets Debian's packages from, and where it keeps what was made of them."""

import fcntl
import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def sources(release: str = "") -> list[str]:
    """Return the machine's own source lines for Debian's packages, if it is a Debian machine."""
    listed = _sources()
    if not listed:  # apt cannot tell before its first update
        subprocess.run(["apt-get", "--quiet=2", "update"])
        listed = _sources()
    return [source for source in listed if f" {release}" in source]


def _sources() -> list[str]:
    line = "deb $(REPO_URI) $(RELEASE) $(COMPONENT)"
    command = [
        "apt-get",
        "indextargets",
        "--format",
        line,
        "Created-By: Packages",
        "Origin: Debian",
    ]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()


def cache_folder() -> Path:
    """Return the folder that keeps what is slow to make; whoever empties it loses only time."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(home) / "moonladder"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Let one process at a time make the thing called `name`, so that it is made once."""
    with (cache_folder() / f"{name}.lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
