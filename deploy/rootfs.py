"""Debian file systems to make images of where no registry can be reached: built once, then kept."""

import hashlib
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from deploy import debian

SUITE = "bookworm"
BOTS_FOLDER = Path(__file__).resolve().parents[1] / "sandbox" / "images"

UNUSED = ("/usr/share/man/*", "/usr/share/doc/*", "/usr/share/locale/*", "/usr/share/i18n/*")
"""What no container reads."""

JUST_IN_TIME_COMPILER = ("/usr/lib/*/libLLVM*", "/usr/lib/*/libz3*", "/usr/lib/postgresql/*/llvm*")
"""A third of a PostgreSQL server; without it queries are interpreted, as most are anyway."""


@dataclass(frozen=True)
class Rootfs:
    """One file system: what is in it decides which tarball in the cache it is."""

    name: str
    packages: tuple[str, ...]
    without: tuple[str, ...] = UNUSED
    last_step: tuple[Path, ...] = ()
    """A script to run in it at the end, and the files that takes beside it."""

    def options(self) -> list[str]:
        """Return the recipe, as mmdebstrap takes it."""
        return [
            "--variant=minbase",
            "--dpkgopt=force-unsafe-io",
            *(f"--dpkgopt=path-exclude={path}" for path in self.without),
            f"--include={','.join(self.packages)}",
        ]

    def hooks(self) -> list[str]:
        """Return what has the last step done; it may remove what mmdebstrap would clear away."""
        if not self.last_step:
            return []
        return [
            '--setup-hook=mkdir -p "$1/usr/share/man/man1"',  # Java's packages need it
            f"--customize-hook=copy-in {' '.join(map(str, self.last_step))} /tmp",
            f'--customize-hook=chroot "$1" sh /tmp/{self.last_step[0].name}',
            "--skip=cleanup",
        ]

    @property
    def kept(self) -> Path:
        """Where the tarball of this recipe is kept."""
        words = [SUITE, *self.options(), *(path.read_text() for path in self.last_step)]
        recipe = hashlib.sha256("\n".join(words).encode()).hexdigest()
        return debian.cache_folder() / f"{self.name}-{recipe[:16]}.tar"

    def tarball(self) -> Path:
        """Return the tarball, built now if no earlier run has built it."""
        with debian.alone(self.name):
            if not self.kept.exists():
                _debootstrap(self)
        return self.kept


PYTHON = Rootfs("python", ("python3", "python3-venv"))
SERVERS = Rootfs("servers", ("postgresql-15", "redis-server"), UNUSED + JUST_IN_TIME_COMPILER)
BOTS = Rootfs(
    "bots",
    tuple((BOTS_FOLDER / "packages.txt").read_text().split()),
    last_step=(BOTS_FOLDER / "finish.sh", BOTS_FOLDER / "gate.c"),
)


def _debootstrap(rootfs: Rootfs) -> None:
    """Build from the machine's own Debian source; where there is none, mmdebstrap knows one."""
    if shutil.which("mmdebstrap") is None:
        sys.exit("Images without a registry are made by mmdebstrap: apt-get install mmdebstrap.")
    draft = rootfs.kept.with_suffix(".draft.tar")
    command = ["mmdebstrap", *rootfs.options(), *rootfs.hooks(), SUITE, str(draft)]
    command += debian.sources(SUITE)
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL)
    draft.rename(rootfs.kept)
