"""Where two plays of a match part: the first message, whoever's it is and whatever it is."""

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from engine.difference import Difference, first_difference, place_of
from engine.faults import BotFault
from engine.players import First
from engine.record import Record, record
from engine.referee import Report, play
from engine.transport import Transport
from tests.engine import toy
from tests.engine.transports import Scripted

pytestmark = pytest.mark.usefixtures("lanterns")


def played(*players: Transport) -> Report:
    return play(toy.GAME.new(seats=3, seed=1), players or (First(), First(), First()))


def recorded(*players: Transport) -> Record:
    return record(played(*players), ["one", "two", "three"])


def difference(then: Sequence[Transport], now: Sequence[Transport]) -> Difference:
    found = first_difference(recorded(*then), played(*now))
    assert found is not None
    return found


def at(seat: int, bot: Any) -> list[Transport]:
    """A table of players that take the first option, with this bot in that seat."""
    table: list[Transport] = [First(), First(), First()]
    table[seat] = bot
    return table


def test_the_same_play_is_no_difference_whatever_was_noted() -> None:
    noting = Scripted({"choice": 0, "note": "hm", "beliefs": [{"owl": 1}, None, None]}, 0, 0, 0)
    assert first_difference(recorded(*at(1, Scripted(0, 0, 0, 0))), played(*at(1, noting))) is None


def test_another_choice_is_found_where_it_was_made() -> None:
    found = difference(at(1, Scripted(0, 0, 0)), at(1, Scripted(0, 1, 0)))
    assert (found.seat, found.turn, found.field) == (1, 2, "choice")
    assert (found.recorded, found.now) == ({"id": 2, "choice": 0}, {"id": 2, "choice": 1})
    assert found.ask is not None
    assert found.ask.seat == 1


def test_a_fault_is_found_even_if_it_chose_the_same() -> None:
    found = difference(at(0, Scripted(0)), at(0, Scripted(BotFault("timeout:cpu", "slow"))))
    assert (found.decision, found.field) == (0, "fault")
    assert found.recorded == {"id": 1, "choice": 0}
    assert found.now == {"fault": "timeout:cpu", "detail": "slow"}


def test_the_wording_of_a_fault_is_no_difference() -> None:
    one, other = (at(0, Scripted(BotFault("timeout:cpu", words))) for words in ("slow", "late"))
    assert first_difference(recorded(*one), played(*other)) is None


def test_a_bot_that_was_not_ready_differs_before_the_first_decision() -> None:
    found = difference(at(2, Scripted()), at(2, Scripted(start=BotFault("crash:exit 1"))))
    assert (found.seat, found.decision, found.ask, found.field) == (2, None, None, "fault")
    assert found.recorded == {"type": "ready"}


def test_what_was_told_otherwise_is_told_from_what_was_done() -> None:
    match = recorded()
    other = msgspec.structs.replace(match, trail=["0" * 8, *match.trail[1:]], fingerprint="0" * 64)
    found = first_difference(match, other)
    assert found is not None
    assert (found.decision, found.field) == (0, "told")
    assert found.recorded == found.now


def test_a_play_that_ends_sooner_differs_there() -> None:
    match = recorded()
    cut = {name: getattr(match, name)[:-1] for name in ("choices", "times", "trail")}
    found = first_difference(match, msgspec.structs.replace(match, fingerprint="0" * 64, **cut))
    assert found is not None
    assert (found.seat, found.decision) == (None, len(match.choices) - 1)


def test_asks_that_were_not_sent_are_not_counted() -> None:
    bot = Scripted(0, unasked={2: [b"early"]})
    report = played(*at(1, bot))
    early = next(fault.decision for fault in report.faults)
    assert early is not None
    later = next(n for n in range(early + 1, len(report.choices)) if whose(report, n) == 1)
    assert place_of(toy.GAME.new(seats=3, seed=1), report, later)[1] == 2


def whose(report: Report, decision: int) -> int:
    """The seat that decision was put to."""
    return place_of(toy.GAME.new(seats=3, seed=1), report, decision)[2].seat
