"""The README says what is so: its tests exist, and it names everything the game has."""

import ast
import re
from pathlib import Path
from typing import Any

import engine
from engine.games.shamans import rules
from engine.games.shamans.rounds import WINNERS
from engine.games.shamans.text import QUESTIONS, SENTENCES
from engine.games.shamans.view import view
from engine.rng import Rng
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


def test_the_search_of_the_readme_plays_rounds_to_their_end() -> None:
    names: dict[str, Any] = {}
    exec(README.partition("```python\n")[2].partition("```")[0], names)
    game = engine.get("shamans").new(seats=3, seed=1)
    assert game.ask is not None
    assert game.terms is not None
    start = {"options": game.terms.options, "seat": game.ask.seat}
    ask = {"kind": game.ask.kind, "view": game.view(game.ask.seat)}
    ends = names["rounds_from"](start, ask, Rng(1), lambda world, asked: asked.default, 3)
    assert [reason in WINNERS for reason, _ in ends] == [True] * 3
