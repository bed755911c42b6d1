"""What must hold before anything starts: a folder of our own to write in, and a free port."""

import fcntl
import os
import socket
import tempfile
from pathlib import Path
from typing import IO

from moonladder.embedded.refusal import Refusal


def open_state_dir(state_dir: Path) -> None:
    """Make the state folder, closed to other users, and see that files can be written there."""
    try:
        state_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
        (state_dir / "log").mkdir(exist_ok=True)
        with tempfile.TemporaryFile(dir=state_dir):
            pass
    except OSError as error:
        raise Refusal(
            f"The state folder {state_dir} cannot be used ({error.strerror}): "
            "make it writable, or set MOONLADDER_STATE_DIR to another folder."
        ) from error


def hold(state_dir: Path) -> IO[str]:
    """Take the state folder for this process; the kernel gives it back however the process ends."""
    file = open(state_dir / "up.lock", "a+")  # noqa: SIM115 - held for as long as the process lives
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        file.seek(0)
        raise Refusal(
            f"Moonladder is already running on {state_dir} (process {file.read()}): stop it first, "
            "or give this one its own MOONLADDER_STATE_DIR and MOONLADDER_PORT."
        ) from None
    file.truncate(0)
    file.write(str(os.getpid()))
    file.flush()
    return file


def check_port(host: str, port: int) -> None:
    """See that the web server will be able to listen."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise Refusal(
                f"Port {port} on {host} cannot be used ({error.strerror}): stop what uses it, or "
                f"choose another address with MOONLADDER_PORT={port + 1} or MOONLADDER_HOST."
            ) from error
