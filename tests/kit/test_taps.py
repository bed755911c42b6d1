"""What sits between referee and bot: it changes what it says it changes, and nothing else."""

import json

import engine
from engine.kernel import Json
from engine.players import Random
from engine.referee import Report, play
from engine.transport import Transport
from kit.taps import Impatient, Listener, Stranger, Substitute, Tap
from tests.engine.transports import Scripted

GAME = engine.get("shamans")


def match(bot: Transport) -> Report:
    return play(GAME.new(seats=3, seed=3), [bot, Random(), Random()])


def test_a_tap_passes_everything_on() -> None:
    assert match(Tap(Random())) == match(Random())


def test_a_listener_keeps_what_was_said_in_order() -> None:
    listener = Listener(Scripted())
    match(listener)
    kinds = [json.loads(text).get("type", "answer") for _, text in listener.lines]
    assert kinds[:2] == ["start", "ready"]
    assert kinds[-1] == "over"
    assert kinds[2:-1] == ["ask", "answer"] * (len(kinds[2:-1]) // 2)
    assert [by_bot for by_bot, _ in listener.lines[:4]] == [False, True, False, True]


def test_a_stranger_adds_fields_to_every_message() -> None:
    bot, plain = Scripted(), Scripted()
    assert match(Stranger(bot)).fingerprint == match(plain).fingerprint
    for strange, usual in zip(bot.heard, plain.heard, strict=True):
        assert without(strange) == usual
        assert set(strange) - set(usual) == {"unknown", "more_unknown"}


def without(message: Json) -> Json:
    return {name: value for name, value in message.items() if "unknown" not in name}


def test_the_impatient_gives_up_on_one_ask_and_the_bot_is_heard_again() -> None:
    bot = Scripted(0, 0, 0, unasked={3: [b'{"id": 2, "choice": 0}']})
    report = match(Impatient(bot, at_ask=2))
    assert [(fault.seat, fault.fault) for fault in report.faults] == [(0, "timeout:wall")]
    assert len(bot.asks) > 3


def test_a_substitute_hears_what_the_other_had_been_told() -> None:
    late, always = Scripted(), Listener(Random())
    report = match(Substitute(late, Random(), at_ask=3, asks=4))
    match(always)
    assert report.faults == []
    assert [message["type"] for message in late.heard[:2]] == ["start", "ask"]
    assert [message["id"] for message in late.asks] == [3, 4, 5, 6]
    messages = [json.loads(text) for by_bot, text in always.lines if not by_bot]
    told = [event for ask in messages[1:4] for event in ask["events"]]
    assert late.asks[0]["events"] == told
    assert late.asks[0]["view"] == messages[3]["view"]


def test_a_substitute_that_is_there_from_the_first_ask_is_the_player() -> None:
    assert match(Substitute(Random(), Random(), at_ask=1, asks=1000)) == match(Random())
