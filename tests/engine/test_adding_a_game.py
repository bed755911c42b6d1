"""The page about adding a game is followed to the letter, in a copy of the project."""

import re
import shutil
import sys
from pathlib import Path

from tests.docs.following import BLOCK, run

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "4-adding-a-game.md"
LEFT_BEHIND = shutil.ignore_patterns(".*", "__pycache__", "var", "stones")


def follow(page: str, project: Path) -> list[str]:
    """Write every file and run every command the page shows; give what the commands printed."""
    printed = []
    for language, path, body in BLOCK.findall(page):
        if path:
            (project / path).parent.mkdir(parents=True, exist_ok=True)
            (project / path).write_text(body, encoding="utf-8")
        elif language == "sh":
            printed.append(run(body, project, Path(sys.executable).parent))
    return printed


def test_the_page_about_adding_a_game_leads_to_a_game_that_passes(tmp_path: Path) -> None:
    project = tmp_path / "project"
    shutil.copytree(ROOT, project, ignore=LEFT_BEHIND)
    played, _, statistics, _, examined = follow(PAGE.read_text(encoding="utf-8"), project)
    assert "place 1" in played
    assert "Stones, 4 seats, 50 games at random" in statistics
    passed = re.search(r"(\d+) passed, \d+ deselected in", examined)
    assert passed is not None, examined
    assert int(passed[1]) > 30
