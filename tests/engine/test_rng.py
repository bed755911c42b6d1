"""Chance is the same on every machine, fair, and cut into streams independent of each other."""

from collections import Counter

import pytest

from engine.rng import MAX_SEED, Rng


def test_the_generator_is_splitmix64() -> None:
    """The published outputs of SplitMix64 from state 0."""
    rng = Rng(0)
    assert [rng.word() for _ in range(3)] == [
        0xE220A8397B1DCDAF,
        0x6E789E6AA1B965F4,
        0x06C45D188009454F,
    ]


@pytest.mark.parametrize(
    ("name", "state"),
    [
        ((7, "deal", 0), 0x4E70E1AA82B245C1),
        ((MAX_SEED, "pile", 3), 0x2CDA74B803BC7842),
    ],
)
def test_a_stream_starts_from_the_hash_of_its_name(name: tuple[int, str, int], state: int) -> None:
    assert Rng.stream(*name).state == state


def test_a_stream_rolls_and_shuffles_as_documented() -> None:
    dice = Rng.stream(7, "dice", 2)
    assert [dice.roll(6) for _ in range(12)] == [4, 6, 1, 5, 3, 5, 1, 2, 6, 6, 6, 6]
    cards = list(range(10))
    Rng.stream(7, "deal").shuffle(cards)
    assert cards == [7, 2, 5, 6, 9, 0, 3, 4, 8, 1]


def test_streams_of_different_names_differ() -> None:
    names = [(s, p, i) for s in range(4) for p in ("deal", "dice", "dice 1") for i in range(4)]
    assert len({Rng.stream(*name).state for name in names}) == len(names)


def test_every_value_below_the_bound_is_as_likely() -> None:
    rng = Rng.stream(1, "fair")
    counts = Counter(rng.below(7) for _ in range(7000))
    assert sorted(counts) == list(range(7))
    assert all(850 < count < 1150 for count in counts.values())


def test_words_past_the_last_whole_multiple_are_redrawn() -> None:
    """A bound just over half the range would otherwise favour small values."""
    rng, twin = Rng.stream(3, "redraw"), Rng.stream(3, "redraw")
    bound = 2**63 + 1
    words = [twin.word() for _ in range(40)]
    kept = [word for word in words if word < bound]
    assert len(kept) < len(words)
    assert [rng.below(bound) for _ in kept] == kept


def test_every_order_of_a_shuffle_is_as_likely() -> None:
    rng = Rng.stream(2, "orders")
    orders: Counter[tuple[int, ...]] = Counter()
    for _ in range(6000):
        items = [1, 2, 3]
        rng.shuffle(items)
        orders[tuple(items)] += 1
    assert len(orders) == 6
    assert all(850 < count < 1150 for count in orders.values())


def test_a_copy_goes_on_alike_and_alone() -> None:
    rng = Rng.stream(5, "copy")
    rng.word()
    twin = rng.copy()
    assert [rng.word(), rng.word()] == [twin.word(), twin.word()]
    twin.word()
    assert rng.state != twin.state


def test_a_choice_is_one_of_the_items() -> None:
    rng = Rng.stream(5, "choice")
    assert {rng.choice("abc") for _ in range(50)} == set("abc")
