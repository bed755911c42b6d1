"""A private PostgreSQL; as a program it runs another one with the site's database on it.

python -m tests.services.postgres pytest -m database
"""

import contextlib
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import psycopg
import pytest

from tests.services.processes import find_program, running, site_environment, wait_until

# The files are thrown away with the server, so nothing has to reach the disk.
CARELESS = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")
ONLY_BY_SOCKET = "listen_addresses="


@contextlib.contextmanager
def postgres_server() -> Iterator[str]:
    """Run a new server that listens on a socket in its own folder only; yield its URL."""
    program, owner = _program("postgres"), _owner()
    folder = Path(tempfile.mkdtemp(prefix="moonladder-postgres-"))
    if owner:
        shutil.chown(folder, owner["user"])
    try:
        _initialise(folder, owner)
        options = [word for option in (*CARELESS, ONLY_BY_SOCKET) for word in ("-c", option)]
        command = [program, "-D", str(folder / "data"), "-k", str(folder), *options]
        # SIGINT is PostgreSQL's quick end: it does not wait for its clients to leave first.
        with running(command, log=folder / "log", stop=signal.SIGINT, **owner):
            wait_until(lambda: _answers(folder), what="PostgreSQL to start")
            yield f"postgres://postgres@{quote(str(folder), safe='')}/postgres"
    finally:
        shutil.rmtree(folder)


def _owner() -> dict[str, Any]:
    """PostgreSQL refuses to run as root, so there it runs as the user its package made."""
    if os.geteuid() != 0:
        return {}
    user = pwd.getpwnam("postgres")
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}


def _program(name: str) -> str:
    """Debian keeps the server's programs in one folder for each version, off the path."""
    return find_program(name, *sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True))


def _initialise(folder: Path, owner: dict[str, Any]) -> None:
    options = ["-U", "postgres", "-A", "trust", "--no-sync", "--no-locale", "-E", "UTF8"]
    subprocess.run(
        [_program("initdb"), "-D", str(folder / "data"), *options],
        cwd=folder,
        check=True,
        stdout=subprocess.DEVNULL,
        **owner,
    )


def _answers(folder: Path) -> bool:
    try:
        psycopg.connect(host=str(folder), user="postgres").close()
    except psycopg.OperationalError:
        return False
    return True


def main(command: list[str]) -> int:
    """Run a command on a private PostgreSQL; return its exit code."""
    try:
        with postgres_server() as url:
            return subprocess.run(command, env=site_environment(database_url=url)).returncode
    except pytest.skip.Exception as missing:
        print(f"Nothing was run on PostgreSQL: {missing}.")
        return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
