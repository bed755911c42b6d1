"""The README of the game keeps its word."""

import re
from pathlib import Path
from typing import Any

import engine.games.shamanix as game
from tests.engine.games.shamanix.table import SPEC, lay, options

README = (Path(game.__file__).parent / "README.md").read_text(encoding="utf-8")
TABLE = README.partition("## Rules, rulings, tests")[2]


def existing_tests() -> set[str]:
    here = Path(__file__).parent
    sources = [path.read_text(encoding="utf-8") for path in sorted(here.glob("test_*.py"))]
    return {name for source in sources for name in re.findall(r"^def (test_\w+)", source, re.M)}


def test_every_test_the_readme_names_exists() -> None:
    named = re.findall(r"`(test_\w+)`", TABLE)
    assert len(named) > 50
    assert set(named) <= existing_tests()


def test_the_readme_has_a_test_for_every_ruling() -> None:
    rulings = {int(number) for number in re.findall(r"^\| A(\d+) ", TABLE, re.M)}
    assert rulings == set(range(1, 25))


def test_the_readme_names_every_option() -> None:
    for option in SPEC.options:
        assert f"| `{option.name}` |" in README


def test_the_readme_names_every_field_of_a_view() -> None:
    view = SPEC.view(lay(), None)
    for field in [*view, *view["players"][0]]:
        assert f"`{field}`" in README


def test_the_readme_draws_the_table_as_it_is() -> None:
    """Its first drawing is the start of two seats, the cells within the leash marked by +."""
    drawn = README.partition("```\n")[2].partition("\n\n")[0]
    start = SPEC.draw(SPEC.view(lay(), None)).partition("\n\n")[0]
    assert drawn.replace("+", ".") == start
    rows = [line[4:] for line in drawn.splitlines()[:-1]]
    within = [[row[3 * x : 3 * x + 3].strip() != "." for x in range(19)] for row in rows]
    leash = [[abs(x) <= 6 and abs(y) <= 3 for x in range(-9, 10)] for y in range(6, -7, -1)]
    assert within == leash


def test_the_search_of_the_readme_finds_the_option_of_the_highest_value() -> None:
    """Here the value is the number of totems East has on the table: it places one."""
    names: dict[str, Any] = {}
    exec(README.partition("```python\n")[2].partition("```")[0], names)
    view = SPEC.view(lay(), None)
    option = names["best"](view, lambda state, outcome: state.totems[0].bit_count())
    assert option["do"] == "place"
    assert option in options(lay())
