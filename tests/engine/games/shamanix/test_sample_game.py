"""A whole opening replayed: every action legal, and as many legal actions as were counted."""

from engine.kernel import Game, Json
from tests.engine.games.shamanix.table import SPEC, asked, choose, place, step, totem

OPENING = [
    (41, place((4, 1), 2)),
    (41, place((-6, 1), 3)),
    (87, step((4, 0))),
    (72, place((-5, 1), 3)),
    (77, place((2, -1), 2)),
    (162, place((-4, 1), 3)),
    (167, totem((2, -1), (0, -1), 2)),
    (237, place((-3, 1), 3)),
    (212, totem((0, -1), (-2, -1), 2)),
    (167, totem((-6, 1), (-1, 0), 3)),
    (182, place((-4, -1), 2)),
    (112, step((-6, 0))),
    (212, place((-3, -1), 4)),
]


def replay(actions: list[Json]) -> Game:
    game = SPEC.new(seats=2, seed=0)
    for action in actions:
        choose(game, action)
    return game


def test_the_sample_game_has_the_counted_numbers_of_legal_actions() -> None:
    game = SPEC.new(seats=2, seed=0)
    for count, action in OPENING:
        assert len(asked(game).options) == count
        choose(game, action)
    assert len(asked(game).options) == 102


def test_the_last_placement_recovers_the_fifth_totem() -> None:
    game = replay([action for _, action in OPENING])
    assert game.events[-1].as_json() == {"type": "recovered", "seat": 0}
    assert game.view(0)["players"][0]["hand"] == 1


def test_the_line_built_forward_can_leap_with_its_second_totem_but_not_with_its_last() -> None:
    """The rear totem alone links the shaman of West."""
    forward = [place((x, 1), 3) for x in (-4, -3, -2, -1)]
    east = [place((4, 1)), step((4, 0)), place((5, 1)), place((6, 1))]
    game = replay([action for both in zip(east, forward, strict=True) for action in both])
    choose(game, step((5, 0)))
    options = asked(game).options
    assert totem((-3, 1), (0, 1), 3) in options
    assert totem((-3, 1), (1, 0), 3) in options
    assert not any(option.get("from") == [-4, 1] for option in options)
