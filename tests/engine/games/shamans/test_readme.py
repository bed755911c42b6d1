"""The README says what is so: its tests exist, and it names everything the game has."""

import ast
import re
from pathlib import Path

import engine
from engine.games.shamans import rules
from engine.games.shamans.text import QUESTIONS, SENTENCES
from engine.games.shamans.view import view
from tests.engine.games.shamans.positions import position

README = (Path(rules.__file__).parent / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## What holds each rule")[2]


def section(title: str) -> str:
    return README.partition(f"## {title}\n")[2].partition("\n## ")[0]


def test_every_test_the_readme_names_exists() -> None:
    trees = [ast.parse(path.read_text("utf-8")) for path in Path(__file__).parent.glob("test_*.py")]
    tests = {node.name for tree in trees for node in tree.body if isinstance(node, ast.FunctionDef)}
    named = set(re.findall(r"`(test_\w+)`", TABLE))
    assert named - tests == set()


def test_every_ruling_has_a_test() -> None:
    ruled = re.findall(r"^\* \*\*([AB]\d+)\*\*", section("Rulings"), re.MULTILINE)
    held = re.findall(r"^\| ([ABD]\d+)[^|]*\| `test_", TABLE, re.MULTILINE)
    assert ruled[:33] == [f"A{number}" for number in range(1, 34)]
    assert [rule for rule in held if rule[0] in "AB"] == ruled
    assert [rule for rule in held if rule[0] == "D"] == [f"D{number}" for number in range(1, 13)]


def test_the_readme_lists_every_ask_event_and_option() -> None:
    asks = re.findall(r"^\| (`.*?`) \|", section("Asks"), re.MULTILINE)
    assert re.findall(r"\w+", " ".join(asks)) == [
        "lead", "follow", "take", "keep", "eclipse", "stabilise", "permute", "dagger", "eliminate",
        "next_ritual", "next_guide", "portal", "portal_moon", "portal_target",
    ]  # fmt: skip
    assert set(QUESTIONS) < set(re.findall(r"\w+", " ".join(asks)))
    events = re.findall(r"^\| `(\w+)`", section("Events"), re.MULTILINE)
    assert sorted(events) == sorted(SENTENCES)
    options = re.findall(r"^\| `(\w+)`", section("Options"), re.MULTILINE)
    assert options == [option.name for option in engine.get("shamans").options]


def test_the_readme_explains_every_field_of_a_view() -> None:
    state = position("blue 1, green 1", "blue 2, green 2", "blue 3, green 3")
    seen = view(state, 0)
    words = set(re.findall(r"`(\w+)`", section("Views")))
    for fields in (seen, seen["you"], seen["players"][0], seen["worlds"][0]):
        assert set(fields) <= words
