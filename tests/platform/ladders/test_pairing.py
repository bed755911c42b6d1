"""Tables and seatings: fair, varied, and chosen for what they tell."""

from collections import Counter, defaultdict
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from moonladder.ladders.pairing import (
    ORDERS,
    PLACEMENT_BLOCKS,
    SAMPLE,
    Candidate,
    next_table,
    rotations,
)
from moonladder.ladders.seeds import block_seed

HOUSE = 0
sizes = pytest.mark.parametrize("size", ORDERS)


def candidate(
    entry: int, *, rating: float = 1500, sd: float = 50, blocks: int = PLACEMENT_BLOCKS
) -> Candidate:
    """An entry of an owner of its own, which has played enough to be placed."""
    return Candidate(entry, entry, house=False, rating=rating, sd=sd, blocks=blocks)


def house_bot(entry: int) -> Candidate:
    return candidate(entry)._replace(owner=HOUSE, house=True)


def nobody(entry: int) -> dict[int, int]:
    """Whom an entry has met that never played."""
    return {}


def tables(candidates: list[Candidate], seats: int, count: int) -> list[tuple[int, ...]]:
    """So many tables, each chosen by chance of its own."""
    chosen = [next_table(candidates, seats, nobody, Random(seed)) for seed in range(count)]
    return [table for table in chosen if table is not None]


def behind(order: tuple[int, ...]) -> Counter[tuple[int, int]]:
    """How often one sits behind the other in the rotations of a block, going round the table."""
    size = len(order)
    seatings = [[(place + turn) % size for place in order] for turn in range(size)]
    return Counter((row[seat - 1], row[seat]) for row in seatings for seat in range(size))


def unevenness(order: tuple[int, ...]) -> int:
    return sum(count**2 for count in behind(order).values())


@sizes
def test_everybody_sits_once_in_each_seat(size: int) -> None:
    table = [10 * entry for entry in range(size)]
    block = rotations(table)
    assert len(block) == size
    assert all(sorted(seating) == table for seating in block)
    assert all(sorted(seat) == table for seat in zip(*block, strict=True))


@sizes
def test_no_seating_puts_everybody_more_evenly_behind_everybody(size: int) -> None:
    least = min(unevenness((0, *rest)) for rest in permutations(range(1, size)))
    assert unevenness(ORDERS[size]) == least


@pytest.mark.parametrize("size", [size for size in ORDERS if size % 2 == 0])
def test_at_an_even_table_everybody_sits_behind_everybody(size: int) -> None:
    assert set(behind(ORDERS[size])) == set(permutations(range(size), 2))


def test_seats_and_neighbours_even_out_over_many_blocks() -> None:
    """With an odd number of seats one block cannot do it; the random order of tables does."""
    candidates = [candidate(entry) for entry in range(3)]
    seats: Counter[tuple[int, int]] = Counter()
    follows: Counter[tuple[int, int]] = Counter()
    for table in tables(candidates, 3, 400):
        for seating in rotations(table):
            seats.update(enumerate(seating))
            follows.update((seating[seat - 1], seating[seat]) for seat in range(3))
    assert set(seats.values()) == {400}
    assert all(500 < count < 700 for count in follows.values())
    assert len(follows) == 6


@pytest.mark.parametrize(
    ("name", "seats"),
    [("shamans", 3), ("shamans", 5), ("shadow_hunters", 4), ("shadow_hunters", 8)],
)
def test_a_block_gives_everybody_every_role_of_its_deal(name: str, seats: int) -> None:
    """Whatever is played: roles are dealt from the seed, seat by seat."""
    had: dict[int, list[str]] = {bot: [] for bot in range(seats)}
    for turn, seating in enumerate(rotations(range(seats))):
        game = engine.get(name).new(seats=seats, seed=block_seed("secret", 1))
        moves = Random(turn)
        while game.ask is not None:
            game.choose(moves.randrange(len(game.ask.options)))
        assert game.outcome is not None
        for bot, role in zip(seating, game.outcome.roles, strict=True):
            had[bot].append(role.start)
    dealt = sorted(had[0])
    assert len(set(dealt)) > 1
    assert all(sorted(roles) == dealt for roles in had.values())


def test_there_are_seatings_for_every_game() -> None:
    played = {seats for name in engine.names() for seats in engine.get(name).seat_counts}
    assert played <= set(ORDERS)


@pytest.mark.parametrize("size", [0, 1, 9])
def test_a_table_nobody_can_sit_at_is_refused(size: int) -> None:
    with pytest.raises(ValueError, match="a table has 2 to 8 seats"):
        rotations(range(size))


