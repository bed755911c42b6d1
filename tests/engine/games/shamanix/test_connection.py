"""What must still hold together after a totem has moved."""

from tests.engine.games.shamanix.table import lay, side, totem_targets


def test_a_move_may_not_leave_the_shaman_unlinked() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2, (8, 2): 3, (7, 1): 4}))
    assert totem_targets(state, (6, 1)) == {(6, 0), (5, 1)}


def test_the_moved_totem_may_rest_on_a_tower() -> None:
    state = lay(east=side((4, 0), {(4, 1): 2, (2, 2): 3}), west=side((-4, 0), {(2, 3): 2}))
    assert (2, 1) in totem_targets(state, (2, 2))


def test_the_moved_totem_may_rest_on_the_own_shaman() -> None:
    state = lay(east=side((6, 1), {(5, 2): 3, (4, 1): 2, (5, 1): 4}))
    assert (6, 2) in totem_targets(state, (5, 2))


def test_the_moved_totem_may_lean_on_an_enemy_totem_alone() -> None:
    state = lay(east=side((4, 0), {(4, 1): 3, (0, 1): 2}), west=side((-4, 0), {(-1, 3): 5}))
    assert {(0, 2), (-1, 2)} <= totem_targets(state, (0, 1))
    assert (1, 2) not in totem_targets(state, (0, 1))


def test_an_enemy_shaman_alone_gives_no_hold() -> None:
    state = lay(east=side((4, 0), {(4, 1): 3, (0, 1): 2}), west=side((-1, 3)))
    assert not {(0, 2), (-1, 2)} & totem_targets(state, (0, 1))


def test_a_move_abandons_no_totem_that_was_anchored() -> None:
    """(2, 4) hangs on (2, 3) alone, so (2, 3) must stay in touch with it."""
    state = lay(east=side((4, 0), {(4, 1): 2, (3, 2): 3, (2, 3): 4, (2, 4): 5}))
    assert totem_targets(state, (2, 3)) == {(1, 3), (1, 4), (3, 3), (3, 4)}


def test_a_totem_left_leaning_on_an_enemy_counts_as_abandoned() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (1, 1): 3, (1, 2): 4}), west=side((-4, 0), {(1, 3): 5})
    )
    assert not {(1, 0), (0, -1)} & totem_targets(state, (1, 1))
    assert (0, 1) in totem_targets(state, (1, 1))


def test_a_totem_that_leans_already_does_not_hold_others_back() -> None:
    state = lay(
        east=side((4, 0), {(4, 1): 2, (0, 4): 3, (1, 1): 4}), west=side((-4, 0), {(0, 3): 5})
    )
    assert (1, 0) in totem_targets(state, (1, 1))


def test_a_totem_held_by_the_own_shaman_is_not_abandoned() -> None:
    state = lay(east=side((5, 0), {(6, 1): 2, (6, 0): 3}))
    assert (5, -1) in totem_targets(state, (6, 0))


def test_a_move_may_end_beside_enemy_totems_and_shamans() -> None:
    state = lay(east=side((4, 0), {(4, 1): 3, (-1, 1): 2}), west=side((-3, 2), {(-2, 2): 5}))
    assert (-2, 1) in totem_targets(state, (-1, 1))
