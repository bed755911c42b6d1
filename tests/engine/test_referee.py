"""The referee asks, times, strikes and ranks by the same rules for every seat."""

import json
from typing import Any

import pytest

import engine
from engine.clock import Clock, Deadline
from engine.faults import BotFault, PlatformError, Spent
from engine.kernel import Game
from engine.players import First, Random
from engine.referee import Fault, play, private_seed, rank
from engine.transport import Reply
from tests.engine import toy
from tests.engine.helpers import now
from tests.engine.transports import Scripted

READY = b'{"type": "ready"}'


def game(seats: int = 3, seed: int = 1, **options: int) -> Game:
    return toy.GAME.new(seats=seats, seed=seed, options=options)


def slow(
    charged: float, wall: float | None = None, line: bytes = b'{"id": 1, "choice": 0}'
) -> Reply:
    """An answer that took so long."""
    return Reply(line, Spent(charged, charged, charged if wall is None else wall))


# ── a match without faults ────────────────────────────────────────────────────────────────────


def test_players_play_a_whole_game() -> None:
    report = play(game(), [First(), Random(), Random()])
    assert report.game == "lanterns"
    assert report.terms == (3, 1, {"rounds": 3})
    assert report.outcome.reason == "last_round"
    assert report.outcome.placements == toy.outcome_of(1, report.choices, seats=3).placements
    assert report.faults == []
    assert len(report.times) == len(report.trail) == len(report.choices)
    assert [seat.strikes for seat in report.seats] == [0, 0, 0]


def test_the_engine_itself_offers_play() -> None:
    assert engine.play(game(), [First() for _ in range(3)]).faults == []


def test_the_same_players_play_the_same_match_again() -> None:
    one, other = (play(game(seed=9), [Random() for _ in range(3)]) for _ in range(2))
    assert one == other
    assert play(game(seed=8), [Random() for _ in range(3)]).fingerprint != one.fingerprint


def test_all_seats_are_started_before_any_is_waited_for() -> None:
    log: list[tuple[Scripted, str]] = []
    bots = [Scripted(log=log) for _ in range(3)]
    play(game(), bots)
    assert log[:6] == [(bot, "send") for bot in bots] + [(bot, "receive") for bot in bots]


def test_the_start_says_all_a_bot_needs() -> None:
    bot = Scripted()
    clock = Clock(start_seconds=2.0, answer_seconds=0.5, bank_seconds=3.0, match_seconds=60.0)
    play(game(rounds=2), [First(), bot, First()], clock=clock, limits={"memory_mb": 256})
    assert bot.heard[0] == {
        "type": "start",
        "protocol": 1,
        "game": "lanterns",
        "rules_version": 1,
        "options": {"rounds": 2},
        "seats": 3,
        "seat": 1,
        "seed": private_seed(1, 1),
        "clock": {
            "start_seconds": 2.0,
            "answer_seconds": 0.5,
            "bank_seconds": 3.0,
            "match_seconds": 60.0,
        },
        "limits": {"memory_mb": 256},
    }


def test_an_ask_has_the_view_and_what_was_told_since_the_last() -> None:
    bots = [Scripted() for _ in range(3)]
    played = game()
    play(played, bots)
    first, second = bots[1].asks[:2]
    assert first["view"]["hand"] == toy.setup(3, 1, {"rounds": 3}).hands[1]
    assert [event["type"] for event in first["events"]] == ["round"]
    assert second["events"][0]["type"] == "shown"
    told = [event for ask in bots[1].heard[1:] for event in ask["events"]]
    assert told == [event.as_json() for event in played.events if event.heard_by(1)]


def test_ask_ids_count_for_each_seat_alone() -> None:
    bots = [Scripted() for _ in range(3)]
    play(game(), bots)
    for bot in bots:
        assert [ask["id"] for ask in bot.asks] == list(range(1, len(bot.asks) + 1))


def test_the_end_is_told_to_everybody() -> None:
    bots = [Scripted() for _ in range(3)]
    report = play(game(), bots)
    for bot in bots:
        assert bot.heard[-1]["type"] == "over"
        assert bot.heard[-1]["outcome"] == report.outcome.as_json()
        assert bot.closed


