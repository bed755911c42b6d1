"""The readings of the rules that can be chosen instead."""

from engine.games.shamanix.moves import is_blocked, survey
from tests.engine.games.shamanix.table import (
    lay,
    placements,
    shaman_targets,
    side,
    totem_targets,
)

NO_ANCHOR = {"shaman_anchors": False}


def test_a_shaman_that_holds_nothing_is_pinned_beside_a_totem_that_only_it_touches() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2}), options=NO_ANCHOR)
    assert shaman_targets(state) == set()


def test_such_a_shaman_is_free_when_its_totems_hold_each_other() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2, (7, 1): 2}), options=NO_ANCHOR)
    assert shaman_targets(state) == {(4, 0), (6, 0), (5, 1)}


def test_a_placement_that_anchors_the_lone_totem_frees_such_a_shaman() -> None:
    assert not is_blocked(survey(lay(east=side((5, 0), {(6, 1): 2}), options=NO_ANCHOR)))
    assert is_blocked(survey(lay(east=side((5, 0), {(6, 1): 2}, hand=0), options=NO_ANCHOR)))


def test_a_totem_does_not_come_to_rest_on_such_a_shaman() -> None:
    east = side((6, 1), {(5, 2): 3, (4, 1): 2, (4, 2): 4})
    assert (6, 2) in totem_targets(lay(east=east), (5, 2))
    assert (6, 2) not in totem_targets(lay(east=east, options=NO_ANCHOR), (5, 2))


def test_a_totem_left_with_such_a_shaman_alone_is_abandoned() -> None:
    totems = {(6, 1): 2, (6, 0): 3}
    assert (5, -1) not in totem_targets(lay(east=side((5, 0), totems), options=NO_ANCHOR), (6, 0))
    assert (5, -1) in totem_targets(lay(east=side((5, 0), totems)), (6, 0))


def test_a_totem_may_still_be_placed_beside_such_a_shaman() -> None:
    assert len(placements(lay(east=side((5, 0)), options=NO_ANCHOR))) == 8


def test_a_short_leash_keeps_shamans_within_two_cells_of_a_tower() -> None:
    totems = {(6, 1): 2, (7, 1): 2}
    assert (6, 0) in shaman_targets(lay(east=side((5, 0), totems)))
    assert (6, 0) not in shaman_targets(lay(east=side((5, 0), totems), options={"leash": 2}))
    assert (5, 1) in shaman_targets(lay(east=side((5, 0), totems), options={"leash": 2}))
