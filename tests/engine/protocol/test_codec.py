"""Whatever a bot writes is an answer or a fault with its own name, never anything else."""

import json
import re
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from engine.faults import BotFault, meaning
from engine.protocol import codec
from engine.protocol.codec import DEPTH, LINE_BYTES, AnswerReader, answered, parse, read_ready
from engine.protocol.messages import NOTE_LENGTH, Answer

READER = AnswerReader(3, {"moth": "dark", "bat": "dark", "owl": "light"})


def fault_of(line: bytes) -> str | None:
    """The fault that the line is, as an answer to ask 7 with three options; None if it is none."""
    try:
        READER.read(line, 7, 3)
    except BotFault as fault:
        return fault.fault
    return None


def nested(depth: int) -> bytes:
    return b'{"id":7,"choice":2,"more":' + b"[" * (depth - 1) + b"]" * (depth - 1) + b"}"


def with_more(value: bytes) -> bytes:
    return b'{"id":7,"choice":2,"more":' + value + b"}"


# ── what is accepted ──────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "line",
    [
        b'{"id":7,"choice":2}',
        b'{"id": 7, "choice": 2}',
        b'{"choice": 2, "id": 7}',
        b' { "id" : 7 , "choice" : 2 } \r',
        b'{"type": "answer", "id": 7, "choice": 2}',
        b'{"id": 7, "choice": 2, "unknown": {"deep": [1.5, null, true, "\xc3\xa9"]}}',
        b'{"id": 7, "choice": 2, "note": null, "beliefs": null}',
        with_more(b'"\\ud83d\\ude00"'),
        with_more(b"9007199254740991"),
        with_more(b"-9007199254740991"),
        with_more(b"1e308"),
        with_more(b'"' + b"[" * 100 + b'\\"' + b"{" * 100 + b'"'),
        with_more(b"[" + b"[]," * 100 + b"[]]"),
        nested(DEPTH),
        with_more(b'"' + b"x" * (LINE_BYTES - 30) + b'"'),
    ],
)
def test_a_good_answer_is_read(line: bytes) -> None:
    assert READER.read(line, 7, 3) == Answer(7, 2)


def test_a_note_is_kept_up_to_its_length() -> None:
    line = json.dumps({"id": 7, "choice": 0, "note": "é" * (NOTE_LENGTH + 1)}).encode()
    assert READER.read(line, 7, 3).note == "é" * NOTE_LENGTH


@pytest.mark.parametrize(
    "beliefs",
    [
        [None, None, None],
        [{"moth": 0.5, "owl": 0.5}, None, {"owl": 1}],
        [{"dark": 0.333, "light": 0.666}, {"bat": 1.0}, None],
    ],
)
def test_beliefs_are_kept_as_numbers(beliefs: Any) -> None:
    line = json.dumps({"id": 7, "choice": 0, "beliefs": beliefs}).encode()
    read = READER.read(line, 7, 3).beliefs or []
    assert read == beliefs
    assert all(type(p) is float for belief in read if belief for p in belief.values())


