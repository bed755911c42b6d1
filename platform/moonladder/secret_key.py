"""The signing key of a site on one machine: made once and kept in the state folder."""

import os
import secrets
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def kept_secret_key(state_dir: Path) -> str:
    """Return the key kept in the state folder, and make it first if there is none."""
    path = state_dir / "secret_key"
    try:
        if not path.exists():
            _make(path)
        return path.read_text()
    except OSError as error:
        raise ImproperlyConfigured(
            f"The state folder {state_dir} cannot be used ({error.strerror}): "
            "make it writable, or set MOONLADDER_STATE_DIR to another folder."
        ) from error


def _make(path: Path) -> None:
    """Write a new key so that processes starting together all end up with the same one."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    draft = path.with_name(f"secret_key.{os.getpid()}")
    with open(os.open(draft, os.O_WRONLY | os.O_CREAT, 0o600), "w") as file:
        file.write(secrets.token_urlsafe(64))
    try:
        os.link(draft, path)
    except FileExistsError:
        pass  # another process was first: its key is as good
    finally:
        draft.unlink()