def test_what_a_bot_does_after_the_end_cannot_matter() -> None:
    class Leaving(Scripted):
        def send(self, line: bytes) -> None:
            super().send(line)
            if b'"over"' in line:
                raise BotFault("crash:exit 1")

    report = play(game(), [Leaving(), First(), First()])
    assert report.faults == []
    assert report.seats[0].out is None


def test_notes_and_beliefs_are_kept_with_their_decision() -> None:
    beliefs = [None, {"moth": 0.25, "owl": 0.75}, None]
    bot = Scripted({"choice": 1, "note": "low"}, {"choice": 0, "beliefs": beliefs})
    report = play(game(), [First(), bot, First()])
    assert report.said[0] == (1, 1, "low", None)
    assert report.said[1][2:] == (None, beliefs)
    assert report.choices[1] == 1


def test_a_seat_that_says_too_much_is_kept_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.referee.REMARK_BYTES", 80)
    notes = ["x" * 20, "y" * 40, "z"]
    bot = Scripted(*({"choice": 1, "note": note} for note in notes))
    report = play(game(seats=2), [bot, First()])
    assert report.faults == []
    assert [said.note for said in report.said] == ["x" * 20, "z"]
    assert len(bot.asks) >= 3


def test_usage_is_reported_as_the_bots_give_it() -> None:
    bots = [Scripted() for _ in range(3)]
    report = play(game(), bots)
    assert [seat.usage for seat in report.seats] == [{"asks": len(bot.asks)} for bot in bots]


def test_a_match_needs_a_new_game_and_a_player_for_each_seat() -> None:
    begun = game()
    begun.choose(0)
    bots = [Scripted() for _ in range(3)]
    with pytest.raises(ValueError, match="new game"):
        play(begun, bots)
    assert [bot.closed for bot in bots] == [1, 1, 1]
    with pytest.raises(ValueError, match="as many players, not 2"):
        play(game(), [First(), First()])


# ── the private seed ──────────────────────────────────────────────────────────────────────────


def test_private_seeds_are_hashes_of_seed_and_seat() -> None:
    assert private_seed(7, 0) == 351065841692852
    assert private_seed(7, 1) == 1070110459743825
    seeds = {private_seed(seed, seat) for seed in range(50) for seat in range(8)}
    assert len(seeds) == 400
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_nothing_said_to_a_bot_contains_the_seed_of_the_match() -> None:
    seed = 8234567890123456
    bots = [Scripted() for _ in range(3)]
    play(game(seed=seed), bots)
    assert not any(str(seed) in json.dumps(bot.heard) for bot in bots)


# ── strikes ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("answer", "fault"),
    [
        (99, "illegal_choice"),
        (-1, "illegal_choice"),
        ({"choice": "1"}, "protocol:bad_field"),
        ({"choice": 0, "id": 5}, "protocol:wrong_id"),
        (b"hello", "protocol:invalid_json"),
        (b"", "protocol:not_an_object"),
        (BotFault("timeout:cpu"), "timeout:cpu"),
        (BotFault("timeout:wall"), "timeout:wall"),
        (Reply(b'{"id":1,"choice":0}', Spent(), more=True), "protocol:extra_output"),
        (slow(11.5), "timeout:cpu"),
    ],
)
def test_a_bad_answer_plays_the_default_and_counts_a_strike(answer: Any, fault: str) -> None:
    bot = Scripted(answer)
    report = play(game(), [bot, First(), First()])
    assert report.choices[0] == bot.asks[0]["default"] == 2
    assert [(f.seat, f.decision, f.fault) for f in report.faults] == [(0, 0, fault)]
    assert report.seats[0].strikes == 1
    assert report.seats[0].out is None
    assert len(bot.asks) > 1


def test_three_strikes_and_the_seat_is_out() -> None:
    bot = Scripted(99, 0, 99, 99, 0, 0)
    report = play(game(seats=2), [bot, First()])
    assert [fault.fault for fault in report.faults] == ["illegal_choice"] * 3
    assert report.seats[0].out == report.faults[-1]
    assert len(bot.asks) == 4
    assert bot.closed
    assert bot.heard[-1]["type"] == "ask"
    assert report.outcome.placements[0] == 2