# ── what is refused, one by one ───────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        (b"x" * (LINE_BYTES + 1), "output_limit:line"),
        (with_more(b"[" * 30000 + b"]" * 30000), "protocol:too_deep"),
        (b"[" * 60000, "protocol:too_deep"),
        (b'{"a":' * 10000, "protocol:too_deep"),
        (nested(DEPTH + 1), "protocol:too_deep"),
        (with_more(b"9" * 50000), "protocol:number_range"),
        (with_more(b"1" * 4300), "protocol:number_range"),
        (with_more(b"9007199254740992"), "protocol:number_range"),
        (with_more(b"-9007199254740992"), "protocol:number_range"),
        (b'{"id":9007199254740992,"choice":2}', "protocol:number_range"),
        (with_more(b"NaN"), "protocol:non_finite"),
        (with_more(b"Infinity"), "protocol:non_finite"),
        (with_more(b"-Infinity"), "protocol:non_finite"),
        (with_more(b"1e999"), "protocol:non_finite"),
        (with_more(b"-1e999"), "protocol:non_finite"),
        (b'{"id":7,"choice":1,"choice":2}', "protocol:duplicate_key"),
        (with_more(b'{"a":1,"a":1}'), "protocol:duplicate_key"),
        (b'{"id":7,"choice":2,"\\u0069d":7}', "protocol:duplicate_key"),
        (with_more(b'"\xff"'), "protocol:invalid_utf8"),
        (with_more(b'"\xed\xa0\x80"'), "protocol:invalid_utf8"),
        (b'{"id":7,"choice":2}\x80', "protocol:invalid_utf8"),
        ('{"id":7,"choice":2}'.encode("utf-16"), "protocol:invalid_utf8"),
        ('{"id":7,"choice":2}'.encode("utf-16-le"), "protocol:invalid_json"),
        ('{"id":7,"choice":2}'.encode("utf-16-be"), "protocol:invalid_json"),
        ('{"id":7,"choice":2}'.encode("utf-32"), "protocol:invalid_utf8"),
        (b'\xef\xbb\xbf{"id":7,"choice":2}', "protocol:invalid_json"),
        (with_more(b'"\x00"'), "protocol:bad_string"),
        (with_more(b'"\\u0000"'), "protocol:bad_string"),
        (b'{"id":7,"choice":2,"\\u0000":1}', "protocol:bad_string"),
        (with_more(b'"\\ud800"'), "protocol:bad_string"),
        (with_more(b'["\\udc00x"]'), "protocol:bad_string"),
        (with_more(b'"\x1b"'), "protocol:invalid_json"),
        (b"", "protocol:not_an_object"),
        (b" \t\r", "protocol:not_an_object"),
        (b"[7, 2]", "protocol:not_an_object"),
        (b"2", "protocol:not_an_object"),
        (b'"choice"', "protocol:not_an_object"),
        (b"null", "protocol:not_an_object"),
        (b"thinking...", "protocol:invalid_json"),
        (b'{"id":7,"choice":2', "protocol:invalid_json"),
        (b'{"id":7,"choice":2}{"id":8,"choice":2}', "protocol:invalid_json"),
        (b"{'id':7,'choice':2}", "protocol:invalid_json"),
        (b'{"id":07,"choice":2}', "protocol:invalid_json"),
        (b'{"id":7,"choice":2,}', "protocol:invalid_json"),
        (b"{}", "protocol:missing_field"),
        (b'{"id":7}', "protocol:missing_field"),
        (b'{"choice":2}', "protocol:missing_field"),
        (b'{"id":"7","choice":2}', "protocol:bad_field"),
        (b'{"id":7,"choice":2.0}', "protocol:bad_field"),
        (b'{"id":7,"choice":true}', "protocol:bad_field"),
        (b'{"id":7,"choice":null}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"note":["x"]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":{}}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,[]]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{}]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{"elf":1}]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{"owl":0.5}]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{"owl":"1"}]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{"owl":2,"bat":-1}]}', "protocol:bad_field"),
        (b'{"id":7,"choice":2,"beliefs":[null,null,{"owl":0.5,"dark":0.5}]}', "protocol:bad_field"),
        (b'{"id":6,"choice":2}', "protocol:wrong_id"),
        (b'{"id":8,"choice":2}', "protocol:wrong_id"),
        (b'{"id":-7,"choice":2}', "protocol:wrong_id"),
        (b'{"id":0,"choice":2}', "protocol:wrong_id"),
        (b'{"id":7,"choice":3}', "illegal_choice"),
        (b'{"id":7,"choice":-1}', "illegal_choice"),
        (b'{"id":7,"choice":9007199254740991}', "illegal_choice"),
    ],
)
def test_a_bad_line_is_a_fault_of_its_own(line: bytes, fault: str) -> None:
    assert fault_of(line) == fault


def test_four_thousand_keys_are_read_like_any() -> None:
    line = json.dumps({f"k{i}": i for i in range(4000)} | {"id": 7, "choice": 1}).encode()
    assert len(line) <= LINE_BYTES
    assert READER.read(line, 7, 3) == Answer(7, 1)