entries = st.builds(
    Candidate,
    entry=st.integers(0, 10**6),
    owner=st.integers(1, 6),
    house=st.just(False),
    rating=st.floats(0, 4000),
    sd=st.floats(0, 500),
    blocks=st.integers(0, 1000),
) | st.integers(0, 10**6).map(house_bot)
fields = st.lists(entries, max_size=12, unique_by=lambda each: each.entry)


@given(fields, st.integers(2, 8), st.integers())
@settings(max_examples=50)
def test_a_table_is_filled_whenever_the_rules_allow_it(
    field: list[Candidate], seats: int, seed: int
) -> None:
    owners = {each.owner for each in field if not each.house}
    most = len(owners) + sum(each.house for each in field)
    table = next_table(field, seats, nobody, Random(seed))
    assert (table is not None) == (most >= seats)


@given(fields, st.integers(2, 8), st.integers())
@settings(max_examples=50)
def test_nobody_meets_a_bot_of_the_same_owner_but_the_house(
    field: list[Candidate], seats: int, seed: int
) -> None:
    known = {each.entry: each for each in field}
    seated = [known[entry] for entry in next_table(field, seats, nobody, Random(seed)) or ()]
    assert len(seated) in (0, seats)
    assert len({each.entry for each in seated}) == len(seated)
    owners = [each.owner for each in seated if not each.house]
    assert len(set(owners)) == len(owners)


@given(fields, st.integers(2, 8), st.integers())
@settings(max_examples=50)
def test_the_same_chance_chooses_the_same_table(
    field: list[Candidate], seats: int, seed: int
) -> None:
    one, other = (next_table(field, seats, nobody, Random(seed)) for _ in range(2))
    assert one == other


def test_new_entries_play_first() -> None:
    field = [candidate(entry, blocks=100) for entry in range(20)]
    field += [candidate(20, blocks=1), candidate(21, blocks=0)]
    assert all(21 in table for table in tables(field, 2, 50))


def test_newcomers_do_not_keep_the_others_waiting() -> None:
    """Once placed, they play more than others, but not always."""
    field = [candidate(entry, sd=20, blocks=300) for entry in range(20)]
    field.append(candidate(20, sd=60, blocks=PLACEMENT_BLOCKS))
    share = sum(20 in table for table in tables(field, 2, 400)) / 400
    assert 2 / 21 < share < 0.9


def test_nobody_is_left_out() -> None:
    """Not even one whose rank is clear, with no equal far and wide."""
    field = [candidate(entry, sd=30) for entry in range(10)] + [candidate(10, rating=2500, sd=20)]
    assert sum(10 in table for table in tables(field, 2, 400)) > 5


def opponents_of_a_newcomer(field: list[Candidate]) -> Counter[int]:
    """How often each entry is chosen to meet entry 0."""
    found = tables([candidate(0, blocks=0), *field], 2, 300)
    return Counter(entry for table in found for entry in table if entry)


def test_a_closer_opponent_tells_more() -> None:
    field = [candidate(entry, rating=1500 + 60 * entry) for entry in range(1, 6)]
    chosen = opponents_of_a_newcomer(field)
    assert chosen[1] > 2 * chosen[2] > 4 * chosen[3]


def test_a_less_known_opponent_tells_more() -> None:
    field = [candidate(1, sd=200), candidate(2, sd=100), candidate(3, sd=50)]
    chosen = opponents_of_a_newcomer(field)
    assert chosen[1] > 2 * chosen[2] > 2 * chosen[3] > 0


def test_a_table_of_four_gathers_neighbours() -> None:
    field = [candidate(entry, rating=1000 + 50 * entry, sd=30) for entry in range(30)]
    for table in tables(field, 4, 50):
        assert max(table) - min(table) <= 6


def test_opponents_vary() -> None:
    """Equals come to meet each other about equally often, more so than by chance alone."""
    met: dict[int, Counter[int]] = defaultdict(Counter)
    blocks: Counter[int] = Counter()
    rng = Random(1)
    for _ in range(280):
        field = [candidate(entry, blocks=blocks[entry]) for entry in range(8)]
        table = next_table(field, 2, met.__getitem__, rng)
        assert table is not None
        for one, other in permutations(table):
            met[one][other] += 1
        blocks.update(table)
    counts = [met[one][other] for one, other in combinations(range(8), 2)]
    assert min(counts) > 0
    assert sum((count - 10) ** 2 for count in counts) / 28 < 7


def test_among_thousands_opponents_are_close() -> None:
    """Only a sample is compared, but in a hundred there are some who are close enough."""
    size = 60 * SAMPLE
    field = [candidate(entry, rating=entry / 5, sd=20) for entry in range(size)]
    for table in tables(field, 2, 10):
        assert abs(table[0] - table[1]) < 300


def test_certain_ratings_can_be_paired_too() -> None:
    field = [candidate(entry, rating=1500 * entry, sd=0) for entry in range(4)]
    assert next_table(field, 4, nobody, Random(1)) is not None
