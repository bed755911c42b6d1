"""The table before the first turn."""

import pytest

from engine.games.shamanix.state import setup
from engine.kernel import Game, Json
from tests.engine.games.shamanix.table import SPEC, asked, lay, options, placements, shaman_targets


def start(seats: int, **given: Json) -> Game:
    return SPEC.new(seats=seats, seed=0, options=given)


def test_two_seats_have_three_towers_in_a_row_two_cells_apart() -> None:
    assert start(2).view(None)["towers"] == [[-3, 0], [0, 0], [3, 0]]


def test_four_seats_have_five_towers_in_a_cross() -> None:
    towers = start(4).view(None)["towers"]
    assert sorted(map(tuple, towers)) == [(-3, 0), (0, -3), (0, 0), (0, 3), (3, 0)]


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, [("east", [5, 0], [-3, 0]), ("west", [-5, 0], [3, 0])]),
        (
            4,
            [
                ("east", [5, 0], [-3, 0]),
                ("south", [0, -5], [0, 3]),
                ("west", [-5, 0], [3, 0]),
                ("north", [0, 5], [0, -3]),
            ],
        ),
    ],
)
def test_each_shaman_stands_one_empty_cell_from_its_tower_and_stores_a_totem_far_away(
    seats: int, expected: list[tuple[str, list[int], list[int]]]
) -> None:
    players = start(seats).view(None)["players"]
    assert [(p["side"], p["shaman"], p["far_tower"]) for p in players] == expected


@pytest.mark.parametrize("seats", [2, 4])
def test_each_player_has_four_totems_in_hand_and_one_stored(seats: int) -> None:
    for player in start(seats).view(None)["players"]:
        assert (player["hand"], player["stored"], player["totems"]) == (4, True, [])


def test_the_table_ends_six_cells_beyond_the_outer_towers() -> None:
    assert start(2).view(None)["table"] == {"x": [-9, 9], "y": [-6, 6]}
    assert start(4).view(None)["table"] == {"x": [-9, 9], "y": [-9, 9]}


@pytest.mark.parametrize("seats", [2, 4])
def test_east_begins_and_turns_go_round_the_table(seats: int) -> None:
    game = start(seats)
    order = []
    for _ in range(2 * seats):
        order.append(asked(game).seat)
        game.choose(len(asked(game).options) - 1)
    assert order == [*range(seats), *range(seats)]


@pytest.mark.parametrize("seats", [2, 4])
def test_the_first_player_has_forty_one_actions(seats: int) -> None:
    state = setup(seats, 0, SPEC.complete_options(seats))
    around = {(x, y) for x in (4, 5, 6) for y in (-1, 0, 1)} - {(5, 0)}
    assert len(options(state)) == 41
    assert shaman_targets(state) == {(4, 0)}
    assert placements(state) == around


def test_a_stored_totem_touches_nothing_for_its_owner() -> None:
    """Else East could place beside the far tower, next to the shaman of West, at once."""
    assert (-4, 0) not in placements(lay())


def test_the_seed_changes_nothing() -> None:
    one, other = SPEC.new(seats=2, seed=1), SPEC.new(seats=2, seed=2)
    assert one.full_view() == other.full_view()


def test_options_have_the_stated_defaults() -> None:
    assert SPEC.complete_options(2) == {
        "shaman_anchors": True,
        "leash": 3,
        "repetition": True,
        "max_plies": 200,
    }
    assert SPEC.complete_options(4)["max_plies"] == 400
