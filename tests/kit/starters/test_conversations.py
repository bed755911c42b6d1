"""What starters read: every way to write the same message, whatever else is in it."""

import json
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import pytest

import engine
import sandbox
from tests.engine.transports import Scripted
from tests.kit.starters.conftest import OpenStarter

STRANGE = {
    "text": '"}]{[\\" \\ / \b \f \n \r \t \x7f é ߿ ࠀ € \uffff 😀 \U0010ffff',
    "numbers": [0, -0.5, 1e3, 1.5e-7, -12, 9007199254740991],
    "words": [True, False, None],
    "": {"empty": {}, "none": [], "": [[[[[[[[{"deep": [0]}]]]]]]]]},
}
"""A field nobody knows, with everything that JSON has."""
ALIKE = ['"', "\\", "/", "\b", "\f", "\n", "\r", "\t", "\x7f", "é", "߿", "ࠀ", "€", "\uffff", "😀"]
DEADLINE = sandbox.Deadline(charged=20, wall=90)

Conversation = Callable[[Sequence[bytes]], list[bytes]]
"""Says each line to a new bot and gives back its answers; the last line needs none."""


@pytest.fixture
def converse(unboxed: OpenStarter) -> Conversation:
    def say(lines: Sequence[bytes]) -> list[bytes]:
        answers = []
        with unboxed() as channel:
            for line in lines[:-1]:
                channel.send(line + b"\n")
                reply = channel.receive(DEADLINE)
                assert not reply.more
                answers.append(reply.line)
            channel.send(lines[-1] + b"\n")
        return answers

    return say


@cache
def told(game: str) -> list[dict[str, Any]]:
    """All that one seat is told in a game, but of a long one only how it begins and ends."""
    seats = engine.get(game).seat_counts[0]
    bots = [Scripted(*[0, 1, 1] * 500) for _ in range(seats)]
    engine.play(engine.get(game).new(seats=seats, seed=5), bots)
    *heard, over = bots[0].heard
    return [*heard[:30], over]


def plainly(message: dict[str, Any]) -> bytes:
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode()


def strangely(value: Any) -> str:
    """The same as the most unusual JSON: all letters escaped, blanks everywhere, fields added and
    in another order."""
    if isinstance(value, str):
        units = value.encode("utf-16-be").hex()
        return '"' + "".join(f"\\u{units[at : at + 4]}" for at in range(0, len(units), 4)) + '"'
    if isinstance(value, dict):
        fields = [f"{strangely(name)} :\t{strangely(item)}" for name, item in value.items()]
        fields = [f'"strange": {json.dumps(STRANGE)}', *reversed(fields), f'"x":"{"x" * 200}"']
        return "{ " + " , ".join(fields) + " }"
    if isinstance(value, list):
        return "[ " + " ,\t".join(map(strangely, value)) + " ]"
    return json.dumps(value)


def ask(destination: str, *worlds: str) -> dict[str, Any]:
    """An ask in which a starter likes the options of that destination best."""
    options = [{"world": world, "value": value} for value, world in enumerate(worlds)]
    view = {"destination": destination, "you": {"role": "shaman"}}
    return {"type": "ask", "id": 7, "kind": "follow", "options": options, "view": view}


@pytest.mark.parametrize("game", engine.names())
def test_a_message_means_the_same_however_it_is_written(game: str, converse: Conversation) -> None:
    usual = converse([plainly(message) for message in told(game)])
    unusual = converse([strangely(message).encode() + b"\r" for message in told(game)])
    assert unusual == usual
    assert [json.loads(line).get("id") for line in usual] == [None, *range(1, len(usual))]


def test_strings_that_look_alike_are_told_apart(converse: Conversation) -> None:
    asks = []
    for text in ALIKE:
        world = f"a{text}b"
        others = ["", "ab", text, f"{world}b", f"a{chr(ord(text) ^ 1)}b", f"a\\{text}b"]
        asks += [plainly(ask(world, *others, world)), plainly(ask(world, world, *others))]
        asks += [json.dumps(ask(world, *others, world)).encode()]
    lines = [plainly(told("shamans")[0]), *asks, plainly(told("shamans")[-1])]
    choices = [json.loads(answer)["choice"] for answer in converse(lines)[1:]]
    assert choices == [6, 0, 6] * len(ALIKE)


def test_a_slash_may_be_escaped(converse: Conversation) -> None:
    line = plainly(ask("a/b", "a", "a/b")).replace(b'"destination":"a/b"', rb'"destination":"a\/b"')
    lines = [plainly(told("shamans")[0]), line, plainly(told("shamans")[-1])]
    assert json.loads(converse(lines)[1])["choice"] == 1


def test_half_a_pair_of_surrogates_and_a_nul_do_no_harm(converse: Conversation) -> None:
    line = plainly(ask("b", "a", "b")).replace(
        b"{", rb'{"x":"\ud83d \udc00 \ud83d\u0041 \u0000",', 1
    )
    lines = [plainly(told("shamans")[0]), line, plainly(told("shamans")[-1])]
    assert json.loads(converse(lines)[1])["choice"] == 1


def test_a_line_may_be_long(converse: Conversation) -> None:
    worlds = ["purple", "b" * 70_000, *["green"] * 5_000]
    message = ask("b" * 70_000, *worlds) | {"x": {"list": [1.5] * 20_000}}
    lines = [plainly(told("shamans")[0]), plainly(message), plainly(told("shamans")[-1])]
    assert json.loads(converse(lines)[1])["choice"] == 1


def test_messages_of_a_later_version_are_passed_over(unboxed: OpenStarter) -> None:
    with unboxed() as channel:
        channel.send(plainly(told("shamans")[0]) + b"\n")
        assert json.loads(channel.receive(DEADLINE).line) == {"type": "ready"}
        channel.send(b'{"type":"greeting","text":"hello"}\n')
        channel.send(plainly(ask("b", "a", "b")) + b"\n")
        assert json.loads(channel.receive(DEADLINE).line)["id"] == 7
