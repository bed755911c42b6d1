"""The README keeps its word: every rule, card and ruling names tests that exist."""

import ast
import re
from pathlib import Path

from engine.games import shadow_hunters
from engine.games.shadow_hunters import GAME
from engine.games.shadow_hunters.cards import CARDS
from engine.games.shadow_hunters.characters import CHARACTERS
from engine.games.shadow_hunters.text import SENTENCES
from engine.games.shadow_hunters.view import view
from tests.engine.games.shadow_hunters.table import table
from tests.engine.games.shadow_hunters.test_everything_happens import DECISIONS

HERE = Path(__file__).parent
TEXT = Path(shadow_hunters.__file__).with_name("README.md").read_text(encoding="utf-8")


def section(title: str) -> str:
    return TEXT.split(f"\n## {title}\n")[1].split("\n## ")[0]


def rows(title: str) -> list[list[str]]:
    """The cells of a section's table rows, without heads and rules."""
    lines = [line for line in section(title).splitlines() if line.startswith("| ")]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


def named(text: str) -> set[str]:
    return set(re.findall(r"`(\w+)`", text))


def existing_tests() -> set[str]:
    trees = [ast.parse(path.read_text(encoding="utf-8")) for path in HERE.glob("test_*.py")]
    return {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}


def test_every_test_the_readme_names_exists() -> None:
    existing = existing_tests()
    for rule, tests in (row for row in rows("Which test holds what")[1:] if len(row) == 2):
        assert rule.startswith("**") or named(tests), f"no test holds {rule}"
        assert named(tests) <= existing, rule


def test_every_ruling_card_and_character_is_held_by_a_test() -> None:
    rules = " ".join(row[0] for row in rows("Which test holds what"))
    assert {card.slug for card in CARDS} | {one.slug for one in CHARACTERS} <= named(rules)
    for number in range(1, 22):
        assert re.search(rf"\bA{number}\b", rules)


def test_the_readme_lists_every_decision_event_option_and_view_field() -> None:
    assert {kind for row in rows("Decisions")[1:] for kind in named(row[0])} == DECISIONS
    assert {kind for row in rows("Events")[1:] for kind in named(row[0])} == set(SENTENCES)
    assert {name for row in rows("Options")[1:] for name in named(row[0])} == {
        option.name for option in GAME.options
    }
    seen = view(table("emi", "franklin", "unknown", "vampire"), 0)
    assert {name for row in rows("View")[1:] for name in named(row[0])} == set(seen)
    assert set(seen["players"][0]) | set(seen["you"]) <= named(section("View"))
