"""The examination itself is examined: it passes a sound game and finds every planted mistake."""

from dataclasses import replace
from pathlib import Path

import pytest

from engine.spec import GameSpec
from tests.engine import planted, toy
from tests.engine.games import conformance
from tests.engine.games.conformance import CHECKS, Check

MISTAKES = [
    (planted.view_shows_all_hands, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.view_shows_all_hands, conformance.a_deal_differs_only_where_it_shows),
    (planted.view_shows_the_pile, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.view_shows_who_saw_what, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.view_shows_a_sum_of_secrets, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.default_leaks, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.default_leaks, conformance.a_deal_differs_only_where_it_shows),
    (planted.options_leak, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.options_leak, conformance.a_deal_differs_only_where_it_shows),
    (planted.whispers_are_loud, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.deal_is_told_to_all, conformance.the_deal_tells_nothing_hidden),
    (planted.secret_choices_show, conformance.a_choice_shows_only_through_events),
    (planted.redeal_changes_nothing, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.redeal_changes_only_the_dice, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.redeal_forgets_the_own_hand, conformance.a_seat_cannot_tell_worlds_apart),
    (planted.options_twice, conformance.asks_are_complete_and_in_order),
    (planted.options_missing, conformance.asks_are_complete_and_in_order),
    (planted.options_not_json, conformance.asks_are_complete_and_in_order),
    (planted.options_are_bare, conformance.messages_pass_the_schema),
    (planted.default_out_of_range, conformance.asks_are_complete_and_in_order),
    (planted.seat_out_of_range, conformance.asks_are_complete_and_in_order),
    (planted.view_not_json, conformance.everything_is_json),
    (planted.goes_on_for_ever, conformance.ends_and_ranks_every_seat),
    (planted.defaults_go_on_for_ever, conformance.ends_however_dully_it_is_played),
    (planted.turns_for_ever, conformance.ends_and_ranks_every_seat),
    (planted.ties_share_no_place, conformance.ends_and_ranks_every_seat),
    (planted.a_seat_is_not_ranked, conformance.ends_and_ranks_every_seat),
    (planted.role_is_unknown, conformance.ends_and_ranks_every_seat),
    (planted.reason_is_missing, conformance.ends_and_ranks_every_seat),
    (planted.event_without_words, conformance.everything_has_words),
    (planted.option_without_words, conformance.everything_has_words),
    (planted.view_without_words, conformance.everything_has_words),
    (planted.event_hides_its_type, conformance.everything_is_json),
    (planted.event_to_a_stranger, conformance.everything_is_json),
    (planted.copies_share_hands, conformance.copies_stay_equal_and_independent),
    (planted.copies_share_dice, conformance.copies_stay_equal_and_independent),
    (planted.uses_global_chance, conformance.same_seed_and_choices_same_bytes),
]
NAMES = {id(spec): name for name, spec in vars(planted).items()}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize("seats", toy.GAME.seat_counts)
def test_a_sound_game_passes(seats: int, check: Check) -> None:
    check(toy.GAME, seats)


@pytest.mark.parametrize(
    ("mistake", "check"),
    MISTAKES,
    ids=[f"{NAMES[id(mistake)]}-{check.__name__}" for mistake, check in MISTAKES],
)
def test_a_planted_mistake_is_found(mistake: GameSpec, check: Check) -> None:
    with pytest.raises(AssertionError):
        check(mistake, 3)


def test_every_planted_mistake_is_looked_for() -> None:
    found = {NAMES[id(mistake)] for mistake, _ in MISTAKES}
    there = {name for name, spec in vars(planted).items() if isinstance(spec, type(toy.GAME))}
    assert there - {"GAME"} == found | {"options_out_of_a_set", "redeal_breaks_the_game"}


def test_a_broken_world_is_found() -> None:
    with pytest.raises(IndexError):
        conformance.a_seat_cannot_tell_worlds_apart(planted.redeal_breaks_the_game, 3)


def test_a_sound_game_is_the_same_in_another_process() -> None:
    conformance.same_bytes_in_another_process(toy.GAME, 3, "tests.engine.toy:GAME")


def test_the_order_of_a_set_is_found() -> None:
    place = "tests.engine.planted:options_out_of_a_set"
    with pytest.raises(AssertionError, match="set order"):
        conformance.same_bytes_in_another_process(planted.options_out_of_a_set, 3, place)


def test_an_open_game_needs_no_other_worlds() -> None:
    """Where every seat sees everything there is nothing to deal anew."""
    open_game = replace(
        planted.redeal_changes_nothing, view=lambda state, seat: toy.full_view(state)
    )
    conformance.a_seat_cannot_tell_worlds_apart(open_game, 3)


def test_a_game_without_a_playthrough_is_told_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="python -m engine record lanterns --seats 2 --seed 1"):
        conformance.golden_playthroughs_hold(toy.GAME, tmp_path)


def test_a_playthrough_holds_until_the_game_changes(tmp_path: Path) -> None:
    text = conformance.playthrough(toy.GAME, seats=3, seed=5)
    (tmp_path / "playthrough.txt").write_text(text)
    conformance.golden_playthroughs_hold(toy.GAME, tmp_path)
    silent = replace(toy.GAME, view=lambda state, seat: toy.view(state, seat) | {"more": 1})
    with pytest.raises(AssertionError, match="raise rules_version"):
        conformance.golden_playthroughs_hold(silent, tmp_path)
