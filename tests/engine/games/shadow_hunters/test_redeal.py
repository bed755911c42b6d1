"""Other tables a seat may believe in: they respect everything it knows and vary everything else."""

from collections import Counter
from itertools import permutations

import pytest

from engine.games.shadow_hunters.cards import DARKNESS, LIGHT, VISION, deck
from engine.games.shadow_hunters.characters import (
    DEALT,
    FACTION,
    FACTIONS,
    SLUG,
    box,
)
from engine.games.shadow_hunters.redeal import deal_among, possible_characters, read_visions, redeal
from engine.games.shadow_hunters.state import Answer, Vision, shuffled
from engine.games.shadow_hunters.view import full_view, view
from engine.games.shadow_hunters.visions import NOTHING, SHOW
from engine.rng import Rng
from tests.engine.games.shadow_hunters.play import GAME, new, odd_options, positions
from tests.engine.games.shadow_hunters.table import card, character, table
from tests.engine.games.shadow_hunters.witness import Witness, names

HURT_2 = Answer("damage", 2)


def mask(*slugs: str) -> int:
    return sum(1 << character(slug) for slug in slugs)


def brute_force(possible: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Every deal these masks and the faction counts allow, by trying all."""
    seats = len(possible)
    return [
        deal
        for deal in permutations(range(10), seats)
        if all(mask >> one & 1 for one, mask in zip(deal, possible, strict=True))
        and tuple([FACTION[one] for one in deal].count(faction) for faction in FACTIONS)
        == DEALT[seats]
    ]


def test_every_possible_deal_is_dealt_and_as_often_as_any_other() -> None:
    possible = (mask("emi"), box(4), box(4), box(4) & ~mask("vampire", "unknown"))
    allowed = brute_force(possible)
    rng = Rng(5)
    dealt = Counter(deal_among(possible, rng) for _ in range(len(allowed) * 100))
    assert set(dealt) == set(allowed)
    assert all(60 < count < 140 for count in dealt.values())


def test_impossible_characters_are_never_dealt() -> None:
    rng = Rng(1)
    for seed in range(40):
        chance = Rng(seed)
        real = deal_among((box(4),) * 4, chance)
        possible = tuple(1 << one | chance.below(1024) for one in real)
        assert deal_among(possible, rng) in brute_force(possible)


def test_the_revealed_and_the_seat_itself_keep_their_characters() -> None:
    state = table("emi", "franklin", "unknown", "vampire")
    state.revealed[2] = True
    assert possible_characters(state, 0, 0) == mask("emi")
    assert possible_characters(state, 0, 2) == mask("unknown")
    assert possible_characters(state, 0, 3) == box(4)


def test_what_everybody_ruled_out_stays_ruled_out() -> None:
    state = table("emi", "franklin", "unknown", "vampire")
    state.ruled_out[3] = mask("daniel", "werewolf")
    assert possible_characters(state, 0, 3) == box(4) & ~mask("daniel", "werewolf")


def test_bob_is_never_imagined_at_a_large_table() -> None:
    state = table("emi", "franklin", "unknown", "vampire", "allie", "charles", "daniel")
    assert not possible_characters(state, 0, 3) & mask("bob")


@pytest.mark.parametrize(
    ("answer", "allowed"),
    [
        (NOTHING, set(SLUG) - {"emi", "franklin", "george"}),
        (Answer("damage", 1), {"emi", "franklin", "george", "unknown"}),
    ],
)
def test_the_answer_to_a_vision_given_binds_all_but_unknown(answer, allowed) -> None:
    state = table("vampire", "bob", "unknown", "emi", "george")
    state.visions = (Vision(card("slap"), 0, 2, answer),)
    assert possible_characters(state, 0, 2) == mask(*allowed)
    assert possible_characters(state, 1, 2) == box(5)


def test_what_prediction_showed_is_certain_to_the_giver_alone() -> None:
    state = table("vampire", "bob", "unknown", "emi", "george")
    state.visions = (Vision(card("prediction"), 0, 3, SHOW),)
    assert possible_characters(state, 0, 3) == mask("emi")
    assert possible_characters(state, 1, 3) == box(5)


def read(visions: list[Vision], seat: int, *slugs: str) -> list[str] | None:
    dealt = tuple(character(slug) for slug in slugs)
    cards = read_visions(tuple(visions), seat, dealt, Rng(3))
    return None if cards is None else [GAME_CARDS[number] for number in cards]


GAME_CARDS = {card(slug): slug for slug in ("exorcism", "lesson", "prediction", "slap", "spell")}
TABLE = ("bob", "george", "franklin", "vampire", "unknown")


def test_a_card_turns_up_once_in_a_run_through_the_deck() -> None:
    """Two took 2: one must have held Exorcism, so they are not two Hunters."""
    both = [Vision(card("lesson"), 3, 1, HURT_2), Vision(card("exorcism"), 4, 2, HURT_2)]
    assert read(both, 0, *TABLE) is None
    assert read(both, 0, "bob", "george", "vampire", "franklin", "unknown") == [
        "lesson",
        "exorcism",
    ]


def test_a_card_the_seat_held_is_not_imagined_with_others() -> None:
    held = Vision(card("lesson"), 0, 4, NOTHING)
    other = Vision(card("exorcism"), 3, 1, HURT_2)
    assert read([held, other], 0, "bob", "george", "franklin", "emi", "vampire") is None
    assert read([held, other], 0, "bob", "vampire", "franklin", "emi", "unknown") == [
        "lesson",
        "exorcism",
    ]


def test_the_same_card_may_turn_up_again_in_the_next_run() -> None:
    run = [Vision(number, 0, 4, NOTHING) for number in deck(VISION)]
    later = Vision(card("lesson"), 3, 1, HURT_2)
    cards = read_visions((*run, later), 0, tuple(map(character, TABLE)), Rng(1))
    assert cards == [*deck(VISION), card("lesson")]


def test_a_vision_still_in_hand_may_be_any_card_left() -> None:
    seen = set()
    for seed in range(200):
        cards = read_visions((Vision(card("slap"), 3),), 0, tuple(map(character, TABLE)), Rng(seed))
        assert cards is not None
        seen.add(cards[0])
    assert seen == set(deck(VISION))


def test_a_redeal_shows_the_seat_what_it_saw() -> None:
    for seed in range(10):
        game = new(6, seed)
        start, _, _ = game.boundary()
        for seat in range(6):
            world = redeal(start.copy(), game.state, seat, Rng(seed))
            assert view(world, seat) == view(start, seat)


def test_a_redeal_varies_everything_hidden() -> None:
    game = new(6, 1)
    start, _, _ = game.boundary()
    worlds = [redeal(start.copy(), game.state, 0, Rng(seed)) for seed in range(40)]
    assert len({world.characters for world in worlds}) > 30
    for which in (LIGHT, DARKNESS, VISION):
        assert len({world.piles[which] for world in worlds}) == 40
        assert len({world.deck_chance[which].state for world in worlds}) == 40
        assert all(sorted(world.piles[which]) == sorted(deck(which)) for world in worlds)
    for seat in range(6):
        assert len({world.dice[seat].state for world in worlds}) == 40


def test_the_visions_of_a_run_and_its_pile_are_the_whole_deck() -> None:
    for game in positions(new(6, 2, quick_start=True), 2):
        start, _, _ = game.boundary()
        world = redeal(start, game.state, 1, Rng(4))
        assert sorted(world.piles[VISION] + world.discards[VISION]) == sorted(deck(VISION))
        run = [vision.card for vision in world.visions[-len(world.discards[VISION]) or 99 :]]
        assert tuple(run) == world.discards[VISION]


def test_a_vision_drawn_from_a_new_pile_is_drawn_again() -> None:
    """The pile ran out before this turn: chance itself must bring the card the seat knows."""
    game = new(6, 2)
    start, _, _ = game.boundary()
    start.visions = tuple(Vision(number, 0, 1, SHOW) for number in deck(VISION))
    start.piles[VISION], start.discards[VISION] = (), deck(VISION)
    now = start.copy()
    chance = now.deck_chance[VISION].copy()
    *now_pile, drawn = shuffled(deck(VISION), chance)
    now.piles[VISION], now.discards[VISION] = tuple(now_pile), ()
    now.visions = (*start.visions, Vision(drawn, 4))
    for seed in range(5):
        world = redeal(start.copy(), now, 4, Rng(seed))
        assert shuffled(world.discards[VISION], world.deck_chance[VISION])[-1] == drawn


def test_an_open_pile_made_anew_this_turn_brings_the_same_card() -> None:
    game = new(6, 2)
    start, _, _ = game.boundary()
    start.piles[LIGHT], start.discards[LIGHT] = (), deck(LIGHT)
    now = start.copy()
    now.piles[LIGHT], now.discards[LIGHT] = deck(LIGHT)[:-1], ()
    world = redeal(start.copy(), now, 4, Rng(9))
    assert world.deck_chance[LIGHT].state == start.deck_chance[LIGHT].state
    assert world.deck_chance[DARKNESS].state != start.deck_chance[DARKNESS].state


def test_a_world_that_cannot_be_dealt_otherwise_is_the_real_one() -> None:
    """Evidence that contradicts itself, as no game makes it: the real characters are kept."""
    state = table("bob", "george", "franklin", "vampire", "unknown", revealed=True)
    state.visions = tuple(Vision(number, 3, 1, HURT_2) for number in deck(VISION)[:3])
    state.dice = [Rng(seat) for seat in range(5)]
    state.piles[VISION] = deck(VISION)[3:]
    world = redeal(state.copy(), state, 0, Rng(1))
    assert world.characters == state.characters


@pytest.mark.parametrize("seats", [4, 5, 6, 7, 8])
def test_resampled_games_agree_with_all_the_seat_heard(seats: int) -> None:
    """Against a witness that only listens: views, asks, events and evidence all agree."""
    differed = resampled = 0
    for seed in range(4):
        options = odd_options(seats, seed * 16 + seats)
        rng = Rng.stream(seed, "resample")
        for game in positions(new(seats, seed, **options), seed):
            if rng.below(25):
                continue
            seat = rng.below(seats)
            twin = GAME.resample(game, seat, rng)
            assert twin.view(seat) == game.view(seat)
            if game.ask.seat == seat:
                assert twin.ask == game.ask
            witness = Witness(seat, names(game.state)[seat], seats, options["charles_deaths"])
            witness.listen(game.events)
            assert witness.deals(names(game.state))
            assert witness.deals(names(twin.state)), (seed, seat)
            resampled += 1
            differed += full_view(twin.state) != full_view(game.state)
    assert resampled > 10
    assert differed == resampled
