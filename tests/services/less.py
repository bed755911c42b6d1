"""Machines that can do less than this one, made for one program at a time."""

import os
import shutil
import sys
from pathlib import Path

import pytest

USER = "12345"
"""Nobody that any machine knows."""

NO_BUBBLEWRAP = "mount --bind /dev/null /usr/bin/bwrap"
NO_ROOT = f"exec setpriv --reuid={USER} --regid={USER} --clear-groups"


def without_bubblewrap() -> list[str]:
    """What to put before a command so that it finds no bubblewrap."""
    return _apart(f'{NO_BUBBLEWRAP} && exec "$@"')


def without_root() -> list[str]:
    """What to put before a command so that it is an ordinary user's."""
    return _apart(f'{_open_way_to_python()}{NO_ROOT} "$@"')


def _apart(script: str) -> list[str]:
    """Run a script in a mount namespace of its own, with the command as its words."""
    if os.geteuid() != 0 or not shutil.which("bwrap"):
        pytest.skip("needs root and bubblewrap, to do without them")
    return ["unshare", "--mount", "sh", "-c", script, "sh"]


def _open_way_to_python() -> str:
    """Show the interpreter to others where its owner's home is closed to them."""
    home = Path(sys.base_prefix).resolve()
    shut = next((p for p in (home, *home.parents) if not p.stat().st_mode & 0o001), None)
    if shut is None:
        return ""
    return (
        f"mount --bind {home} /mnt && mount -t tmpfs -o mode=755 none {shut} && "
        f"mkdir -p {home} && mount --bind /mnt {home} && "
    )
