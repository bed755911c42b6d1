"""Actions as codes and as option objects."""

import json
from typing import Any

import pytest

from engine.games.shamanix import actions
from engine.games.shamanix.actions import HAND, SHAMAN, code_of, codes_of, move, options_of
from engine.games.shamanix.board import SQUARE, cell
from engine.games.shamanix.moves import legal_moves, survey
from engine.kernel import Json
from tests.engine.games.shamanix.table import SPEC, asked, lay, options, place, side, step, totem


def test_every_kind_of_option_says_what_it_does() -> None:
    assert options_of([move(HAND, cell(4, 1))])[0] == place((4, 1), 2)
    assert options_of([move(SHAMAN, cell(4, 0))]) == [step((4, 0))]
    assert options_of([move(cell(2, -1), cell(0, -1))])[0] == totem((2, -1), (0, -1), 2)


def test_a_totem_move_stands_for_one_action_for_each_symbol() -> None:
    assert [o["symbol"] for o in options_of([move(HAND, cell(4, 1))])] == [2, 3, 4, 5, 6]


def test_codes_and_options_lead_back_to_each_other() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 1): 2, (1, 1): 3}))
    moves = legal_moves(state, survey(state))
    assert list(map(code_of, options_of(moves))) == codes_of(moves)


def test_options_survive_json_and_still_name_their_action() -> None:
    for option in options(lay(east=side((4, 0), {(4, 1): 2, (1, 1): 3}))):
        assert code_of(json.loads(json.dumps(option))) == code_of(option)


def test_options_are_shared_between_asks() -> None:
    game = SPEC.new(seats=2, seed=0)
    assert asked(game).options[0] is asked(game.copy()).options[0]


def test_options_come_in_the_stated_order() -> None:
    """Shaman, placements, totems by symbol shown; cells as one reads a page; symbols upwards."""
    state = lay(east=side((5, 0), {(4, 1): 6, (6, 1): 2, (5, 2): 6}))
    listed = options(state)
    assert [option["do"] for option in listed] == sorted(
        (option["do"] for option in listed), key=["shaman", "place", "totem"].index
    )
    shown = {(4, 1): 6, (6, 1): 2, (5, 2): 6}

    def page(at: list[int]) -> tuple[int, int]:
        return (-at[1], at[0])

    def key(option: Json) -> tuple[Any, ...]:
        if option["do"] == "shaman":
            return (0, page(option["to"]))
        if option["do"] == "place":
            return (1, page(option["cell"]), option["symbol"])
        start = option["from"]
        return (2, shown[tuple(start)], page(start), page(option["to"]), option["symbol"])

    assert listed == sorted(listed, key=key)


def test_the_default_is_the_first_option() -> None:
    assert asked(SPEC.new(seats=2, seed=0)).default == 0


def test_a_full_table_of_options_is_emptied_and_filled_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(actions._OPTIONS, "LIMIT", 10)
    actions._OPTIONS.clear()
    for target in SQUARE:
        assert options_of([move(HAND, target)])[0]["do"] == "place"
        assert len(actions._OPTIONS) <= 10
