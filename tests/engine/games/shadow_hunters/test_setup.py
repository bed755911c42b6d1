"""What lies on the table before the first turn."""

from collections import Counter

import pytest

import engine
from engine import BadOptions
from engine.games.shadow_hunters import cards
from engine.games.shadow_hunters.characters import CHARACTERS, FACTION, SLUG, deal
from engine.games.shadow_hunters.state import State, setup
from engine.rng import Rng

GAME = engine.get("shadow_hunters")


def new(seats: int, seed: int = 1, **options: object) -> State:
    return setup(seats, seed, GAME.complete_options(seats, options))


def test_every_character_has_its_faction_and_hit_points() -> None:
    assert [(one.slug, one.faction, one.hit_points) for one in CHARACTERS] == [
        ("allie", "neutral", 8),
        ("bob", "neutral", 10),
        ("charles", "neutral", 11),
        ("daniel", "neutral", 13),
        ("emi", "hunter", 10),
        ("franklin", "hunter", 12),
        ("george", "hunter", 14),
        ("unknown", "shadow", 11),
        ("vampire", "shadow", 13),
        ("werewolf", "shadow", 14),
    ]


@pytest.mark.parametrize(
    ("seats", "factions"),
    [
        (4, {"hunter": 2, "shadow": 2}),
        (5, {"hunter": 2, "shadow": 2, "neutral": 1}),
        (6, {"hunter": 2, "shadow": 2, "neutral": 2}),
        (7, {"hunter": 2, "shadow": 2, "neutral": 3}),
        (8, {"hunter": 3, "shadow": 3, "neutral": 2}),
    ],
)
def test_factions_are_dealt_by_the_number_of_seats(seats: int, factions: dict[str, int]) -> None:
    for seed in range(30):
        dealt = deal(seats, Rng(seed))
        assert Counter(FACTION[character] for character in dealt) == factions
        assert len(set(dealt)) == seats


def test_bob_stays_in_the_box_with_seven_and_eight_seats() -> None:
    def met(seats: int) -> set[str]:
        return {SLUG[character] for seed in range(60) for character in deal(seats, Rng(seed))}

    assert met(7) == met(8) == set(SLUG) - {"bob"}
    assert met(5) == met(6) == set(SLUG)


def test_every_character_comes_to_every_seat() -> None:
    met = {(seat, one) for seed in range(300) for seat, one in enumerate(deal(6, Rng(seed)))}
    assert len(met) == 6 * 10


def test_the_decks_have_sixteen_cards_in_their_printed_numbers() -> None:
    for which in range(3):
        assert len(cards.deck(which)) == cards.DECK_SIZE
    several = {card.slug: card.copies for card in cards.CARDS if card.copies > 1}
    assert several == {
        "holy_water": 2,
        "goblin": 2,
        "bat": 3,
        "anger": 2,
        "blackmail": 2,
        "greed": 2,
        "slap": 2,
    }
    equipment = Counter(card.deck for card in cards.CARDS if card.equipment)
    assert equipment == {cards.LIGHT: 6, cards.DARKNESS: 6}


def test_card_numbers_name_their_rows() -> None:
    named = {name.lower(): getattr(cards, name) for name in vars(cards) if name.isupper()}
    for number, card in enumerate(cards.CARDS):
        assert named[card.slug] == number


def test_a_table_starts_unhurt_unarmed_hidden_and_off_the_board() -> None:
    state = new(8)
    assert state.damage == [0] * 8
    assert state.gear == [0] * 8
    assert state.at == [-1] * 8
    assert state.revealed == [False] * 8
    assert state.living == tuple(range(8))
    assert [len(pile) for pile in state.piles] == [16, 16, 16]
    assert state.discards == [(), (), ()]


def test_board_decks_and_first_player_come_from_the_seed() -> None:
    tables = [new(5, seed) for seed in range(40)]
    assert {state.active for state in tables} == set(range(5))
    assert len({state.board for state in tables}) > 30
    assert all(sorted(state.board) == list(range(6)) for state in tables)
    assert len({state.piles[0] for state in tables}) == 40
    assert new(5, 3).piles == new(5, 3).piles


def test_each_seat_and_each_deck_has_chance_of_its_own() -> None:
    state = new(8)
    streams = [*state.dice, *state.deck_chance]
    assert len({chance.state for chance in streams}) == 11


def test_dice_do_not_depend_on_how_many_sit_at_the_table() -> None:
    assert [dice.state for dice in new(4).dice] == [dice.state for dice in new(8).dice[:4]]


def test_a_quick_start_takes_six_seats() -> None:
    assert new(6, quick_start=True).opening == 12
    assert new(6).opening == 0
    with pytest.raises(BadOptions, match="quick_start needs 6 seats or more, not 5"):
        GAME.new(seats=5, seed=1, options={"quick_start": True})


def test_options_reach_the_table() -> None:
    rules = new(4, charles_deaths=4, robe_scope="all", loot_scope="attacks", turn_cap=9).rules
    assert rules == (4, "all", "attacks", "location", 9)


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    state = new(6)
    twin = state.copy()
    assert GAME.full_view(twin) == GAME.full_view(state)
    before = GAME.full_view(twin)
    for changing in (state.damage, state.at, state.gear, state.ruled_out):
        changing[0] = 3
    for flags in (state.revealed, state.power_used):
        flags[0] = True
    state.piles[0] = state.discards[1] = (1,)
    state.dice[0] = state.deck_chance[0] = Rng(1)
    assert GAME.full_view(twin) == before
