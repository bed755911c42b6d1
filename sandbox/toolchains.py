"""Finds the real compilers and interpreters of this machine, never the shims in front of them."""

import glob
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

SYSTEM = ("/usr/bin", "/usr/local/bin")
INSIDE = "/opt"
"""Where boxes see tool chains that are not part of /usr."""
ELF = b"\x7fELF"


MANAGED = ("python3", "rustc")
"""Tools that version managers keep outside /usr."""


@dataclass(frozen=True)
class Tool:
    """A program of the host and where boxes see it."""

    path: str
    """Inside a box."""
    host: Path
    home: Path | None = None
    """The host's folder to show as /opt/<name>, for tools outside /usr."""


class Toolbox:
    """The tools of this machine, and how boxes come to see those outside /usr.

    A slot's user may not pass through the home of whoever installed them, so a keeper with root's
    rights shows them, to its own boxes only, in a folder of the sandbox's state.
    """

    def __init__(self, folder: Path, *, privileged: bool) -> None:
        self._folder = folder
        self._privileged = privileged
        self._homes = {name: tool.home for name in MANAGED if (tool := find(name)) and tool.home}

    def mounts(self) -> list[tuple[str, str]]:
        """What the keeper is to show, and where."""
        if not self._privileged:
            return []
        for name in self._homes:
            (self._folder / name).mkdir(mode=0o711, parents=True, exist_ok=True)
        return [(str(home), str(self._folder / name)) for name, home in self._homes.items()]

    def needed_by(self, command: Sequence[str]) -> Iterator[tuple[str, str]]:
        """Where bubblewrap finds what the command uses, and where the box is to see it."""
        for name, home in self._homes.items():
            inside = f"{INSIDE}/{name}"
            if any(f"{inside}/" in word for word in command):
                yield str(self._folder / name if self._privileged else home), inside

    def find(self, name: str) -> str | None:
        tool = find(name)
        return tool.path if tool else None


@cache
def find(name: str) -> Tool | None:
    """The tool of that name: the system's own, else one a version manager keeps."""
    for folder in SYSTEM:
        if program := _real(Path(folder) / name):
            return Tool(str(program), program)
    for home in _managed_homes(name):
        if program := _real(home / "bin" / name):
            inside = f"{INSIDE}/{name}/{program.relative_to(home)}"
            return Tool(inside, program, home)
    return None


def _real(path: Path) -> Path | None:
    """The program behind a path, if it is a program: shims are scripts, or links to a manager."""
    try:
        program = path.resolve(strict=True)
        with program.open("rb") as file:
            is_program = file.read(4) == ELF
    except OSError:
        return None
    return program if is_program and program.name != "rustup" else None


def _managed_homes(name: str) -> list[Path]:
    if name == "rustc":
        found = glob.glob(os.path.expanduser("~/.rustup/toolchains/stable-*"))
        return [Path(home) for home in sorted(found)]
    if name == "python3":
        return [Path(sys.base_prefix).resolve()]
    return []
