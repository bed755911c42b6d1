"""The kit installed by itself: an environment of its own, without Django, in another folder."""

import json
import zipfile
from pathlib import Path

from tests.services.installed import ROOT, run

WHERE = """
import importlib.util, json
specs = [importlib.util.find_spec(name) for name in NAMES]
print(json.dumps([spec and spec.origin for spec in specs]))
"""
PACKAGES = ("engine", "viewer", "sandbox", "kit")


def test_everything_in_the_packages_is_installed(kit_wheel: Path) -> None:
    there = {
        path.relative_to(ROOT).as_posix()
        for package in PACKAGES
        for path in (ROOT / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    packed = {name for name in zipfile.ZipFile(kit_wheel).namelist() if ".dist-info/" not in name}
    assert packed == there


def test_the_kit_needs_nothing_of_the_site(kit_programs: Path, tmp_path: Path) -> None:
    names = ("django", "celery", "docker", "moonladder", *PACKAGES)
    found = json.loads(
        run(str(kit_programs / "python"), "-c", f"NAMES = {names}{WHERE}", cwd=tmp_path)
    )
    assert found[:4] == [None] * 4
    assert all(origin.startswith(str(kit_programs.parent)) for origin in found[4:])


def test_the_installed_command_works_in_any_folder(kit_programs: Path, tmp_path: Path) -> None:
    moonladder = str(kit_programs / "moonladder")
    assert "Shadow Hunters" in run(moonladder, "games", cwd=tmp_path)
    assert "## Asks" in run(moonladder, "rules", "shamans", cwd=tmp_path)
    run(moonladder, "new", "shamanix", "mybot", "--with-engine", cwd=tmp_path)
    bots = ("mybot", "house:random")
    run(moonladder, "play", "shamanix", *bots, "--record", "match.json", cwd=tmp_path)
    assert (tmp_path / "match.json").stat().st_size
