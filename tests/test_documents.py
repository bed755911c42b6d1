"""Documents keep what they promise: variables, targets, links."""

import re
from pathlib import Path

import pytest

from moonladder.env import ROOT, VARIABLES

DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
LINK = re.compile(r"\]\((?!https?://)([^)#]+)")


@pytest.mark.parametrize("name", ["README.md", ".env.example"])
def test_every_variable_is_explained_and_no_other(name: str) -> None:
    named = set(re.findall(r"MOONLADDER_[A-Z_]+", (ROOT / name).read_text()))
    assert named == set(VARIABLES)


def test_every_variable_of_the_cluster_is_explained_and_no_other() -> None:
    used = re.findall(r"\$\{(MOONLADDER_[A-Z_]+)", (ROOT / "docker-compose.yml").read_text())
    named = re.findall(r"`(MOONLADDER_[A-Z_]+)`", (ROOT / "docs/5-operating.md").read_text())
    assert used
    assert set(named) == set(used)


def test_the_readme_names_every_make_target() -> None:
    targets = re.findall(r"^([a-z-]+):.*## ", (ROOT / "Makefile").read_text(), re.MULTILINE)
    readme = (ROOT / "README.md").read_text()
    assert targets
    assert [target for target in targets if f"`make {target}`" not in readme] == []


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_links_lead_somewhere(document: Path) -> None:
    links = LINK.findall(document.read_text())
    assert [link for link in links if not (document.parent / link).exists()] == []


def test_decisions_are_numbered_without_gaps() -> None:
    names = sorted(path.name for path in (ROOT / "docs/decisions").glob("*.md"))
    assert [int(name[:4]) for name in names] == list(range(1, len(names) + 1))