@pytest.mark.parametrize(
    "fault", ["crash:exit 1", "crash:SIGSEGV", "memory_limit", "output_limit:line", "timeout:match"]
)
def test_a_dead_bot_is_out_at_once(fault: str) -> None:
    bot = Scripted(BotFault(fault, "gone"))
    report = play(game(), [bot, First(), First()])
    assert report.seats[0].out == Fault(0, 0, fault, "gone")
    assert len(bot.asks) == 1
    assert bot.closed


def test_a_seat_that_is_out_plays_defaults_and_is_not_timed() -> None:
    bot = Scripted(BotFault("crash:exit 0"))
    played = game()
    others = [Scripted(0, 0, 0), Scripted(0, 0, 0)]
    report = play(played, [bot, *others])
    replay = game()
    for decision, choice in enumerate(report.choices):
        if now(replay).seat == 0:
            assert choice == now(replay).default
            assert (report.times[decision] is None) == (decision > 0)
        replay.choose(choice)
    assert all(other.heard[-1]["type"] == "over" for other in others)


@pytest.mark.parametrize(
    ("start", "fault"),
    [
        (BotFault("timeout:cpu"), "timeout:start"),
        (BotFault("timeout:wall"), "timeout:start"),
        (BotFault("crash:exit 2"), "crash:exit 2"),
        (Reply(READY, Spent(5.1, 1.0, 5.1)), "timeout:start"),
        (Reply(READY, Spent(), more=True), "protocol:extra_output"),
        (b"hi", "protocol:invalid_json"),
        (b"{}", "protocol:missing_field"),
        (b'{"type": "go"}', "protocol:bad_field"),
    ],
)
def test_a_bot_that_is_not_ready_is_out_before_the_first_decision(start: Any, fault: str) -> None:
    bot = Scripted(start=start)
    report = play(game(), [First(), bot, First()])
    assert [(f.seat, f.decision, f.fault) for f in report.faults] == [(1, None, fault)]
    assert report.seats[1].out == report.faults[0]
    assert bot.asks == []
    assert report.outcome.placements[1] == 3


def test_a_bot_that_dies_before_it_hears_the_start_is_out() -> None:
    class Dead(Scripted):
        def send(self, line: bytes) -> None:
            raise BotFault("crash:SIGKILL")

    report = play(game(), [Dead(), First(), First()])
    assert report.faults == [
        Fault(0, None, "crash:SIGKILL", "the bot's process ended (SIGKILL)"),
    ]


def test_a_start_within_its_budget_is_no_fault() -> None:
    report = play(game(), [Scripted(start=Reply(READY, Spent(5.0, 5.0, 9.0))), First(), First()])
    assert report.faults == []


# ── ranking ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("placements", "out_since", "final"),
    [
        ((1, 2, 3), (None, None, None), (1, 2, 3)),
        ((1, 2, 3), (5, None, None), (3, 1, 2)),
        ((1, 1, 3), (None, 5, None), (1, 3, 2)),
        ((1, 2, 2, 4), (7, None, None, 9), (4, 1, 1, 3)),
        ((1, 2, 3), (-1, -1, None), (2, 2, 1)),
        ((1, 2, 3), (-1, 4, 9), (3, 2, 1)),
    ],
)
def test_seats_that_are_out_rank_behind_the_others_the_later_the_better(
    placements: tuple[int, ...], out_since: tuple[int | None, ...], final: tuple[int, ...]
) -> None:
    assert rank(placements, out_since) == final


def test_the_game_keeps_its_points_when_a_seat_is_out() -> None:
    report = play(game(), [Scripted(start=b""), First(), First()])
    assert report.outcome.points == toy.outcome_of(1, report.choices, seats=3).points
    assert report.outcome.placements[0] == 3


# ── early, late and too much ──────────────────────────────────────────────────────────────────