def test_a_string_that_never_ends_is_refused_in_linear_time() -> None:
    """Read carelessly, each of its 30,000 escaped quotes is the start of another long string."""
    assert fault_of(b"[" * 40 + b'"' + b'\\"' * 30000) == "protocol:too_deep"
    assert fault_of(b'"' + b'\\"' * 30000 + b"[" * 40) == "protocol:invalid_json"


def test_a_fault_quotes_the_line_harmlessly() -> None:
    with pytest.raises(BotFault) as caught:
        parse(b"\x1b[31m<script>" + b"y" * 500)
    assert caught.value.detail.endswith("...")
    assert r"\x1b[31m<script>" in caught.value.detail
    assert caught.value.detail.isprintable()
    assert len(caught.value.detail) < 200


def test_ready_is_an_object_that_says_so() -> None:
    read_ready(b'{"type": "ready", "name": "any other field"}')
    for line, fault in [
        (b"ready", "protocol:invalid_json"),
        (b"{}", "protocol:missing_field"),
        (b'{"type": "answer"}', "protocol:bad_field"),
        (b'{"type": ["ready"]}', "protocol:bad_field"),
    ]:
        with pytest.raises(BotFault, match=fault):
            read_ready(line)


def test_a_late_answer_is_known_by_its_id() -> None:
    assert answered(b'{"id": 4, "choice": 99}') == 4
    assert answered(b'{"id": "4"}') is None
    assert answered(b"{}") is None
    assert answered(b"4") is None


# ── anything at all ───────────────────────────────────────────────────────────────────────────

words = st.text('ab"\\\0é\u2028\ud800\U0001f600', max_size=8)
values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | words,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(words, inner, max_size=4),
    max_leaves=8,
)
answers = st.fixed_dictionaries(
    {},
    optional={
        "id": st.just(7) | values,
        "choice": st.integers(-1, 4) | values,
        "note": values,
        "beliefs": st.lists(st.none() | st.dictionaries(st.sampled_from(["owl", "dark"]), values)),
        "more": values,
    },
)


def read_or_fault(line: bytes) -> Answer | str:
    """Read the line; any exception that is no fault of the vocabulary fails the test."""
    try:
        return READER.read(line, 7, 3)
    except BotFault as error:
        fault = error
    assert meaning(fault.fault)
    assert fault.detail.isprintable()
    return fault.fault


@given(st.binary(max_size=300))
@example(b"\\" * 50 + b"[" * 50)
def test_any_bytes_are_an_answer_or_a_fault(line: bytes) -> None:
    read_or_fault(line)


@given(answers)
def test_any_object_is_an_answer_or_a_fault(message: Any) -> None:
    result = read_or_fault(json.dumps(message).encode())
    if isinstance(result, Answer):
        assert result.id == message["id"] == 7
        assert result.choice == message["choice"]
        json.dumps(result.beliefs, allow_nan=False)


@given(answers, st.data())
def test_a_damaged_answer_is_an_answer_or_a_fault(message: Any, data: st.DataObject) -> None:
    line = bytearray(json.dumps(message, ensure_ascii=False).encode("utf-8", "surrogatepass"))
    for _ in range(data.draw(st.integers(1, 3))):
        line[data.draw(st.integers(0, len(line) - 1))] = data.draw(st.integers(0, 255))
    read_or_fault(bytes(line))


@given(st.from_regex(re.compile(rb'\{"id": ?\d{1,17}, ?"choice": ?\d{1,17}\}\s?'), fullmatch=True))
@example(b'{"id": 7, "choice": 2}')
@example(b'{"id":7,"choice":0}\n')
def test_the_short_way_and_the_strict_way_agree(line: bytes) -> None:
    quick = read_or_fault(line)
    usual, codec._USUAL = codec._USUAL, re.compile(b"(?!)")
    try:
        assert read_or_fault(line) == quick
    finally:
        codec._USUAL = usual
