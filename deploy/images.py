"""Build every image where a build reaches no registry and no package index.

Python, the two servers and what bots run in come from Debian's packages, Moonladder's own packages
from wheels that are fetched here, outside the build. The official images need none of this: with a
registry, `docker compose up --build` is enough for the cluster, and sandbox/images/Dockerfile for
bots.
"""

import argparse
import importlib.util
import subprocess
import sys
import tempfile
from pathlib import Path

import docker
from docker.errors import BuildError, DockerException
from packaging.requirements import Requirement

from deploy import rootfs
from sandbox.docker import IMAGE as BOTS

ROOT = Path(__file__).resolve().parents[1]
STANDINS = ROOT / "deploy" / "standins"
WHEELHOUSE = ROOT / "deploy" / "wheelhouse"

PYTHON = "moonladder/python:standin"
SERVERS = "moonladder/servers:standin"
POSTGRES = "moonladder/postgres:standin"
REDIS = "moonladder/redis:standin"
MOONLADDER = "moonladder:local"

IMAGE_PYTHON = "3.11.2"
"""Debian 12's. A newer patch release takes the same wheels, if not all of them."""


def main() -> None:
    """Build the images on the engine that DOCKER_HOST names, by default the machine's own."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bots", action="store_true", help="only what bots run in")
    only_bots = parser.parse_args().bots
    try:
        client = docker.from_env(timeout=600)
    except DockerException as error:
        sys.exit(f"No Docker engine answers ({error}): start one, or name one with DOCKER_HOST.")
    build_bots(client)
    if only_bots:
        return
    build_cluster(client)
    print("To run the cluster on these images, add to .env:")
    print(f"MOONLADDER_POSTGRES_IMAGE={POSTGRES}\nMOONLADDER_REDIS_IMAGE={REDIS}")


def build_cluster(client: docker.DockerClient) -> None:
    """Give the engine all that docker-compose.yml needs."""
    import_rootfs(client, rootfs.PYTHON, PYTHON)
    import_rootfs(client, rootfs.SERVERS, SERVERS)
    build(client, STANDINS / "postgres", POSTGRES, SERVERS=SERVERS)
    build(client, STANDINS / "redis", REDIS, SERVERS=SERVERS)
    fill_wheelhouse()
    build(client, ROOT, MOONLADDER, PYTHON_IMAGE=PYTHON, PIP_NO_INDEX="1")


def build_bots(client: docker.DockerClient) -> None:
    """Give the engine what bots run in."""
    print(f"Building {BOTS} ...", flush=True)
    import_rootfs(client, rootfs.BOTS, BOTS)


def import_rootfs(client: docker.DockerClient, source: rootfs.Rootfs, image: str) -> None:
    """Make an image of a Debian file system."""
    repository, tag = image.split(":")
    client.api.import_image_from_file(str(source.tarball()), repository=repository, tag=tag)


def build(client: docker.DockerClient, folder: Path, image: str, **arguments: str) -> None:
    """Build a folder's Dockerfile; when that fails, the end of its output says why."""
    print(f"Building {image} ...", flush=True)
    try:
        client.images.build(path=str(folder), tag=image, buildargs=arguments, rm=True, forcerm=True)
    except BuildError as error:
        said = "".join(line.get("stream", "") for line in error.build_log)
        raise SystemExit(f"{said[-4000:]}\n{image} could not be built: {error}") from error


def fill_wheelhouse() -> None:
    """Fetch the wheels that requirements.txt asks for in the image, unless they are there."""
    wanted = "\n".join(pins((ROOT / "requirements.txt").read_text()))
    stamp = WHEELHOUSE / "wanted.txt"
    if stamp.exists() and stamp.read_text() == wanted:
        return
    for wheel in WHEELHOUSE.glob("*.whl"):
        wheel.unlink()
    _download(wanted)
    stamp.write_text(wanted)


def pins(lock: str) -> list[str]:
    """Return what a lock file asks for on the image's Python, which may not be this one."""
    lines = [line for line in lock.splitlines() if line and not line.lstrip().startswith("#")]
    image = {"python_full_version": IMAGE_PYTHON, "python_version": IMAGE_PYTHON[:4]}
    return [
        f"{pin.name}{pin.specifier}"
        for pin in map(Requirement, lines)
        if pin.marker is None or pin.marker.evaluate(image)
    ]


def _download(wanted: str) -> None:
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as requirements:
        requirements.write(wanted)
        requirements.flush()
        subprocess.run(
            [
                *_pip(),
                "download",
                "--quiet",
                "--no-deps",
                "--only-binary=:all:",
                f"--python-version={IMAGE_PYTHON}",
                f"--dest={WHEELHOUSE}",
                f"--requirement={requirements.name}",
            ],
            check=True,
        )


def _pip() -> list[str]:
    """Return pip's command line; an environment that uv has made holds no pip, but has uv."""
    has_pip = importlib.util.find_spec("pip") is not None
    return [sys.executable, "-m", "pip"] if has_pip else ["uv", "tool", "run", "pip"]


if __name__ == "__main__":
    main()