def test_output_before_the_ask_is_a_fault_and_the_ask_is_not_sent() -> None:
    bot = Scripted(unasked={2: [b'{"id":2,"choice":0}']})
    played = game()
    report = play(played, [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == ["protocol:early_output"]
    assert [ask["id"] for ask in bot.asks] == list(range(1, len(bot.asks) + 1))
    told = [event for ask in bot.heard[1:] for event in ask["events"]]
    assert told == [event.as_json() for event in played.events if event.heard_by(0)]


def test_a_late_answer_is_thrown_away_when_it_comes_before_the_next_ask() -> None:
    bot = Scripted(BotFault("timeout:wall"), unasked={2: [b'{"id": 1, "choice": 0}']})
    report = play(game(), [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == ["timeout:wall"]


def test_a_late_answer_is_thrown_away_when_it_comes_instead_of_the_next() -> None:
    bot = Scripted(BotFault("timeout:wall"), b'{"id": 1, "choice": 1}', 0)
    report = play(game(), [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == ["timeout:wall"]
    assert report.choices[0] == 2


def test_an_answer_can_be_late_only_once() -> None:
    late = b'{"id": 1, "choice": 1}'
    bot = Scripted(BotFault("timeout:wall"), late, late)
    report = play(game(), [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == ["timeout:wall", "protocol:wrong_id"]


def test_nonsense_is_not_taken_for_a_late_answer() -> None:
    bot = Scripted(BotFault("timeout:wall"), unasked={2: [b"hm"]})
    report = play(game(), [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == ["timeout:wall", "protocol:early_output"]


# ── clocks ────────────────────────────────────────────────────────────────────────────────────


def test_what_an_answer_takes_beyond_its_budget_comes_out_of_the_bank() -> None:
    bot = Scripted(slow(0.4), slow(3.5, line=b'{"id":2,"choice":0}'))
    play(game(), [bot, First(), First()])
    clocks = [ask["clock"] for ask in bot.asks[:3]]
    assert [clock["bank_seconds"] for clock in clocks] == [10.0, 10.0, 7.5]
    assert [clock["answer_seconds"] for clock in clocks] == [1.0, 1.0, 1.0]


def test_deadlines_follow_the_bank() -> None:
    bot = Scripted(slow(3.0))
    play(game(), [bot, First(), First()])
    assert bot.deadlines[:3] == [Deadline(5.0, 10.0), Deadline(11.0, 34.0), Deadline(9.0, 28.0)]


def test_a_timeout_empties_the_bank() -> None:
    bot = Scripted(BotFault("timeout:cpu", spent=Spent(11.0, 11.0, 11.0)), slow(0.5))
    report = play(game(), [bot, First(), First()])
    assert bot.asks[1]["clock"]["bank_seconds"] == 0.0
    assert report.times[0] == Spent(11.0, 11.0, 11.0)


def test_the_time_of_a_bad_answer_counts_too() -> None:
    bot = Scripted(slow(4.0, line=b"?"), 0)
    report = play(game(), [bot, First(), First()])
    assert bot.asks[1]["clock"]["bank_seconds"] == 7.0
    assert report.times[0] == Spent(4.0, 4.0, 4.0)


def test_a_seat_cannot_hold_the_table_for_longer_than_its_match_time() -> None:
    clock = Clock(start_seconds=5.0, answer_seconds=1.0, bank_seconds=0.0, match_seconds=5.0)
    asleep = BotFault("timeout:wall", spent=Spent(0.5, 0.0, 2.0))
    bot = Scripted(slow(0.1, wall=3.0), asleep)
    report = play(game(), [bot, First(), First()], clock=clock)
    assert bot.deadlines[1:] == [Deadline(1.0, 4.0), Deadline(1.0, 2.0)]
    assert [fault.fault for fault in report.faults] == ["timeout:match"]
    assert report.seats[0].out is not None


def test_other_faults_do_not_owe_an_answer() -> None:
    bot = Scripted(b"?", b'{"id": 1, "choice": 1}')
    report = play(game(), [bot, First(), First()])
    assert [fault.fault for fault in report.faults] == [
        "protocol:invalid_json",
        "protocol:wrong_id",
    ]


# ── not the bots' fault ───────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("moment", ["start", "ask"])
def test_an_error_of_the_platform_is_no_fault_and_no_result(moment: str) -> None:
    trouble = PlatformError("the daemon is gone")
    bot = Scripted(start=trouble) if moment == "start" else Scripted(trouble)
    others = [Scripted(), Scripted()]
    with pytest.raises(PlatformError, match="daemon"):
        play(game(), [bot, *others])
    assert [seat.closed for seat in (bot, *others)] == [1, 1, 1]


def test_a_fault_outside_the_vocabulary_is_a_mistake_of_the_platform() -> None:
    with pytest.raises(ValueError, match="vocabulary"):
        BotFault("bad mood")
