"""Compose v2 on a machine that lacks it: Debian 13's, which runs on Debian 12 as well."""

import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from deploy import debian

NEXT_RELEASE = "trixie"
PLUGIN = Path("usr/libexec/docker/cli-plugins/docker-compose")


def compose_v2() -> list[str]:
    """Return the command line of Compose v2: the machine's own, else one fetched for the tests."""
    installed = subprocess.run(["docker", "compose", "version"], capture_output=True)
    return ["docker", "compose"] if installed.returncode == 0 else [str(_fetched())]


def _fetched() -> Path:
    program = debian.cache_folder() / f"docker-compose-{NEXT_RELEASE}"
    with debian.alone(program.name), tempfile.TemporaryDirectory() as folder:
        if not program.exists():
            _download(Path(folder))
            shutil.copy(Path(folder) / PLUGIN, program.with_suffix(".draft"))
            program.with_suffix(".draft").rename(program)
    return program


def _download(folder: Path) -> None:
    """Fetch and unpack the package with lists apart from the machine's own."""
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "sources.list").write_text(_source())
    apt = [
        "apt-get",
        "--quiet=2",
        "--option=APT::Sandbox::User=root",
        "--option=Dir::Etc::SourceParts=/dev/null",
        f"--option=Dir::Etc::SourceList={folder}/sources.list",
        f"--option=Dir::State::Lists={folder}/lists",
        f"--option=Dir::Cache={folder}",
    ]
    subprocess.run([*apt, "update"], check=True)
    subprocess.run([*apt, "download", "docker-compose"], check=True, cwd=folder)
    (package,) = folder.glob("docker-compose_*.deb")
    subprocess.run(["dpkg-deb", "--extract", package, folder], check=True)


def _source() -> str:
    """Return the machine's own Debian archive, one release on."""
    sources = debian.sources()
    if not sources:
        pytest.skip("Compose v2 is not installed: install docker-compose-v2.")
    kind, archive, *_ = sources[0].split()
    return f"{kind} {archive} {NEXT_RELEASE} main\n"
