"""Follows a page as a reader would: its files are written, its commands are typed."""

import os
import re
import subprocess
from pathlib import Path

BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A block of a page: its language, its label if it has one, and what is in it."""


def run(commands: str, folder: Path, programs: Path) -> str:
    """What the commands print in that folder, with those programs before all others."""
    done = subprocess.run(
        ["bash", "-euc", commands],
        cwd=folder,
        env={**os.environ, "PATH": f"{programs}{os.pathsep}{os.environ['PATH']}"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{commands}\n{done.stdout}"
    return done.stdout
