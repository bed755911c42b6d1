"""A duel's file: results outlive whoever wrote them, and are never mixed with others."""

from pathlib import Path

import pytest
from msgspec import structs

from kit.duel import Result, Terms
from kit.ledger import Ledger, WrongLedger
from tests.kit.test_duel import result, terms

TERMS = terms("a", "b", seats=2)
RESULTS = [result(0, 0, [1, 2]), result(0, 1, [2, 1]), result(1, 0, [1, 1])]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    path = tmp_path / "results.jsonl"
    write(path, RESULTS)
    return path


def write(path: Path, results: list[Result], duel: Terms = TERMS) -> None:
    with Ledger(path, duel) as ledger:
        for one in results:
            ledger.add(one)


def read(path: Path) -> list[Result]:
    with Ledger(path, TERMS) as ledger:
        return ledger.results


def test_results_are_there_when_the_file_is_opened_again(path: Path) -> None:
    assert read(path) == RESULTS
    write(path, [result(1, 1, [1, 1])])
    assert read(path) == [*RESULTS, result(1, 1, [1, 1])]
    assert len(path.read_text().splitlines()) == 5


def test_every_result_is_a_line_at_once(path: Path) -> None:
    with Ledger(path, TERMS) as ledger:
        ledger.add(result(1, 1, [1, 1]))
        assert path.read_text().count("\n") == 5


@pytest.mark.parametrize("cut", [1, 20, 100])
def test_a_line_that_was_not_finished_is_cut_off(cut: int, path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-cut])
    assert read(path) == RESULTS[:2]
    write(path, RESULTS[2:])
    assert read(path) == RESULTS


def test_a_new_file_has_no_results(tmp_path: Path) -> None:
    assert read(tmp_path / "new.jsonl") == []
    assert read(tmp_path / "new.jsonl") == []


def test_without_a_file_nothing_is_kept() -> None:
    with Ledger(None, TERMS) as ledger:
        ledger.add(RESULTS[0])
        assert ledger.results == []


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"seed": 8}, "is of another duel (seed: 7, now 8)"),
        ({"bots": ["a@1", "b@2"]}, "is of another duel (bots: "),
        ({"sandbox": "process"}, "is of another duel (sandbox: bwrap, now process)"),
    ],
)
def test_results_of_another_duel_are_refused(
    change: dict[str, object], sentence: str, path: Path
) -> None:
    before = path.read_bytes()
    with pytest.raises(WrongLedger) as refused:
        write(path, RESULTS, structs.replace(TERMS, **change))
    assert sentence in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("text", ["", "\n", "hello\n", '{"format":"moonladder record"}\n'])
def test_a_file_with_something_else_in_it_is_left_alone(text: str, tmp_path: Path) -> None:
    path = tmp_path / "diary.txt"
    path.write_text(text)
    if text:
        with pytest.raises(WrongLedger, match="has no results of a duel in it"):
            write(path, RESULTS)
        assert path.read_text() == text
    else:
        assert read(path) == []


def test_a_damaged_line_is_refused(path: Path) -> None:
    path.write_text(path.read_text().replace('"rotation":1', '"rotation":"x"'))
    with pytest.raises(WrongLedger, match="is damaged"):
        read(path)
