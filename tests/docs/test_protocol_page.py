"""The page on the protocol is true: its bot plays, its examples and tables are the code's."""

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine import clock, faults
from engine.protocol import codec, contract, messages
from engine.record import Record
from engine.referee import REMARK_BYTES, play, private_seed
from engine.rng import Rng
from tests.engine.toy import GAME
from tests.engine.transports import Piped

PAGE = (Path(__file__).parents[2] / "docs" / "2-protocol.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^```\w+ (\w+)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL))


SAY = '''
def say(answer, flush):
    """In one piece, which `print` is not everywhere: the referee finds all of it or nothing."""
    sys.stdout.write(f"Hm.\\n{answer}\\n")
    sys.stdout.flush()
'''


def table(*heading: str) -> list[list[str]]:
    """The rows of the table with that heading."""
    top = "| " + " | ".join(heading) + " |\n"
    assert PAGE.count(top) == 1, f"there is no one table with {heading}"
    lines = PAGE.split(top)[1].splitlines()[1:]
    rows = [line for line in lines[: lines.index("")] if line.startswith("| ")]
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows]


@pytest.fixture
def bot(tmp_path: Path) -> Callable[[], Piped]:
    """Starts the bot of the page, as often as it is called."""
    path = tmp_path / "bot.py"
    path.write_text(BLOCKS["bot"])
    return lambda: Piped(sys.executable, str(path))


@pytest.mark.parametrize("seats", GAME.seat_counts)
def test_the_whole_bot_plays_whole_matches(bot: Callable[[], Piped], seats: int) -> None:
    report = play(GAME.new(seats=seats, seed=3), [bot() for _ in range(seats)])
    assert report.faults == []
    game = GAME.new(seats=seats, seed=3)
    while game.ask is not None:
        game.choose(game.ask.default)
    assert report.choices == game.choices


def test_a_bot_that_ends_early_crashes_and_the_others_play_on(
    bot: Callable[[], Piped], tmp_path: Path
) -> None:
    path = tmp_path / "quitter.py"
    path.write_text(BLOCKS["bot"] + "        sys.exit(3)\n")
    report = play(GAME.new(seats=3, seed=3), [bot(), Piped(sys.executable, str(path)), bot()])
    assert [(fault.seat, fault.fault) for fault in report.faults] == [(1, "crash:exit 3")]
    assert report.outcome.placements[1] == 3


def test_a_bot_that_talks_too_much_gets_strikes(bot: Callable[[], Piped], tmp_path: Path) -> None:
    path = tmp_path / "talker.py"
    path.write_text(SAY + BLOCKS["bot"].replace('print(json.dumps({"id"', 'say(json.dumps({"id"'))
    report = play(GAME.new(seats=2, seed=3), [Piped(sys.executable, str(path)), bot()])
    assert [fault.fault for fault in report.faults[:2]] == [
        "protocol:invalid_json",
        "protocol:early_output",
    ]


@pytest.mark.parametrize("name", messages.MESSAGES)
def test_every_example_of_a_message_passes_its_schema(name: str) -> None:
    message = json.loads(BLOCKS[name])
    Draft202012Validator(contract.schema(name)).validate(message)
    schema = contract.schema(name)["$defs"][name.capitalize()]
    assert list(message) == list(schema["properties"]), "fields and their order are the contract's"


@pytest.mark.parametrize("name", ["start", "ask", "answer"])
def test_every_field_is_explained(name: str) -> None:
    section = PAGE.split(f"### {name}\n")[1].split("\n### ")[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    explained = [field for cell in cells for field in re.findall(r"`(\w+)`", cell)]
    assert {"type", *explained} >= set(json.loads(BLOCKS[name]))


def test_the_example_answers_read_as_answers() -> None:
    reader = codec.AnswerReader(3, {"shaman": "shamans", "shadow": "shadows"})
    line = BLOCKS["answer"].strip().encode()
    assert reader.read(line, 3, 2).choice == 1
    codec.read_ready(BLOCKS["ready"].encode())


def test_the_table_of_faults_is_the_vocabulary() -> None:
    rows = table("fault", "ends", "meaning")
    listed = {name.strip("`"): (ends, meaning) for name, ends, meaning in rows}
    crashes = {name for name in listed if name.startswith("crash:")}
    assert crashes == {"crash:exit N", "crash:SIGNAME"}
    assert {name: meaning for name, (_, meaning) in listed.items() if name not in crashes} == dict(
        faults.FAULTS
    )
    for name, (ends, _) in listed.items():
        assert (ends == "yes") == faults.ends_the_bot(name)


def test_the_clock_is_the_standard_clock() -> None:
    for name, seconds, _ in table("budget", "standard", "holds"):
        assert getattr(clock.STANDARD, name.strip("`")) == float(seconds)
    assert (clock.ANSWER_WALL_FACTOR, clock.ANSWER_WALL_GRACE_SECONDS) == (3, 1)
    assert clock.START_WALL_FACTOR == 2


def test_the_limits_are_those_of_the_code() -> None:
    assert f"{codec.LINE_BYTES:,} bytes" in PAGE
    assert f"nested {codec.DEPTH} deep" in PAGE
    assert f"{messages.NOTE_LENGTH:,} characters" in PAGE
    assert f"within {codec.SUM_TOLERANCE}" in PAGE
    assert f"{REMARK_BYTES:,} bytes" in PAGE


def test_the_generator_of_the_page_is_the_generator() -> None:
    page: dict[str, Any] = {}
    exec(BLOCKS["chance"], page)
    for seed, purpose, index in [(0, "deal", 0), (7, "dice", 2), (2**53 - 1, "pile", 3)]:
        theirs, ours = page["stream"](seed, purpose, index), Rng.stream(seed, purpose, index)
        assert [page["word"](theirs) for _ in range(50)] == [ours.word() for _ in range(50)]
        bounds = [1, 2, 6, 1000, 2**63 + 1]
        assert [page["below"](theirs, n) for n in bounds] == [ours.below(n) for n in bounds]
        cards, deck = list(range(30)), list(range(30))
        page["shuffle"](theirs, cards)
        ours.shuffle(deck)
        assert cards == deck


def test_the_examples_of_chance_come_out() -> None:
    for name, state, words in table("stream", "first state", "first words"):
        seed, purpose, index = name.strip("`").split()
        rng = Rng.stream(int(seed), purpose, int(index))
        assert f"`{rng.state:016x}`" == state
        assert [int(word, 16) for word in re.findall(r"\w+", words)] == [
            rng.word() for _ in range(3)
        ]
    dice, cards = Rng.stream(7, "dice", 2), list(range(10))
    Rng.stream(7, "deal").shuffle(cards)
    rolls = " ".join(str(dice.roll(6)) for _ in range(12))
    assert f"`7 dice 2` are {rolls}, and" in PAGE
    assert f"gives {' '.join(map(str, cards))}." in PAGE


def test_the_examples_of_private_seeds_come_out() -> None:
    text = f"seat 0 gets {private_seed(7, 0)} and seat 1 gets {private_seed(7, 1)}"
    assert text in PAGE


def test_every_field_of_a_record_is_listed() -> None:
    listed = [
        field for names, _ in table("field", "holds") for field in re.findall(r"`(\w+)`", names)
    ]
    assert listed == list(Record.__struct_fields__)
