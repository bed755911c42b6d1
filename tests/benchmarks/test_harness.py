"""The arithmetic and the fairness of a race."""

from collections.abc import Iterator

import pytest

from benchmarks import harness
from benchmarks.__main__ import duration, figure, has_word, table
from benchmarks.harness import Cases, Race, Row, Spread


def test_the_spread_is_the_median_and_the_middle_eighty_percent() -> None:
    assert harness.spread([float(n) for n in range(10, -1, -1)]) == Spread(5, 1, 9)


def test_percentiles_lie_between_neighbours() -> None:
    assert harness.spread([2.0, 1.0]) == Spread(1.5, 1.1, 1.9)
    assert harness.spread([3.0]) == Spread(3, 3, 3)


def test_the_floor_is_exactly_one_time_itself() -> None:
    floor, _ = harness.compare({"a": [1.0, 5.0], "b": [2.0, 2.0]}, floor="a")
    assert floor.ratio == Spread(1, 1, 1)


def test_ratios_are_taken_within_a_round() -> None:
    # In the second round the machine was ten times slower: that must not show.
    _, other = harness.compare({"a": [1.0, 10.0, 1.0], "b": [3.0, 30.0, 3.0]}, floor="a")
    assert other.ratio == Spread(3, 3, 3)
    assert other.taken.median == 3


def test_every_case_is_measured_in_every_round_and_each_begins_in_turn() -> None:
    assert harness.rotated(["a", "b", "c"], 0) == ["a", "b", "c"]
    assert harness.rotated(["a", "b", "c"], 4) == ["b", "c", "a"]


def test_a_race_sets_up_measures_and_clears_away() -> None:
    happened: list[str] = []

    def setup() -> Iterator[Cases]:
        happened.append("up")
        yield {"floor": lambda: happened.append("floor"), "ours": lambda: happened.append("ours")}
        happened.append("down")

    rows = harness.run(Race("r", "floor", setup), rounds=3, sample_seconds=0.0)
    assert [row.case for row in rows] == ["floor", "ours"]
    warm_up = ["floor", "ours"]
    rounds = ["floor", "ours", "ours", "floor", "floor", "ours"]
    assert happened == ["up", *warm_up, *rounds, "down"]


def test_a_batch_is_measured_by_the_operation(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "time_of", lambda case, calls: 2.0 * calls)
    assert harness.measure(harness.Batch(lambda: None, 4), 10) == 0.5
    assert harness.measure(lambda: None, 10) == 2.0


def test_what_a_case_counts_is_compared_like_a_time() -> None:
    """It is asked once a round, without a call to warm up."""
    ours, floor = iter([10.0, 30.0]), iter([40.0, 60.0])

    def setup() -> Iterator[Cases]:
        yield {
            "floor": harness.Counted(lambda: next(floor), "matches"),
            "ours": harness.Counted(lambda: next(ours), "matches"),
        }

    _, row = harness.run(Race("r", "floor", setup), rounds=2)
    assert (row.taken.median, row.unit) == (20, "matches")
    assert row.ratio == Spread(0.375, 0.275, 0.475)
    assert figure(row) == "20 matches"


def test_a_long_race_is_measured_less_often() -> None:
    def setup() -> Iterator[Cases]:
        yield {"floor": harness.Counted(iter([1.0, 2.0]).__next__, "s")}

    (row,) = harness.run(Race("r", "floor", setup, most_rounds=2), rounds=15)
    assert row.taken.median == 1.5


def test_a_race_clears_away_after_a_failure() -> None:
    happened: list[str] = []

    def setup() -> Iterator[Cases]:
        try:
            yield {"floor": lambda: 1 / 0}
        finally:
            happened.append("down")

    with pytest.raises(ZeroDivisionError):
        harness.run(Race("r", "floor", setup), rounds=1)
    assert happened == ["down"]


def test_short_operations_are_repeated_until_a_sample_is_long_enough() -> None:
    calls: list[None] = []
    assert harness.calls_for(lambda: calls.append(None), 0.01) > 100


def test_races_are_registered_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(harness, "RACES", [])

    @harness.race("the quick one", floor="a")
    def quick() -> Iterator[Cases]:
        yield {"a": int}

    (registered,) = harness.RACES
    assert registered == Race("the quick one", "a", quick)
    assert has_word(registered, ["slow", "QUICK"])
    assert not has_word(registered, ["slow"])


def test_the_table_has_a_line_for_each_case() -> None:
    half = Spread(0.5, 0.25, 1)
    row = Row("ours", taken=Spread(0.002, 0.001, 0.003), ratio=half)
    lines = table(Race("a race", "floor", lambda: iter(())), [row]).splitlines()
    assert lines[0] == "a race (floor: floor)"
    assert lines[2].split() == ["ours", "2.00", "ms", "0.50x", "0.25-1.00x"]


@pytest.mark.parametrize(
    ("seconds", "text"), [(2, "2.00 s"), (0.05, "50.00 ms"), (3e-6, "3.00 us"), (4e-8, "40 ns")]
)
def test_durations_have_a_unit_that_suits_them(seconds: float, text: str) -> None:
    assert duration(seconds) == text


def test_cases_of_several_kinds_have_a_floor_each() -> None:
    samples = {"a, small": [1.0], "a, large": [3.0], "b, small": [10.0], "b, large": [20.0]}
    rows = harness.compare(samples, floor="small")
    assert [row.ratio.median for row in rows] == [1, 3, 1, 2]
