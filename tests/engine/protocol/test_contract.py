"""The schema files are what the message types make of them, and they say what is meant."""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from engine.protocol import contract
from engine.protocol.messages import MESSAGES


@pytest.mark.parametrize("name", MESSAGES)
def test_the_schema_file_is_up_to_date(name: str) -> None:
    path = contract.FOLDER / f"{name}.json"
    assert path.read_text(encoding="utf-8") == contract.text(name), (
        "the messages changed: run `python -m engine schema`"
    )


def test_there_are_no_other_schema_files() -> None:
    assert sorted(path.stem for path in contract.FOLDER.iterdir()) == sorted(MESSAGES)


@pytest.mark.parametrize("name", MESSAGES)
def test_the_schema_is_valid_itself(name: str) -> None:
    Draft202012Validator.check_schema(contract.schema(name))


@pytest.mark.parametrize(
    ("name", "message", "valid"),
    [
        ("ready", {"type": "ready"}, True),
        ("ready", {"type": "ready", "more": 1}, True),
        ("ready", {"type": "steady"}, False),
        ("ready", {}, False),
        ("answer", {"id": 1, "choice": 0}, True),
        ("answer", {"id": 1, "choice": 0, "more": []}, True),
        ("answer", {"id": 1, "choice": 0, "note": "x", "beliefs": [None, {"a": 1}]}, True),
        ("answer", {"id": 0, "choice": 0}, False),
        ("answer", {"id": 1, "choice": -1}, False),
        ("answer", {"id": 1}, False),
        ("answer", {"id": 1, "choice": 0, "beliefs": [{"a": 2}]}, False),
        ("over", {"type": "over", "outcome": {}, "events": [{"type": "x"}]}, True),
        ("over", {"type": "over", "outcome": {}, "events": [{}]}, False),
    ],
)
def test_the_schema_tells_good_messages_from_bad(name: str, message: Any, valid: bool) -> None:
    assert Draft202012Validator(contract.schema(name)).is_valid(message) is valid


def test_writing_the_schema_writes_every_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(contract, "FOLDER", tmp_path / "v1")
    paths = contract.write()
    assert [json.loads(path.read_text())["title"] for path in paths] == [
        f"{name}, protocol version 1" for name in MESSAGES
    ]
