"""A record replays to the byte; anything that was done to it is refused by name."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from engine.faults import BotFault, Spent
from engine.players import First, Random
from engine.record import (
    Different,
    Record,
    RecordError,
    Unplayable,
    Unreadable,
    cut,
    dump,
    load,
    record,
    verify,
)
from engine.referee import play
from engine.spec import GameSpec
from engine.transport import Reply, Transport
from tests.engine import toy
from tests.engine.helpers import now
from tests.engine.transports import Scripted

pytestmark = pytest.mark.usefixtures("lanterns")
BOTS = ["one", "two", "three"]


def recorded(
    *players: Transport, seed: int = 1, options: dict[str, int] | None = None
) -> dict[str, Any]:
    """The record of a match, as its file, decoded."""
    game = toy.GAME.new(seats=3, seed=seed, options=options)
    report = play(game, players or (First(), Random(), Random()))
    match: dict[str, Any] = json.loads(dump(record(report, BOTS)))
    return match


def refusal(kind: type[RecordError], match: Any) -> str:
    """The sentence with which the record is refused."""
    with pytest.raises(kind) as caught:
        verify(load(json.dumps(match).encode()))
    return str(caught.value)


# ── records that hold ─────────────────────────────────────────────────────────────────────────


def test_a_record_holds_all_that_is_needed_to_play_again() -> None:
    match = recorded(options={"rounds": 2})
    assert match["game"] == "lanterns"
    assert (match["rules_version"], match["seats"], match["seed"]) == (1, 3, 1)
    assert match["options"] == {"rounds": 2}
    assert match["bots"] == BOTS
    assert match["clock"]["bank_seconds"] == 10.0
    assert len(match["choices"]) == len(match["times"]) == len(match["trail"])
    assert match["outcome"]["reason"] == "last_round"
    assert len(match["fingerprint"]) == 64


def test_a_record_verifies() -> None:
    match = recorded()
    report = verify(load(json.dumps(match).encode()))
    assert report.choices == match["choices"]
    assert report.fingerprint == match["fingerprint"]
    assert report.outcome.as_json() == match["outcome"]


@pytest.mark.parametrize(
    "bot",
    [
        Scripted(99, 0, b"?", 0),
        Scripted(99, 99, 99),
        Scripted(BotFault("crash:SIGSEGV")),
        Scripted(0, BotFault("memory_limit")),
        Scripted(start=BotFault("timeout:wall")),
        Scripted(start=b"?"),
        Scripted(BotFault("timeout:wall"), unasked={2: [b'{"id":1,"choice":0}']}),
        Scripted(BotFault("timeout:wall"), b'{"id":1,"choice":1}', 0),
        Scripted(BotFault("timeout:cpu"), 0, BotFault("timeout:cpu"), BotFault("timeout:cpu")),
        Scripted(unasked={1: [b"early"], 2: [b"again"]}),
        Scripted(Reply(b'{"id":1,"choice":0}', Spent(), more=True)),
        Scripted(BotFault("timeout:match")),
        Scripted({"choice": 1, "note": "hm é", "beliefs": [None, {"moth": 1}, {"owl": 0.995}]}),
    ],
)
def test_a_record_with_faults_and_remarks_verifies(bot: Any) -> None:
    match = recorded(Random(), bot, Random(), seed=4)
    report = verify(load(json.dumps(match).encode()))
    assert report.choices == match["choices"]
    assert [list(fault) for fault in report.faults] == [
        [f["seat"], f["decision"], f["fault"], f["detail"]] for f in match["faults"]
    ]


def test_times_are_written_down_and_are_no_part_of_the_fingerprint() -> None:
    slow = Scripted(Reply(b'{"id":1,"choice":2}', Spent(2.5, 2.4, 2.6)))
    one, other = recorded(slow, First(), First()), recorded(Scripted(2), First(), First())
    assert one["times"][0] == [2.5, 2.4, 2.6]
    assert one["fingerprint"] == other["fingerprint"]


def test_the_choice_is_in_the_fingerprint() -> None:
    one, other = (recorded(Scripted(choice), First(), First()) for choice in (1, 2))
    assert one["fingerprint"] != other["fingerprint"]


@pytest.mark.parametrize(
    "remark", [{"note": "n"}, {"beliefs": [None, None, {"owl": 1}]}, {"note": "n", "mood": "bad"}]
)
def test_whatever_else_a_bot_says_is_no_part_of_the_fingerprint(remark: Any) -> None:
    plain = recorded(Scripted(2), First(), First())
    talking = recorded(Scripted({"choice": 2, **remark}), First(), First())
    assert talking["remarks"] != plain["remarks"]
    assert (talking["fingerprint"], talking["trail"]) == (plain["fingerprint"], plain["trail"])


def test_the_fault_is_in_the_fingerprint_but_not_its_wording() -> None:
    one, same, other = (
        recorded(Scripted(fault), First(), First())["fingerprint"]
        for fault in (b"?", b"!", BotFault("timeout:cpu"))
    )
    assert one == same != other


def test_the_fingerprint_is_what_the_documentation_says(lanterns: GameSpec) -> None:
    """Rebuilt here from the definition alone."""
    bots = [Scripted(0, {"choice": 1, "note": "x"}), Scripted(99), Scripted(start=b"?")]
    report = play(lanterns.new(seats=3, seed=2), bots)

    def lines() -> Iterator[tuple[int, str, Any]]:
        for seat, bot in enumerate(bots):
            yield seat, ">", bot.heard[0]
        yield 0, "<", {"type": "ready"}
        yield 1, "<", {"type": "ready"}
        yield 2, "<", {"fault": "protocol:invalid_json"}
        game = lanterns.new(seats=3, seed=2)
        asked = [iter(bot.asks) for bot in bots]
        for choice in report.choices:
            seat = now(game).seat
            if seat != 2:
                ask = next(asked[seat])
                yield seat, ">", {name: ask[name] for name in ask if name != "clock"}
                yield seat, "<", said(seat, ask["id"], choice)
            game.choose(choice)
        for seat in (0, 1):
            yield seat, ">", bots[seat].heard[-1]

    def said(seat: int, number: int, choice: int) -> dict[str, Any]:
        if (seat, number) == (1, 1):
            return {"fault": "illegal_choice"}
        return {"id": number, "choice": choice}

    digest = hashlib.sha256(b"moonladder fingerprint 2\n")
    for seat, way, message in lines():
        text = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
        digest.update(f"{seat}{way} {text}\n".encode())
    assert report.fingerprint == digest.hexdigest()


# ── files that are no records ─────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("text", [b"", b"hello", b"\xff\xfe", b"[" * 100_000])
def test_what_is_not_json_is_refused(text: bytes) -> None:
    with pytest.raises(Unreadable, match="not JSON, or it is cut short"):
        load(text)


def test_a_record_cut_short_is_refused() -> None:
    whole = json.dumps(recorded()).encode()
    for length in (1, len(whole) // 2, len(whole) - 1):
        with pytest.raises(Unreadable, match="cut short"):
            load(whole[:length])


@pytest.mark.parametrize("value", [[], {}, 3, {"format": "other"}])
def test_other_json_is_refused(value: Any) -> None:
    assert "no record of a match" in refusal(Unreadable, value)


@pytest.mark.parametrize("field", ["version", "options", "limits", "outcome", "seed"])
@pytest.mark.parametrize("depth", [30, 800, 5000])
def test_what_is_nested_too_deeply_is_refused(field: str, depth: int) -> None:
    text = json.dumps(recorded() | {field: {"deep": "@"}})
    with pytest.raises(Unreadable, match=r"nested deeper than 16|cut short"):
        verify(load(text.replace('"@"', "[" * depth + "]" * depth).encode()))


@pytest.mark.parametrize("version", [1, 3])
def test_another_format_version_is_refused(version: int) -> None:
    sentence = refusal(Unreadable, recorded() | {"version": version})
    assert sentence.startswith(f"this record was made by another version: its format is {version},")


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("choices", [0, "1"]),
        ("choices", [-1]),
        ("seed", 2**53),
        ("seed", "7"),
        ("seats", 0),
        ("clock", {}),
        ("faults", [{"seat": 0}]),
        ("times", [[1.0]]),
        ("fingerprint", None),
    ],
)
def test_a_damaged_field_is_named(field: str, value: Any) -> None:
    sentence = refusal(Unreadable, recorded() | {field: value})
    assert sentence.startswith("the record is damaged")
    assert field in sentence


@pytest.mark.parametrize("field", ["game", "rules_version", "options", "seed", "choices", "trail"])
def test_a_missing_field_is_named(field: str) -> None:
    match = recorded()
    del match[field]
    assert f"`{field}`" in refusal(Unreadable, match)


def test_parts_that_do_not_fit_each_other_are_refused() -> None:
    match = recorded()
    assert "2 bots for 3 seats" in refusal(Unreadable, match | {"bots": ["a", "b"]})
    assert "times for" in refusal(Unreadable, match | {"times": match["times"][1:]})
    assert "trail for" in refusal(Unreadable, match | {"trail": match["trail"][1:]})
    stranger = {"seat": 3, "decision": 0, "fault": "timeout:cpu", "detail": ""}
    assert "no seat 3" in refusal(Unreadable, match | {"faults": [stranger]})
    unknown = {"seat": 0, "decision": 0, "fault": "bad mood", "detail": ""}
    assert "no fault 'bad mood'" in refusal(Unreadable, match | {"faults": [unknown]})


# ── records this engine cannot play ───────────────────────────────────────────────────────────


def test_an_unknown_game_is_refused() -> None:
    assert "no game 'go'" in refusal(Unplayable, recorded() | {"game": "go"})


def test_another_version_of_the_rules_is_refused() -> None:
    sentence = refusal(Unplayable, recorded() | {"rules_version": 2})
    assert "version 2 of the rules of Lanterns; this engine plays version 1" in sentence


def test_impossible_terms_are_refused() -> None:
    assert "option rounds must be" in refusal(Unplayable, recorded() | {"options": {"rounds": 9}})
    match = recorded() | {"seats": 5, "bots": ["a"] * 5}
    assert "played by 2, 3, 4 seats, not 5" in refusal(Unplayable, match)


# ── records that do not come out ──────────────────────────────────────────────────────────────


def without_last(match: dict[str, Any]) -> dict[str, Any]:
    return match | {name: match[name][:-1] for name in ("choices", "times", "trail")}


def with_another(match: dict[str, Any]) -> dict[str, Any]:
    return match | {name: [*match[name], match[name][-1]] for name in ("choices", "times", "trail")}


def changed(match: dict[str, Any], decision: int, choice: int) -> dict[str, Any]:
    choices = list(match["choices"])
    choices[decision] = choice
    return match | {"choices": choices}


def test_a_missing_choice_is_named() -> None:
    match = recorded()
    last = len(match["choices"]) - 1
    assert refusal(Different, without_last(match)) == (
        f"a choice is missing: the game goes on at decision {last}"
    )


def test_a_missing_choice_of_a_seat_that_is_out_is_named() -> None:
    match = recorded(*(Scripted(start=b"?") for _ in range(3)))
    last = len(match["choices"]) - 1
    assert refusal(Different, without_last(match)) == (
        f"a choice is missing: the game goes on at decision {last}"
    )


def test_a_choice_too_many_is_named() -> None:
    match = recorded()
    assert refusal(Different, with_another(match)) == (
        f"1 choices too many: the game is over after {len(match['choices'])}"
    )


def test_an_impossible_choice_is_named() -> None:
    sentence = refusal(Different, changed(recorded(), 1, 9))
    assert sentence.startswith(
        "decision 1 (play, seat 1): choice 9 is not among the options 0 to 2"
    )


def test_another_choice_is_found_at_its_decision() -> None:
    match = recorded(First(), First(), First())
    assert match["choices"][2] == 0
    assert refusal(Different, changed(match, 2, 1)).startswith("decision 2:")


def test_a_choice_other_than_the_default_of_a_seat_that_is_out_is_named() -> None:
    match = recorded(Scripted(start=b"?"), First(), First())
    assert match["choices"][0] == 2
    sentence = refusal(Different, changed(match, 0, 1))
    assert sentence == "decision 0: the default 2 had to be played, the record says 1"


def test_another_seed_is_found() -> None:
    assert refusal(Different, recorded() | {"seed": 2}).startswith("decision 0:")


def test_another_outcome_is_named() -> None:
    match = recorded()
    match["outcome"] = match["outcome"] | {"placements": [1, 1, 1]}
    assert "placements" in refusal(Different, match)
    assert "[1, 1, 1]" in refusal(Different, match)


def test_another_fingerprint_is_named() -> None:
    match = recorded() | {"fingerprint": "0" * 64}
    assert refusal(Different, match).endswith(f"the record says {'0' * 64}")


def test_a_fault_that_cannot_have_happened_is_refused() -> None:
    match = recorded()
    never = {"seat": 0, "decision": 1, "fault": "timeout:cpu", "detail": ""}
    assert "a fault that cannot have happened" in refusal(Different, match | {"faults": [never]})


def test_a_fault_left_out_is_found() -> None:
    match = recorded(Scripted(99), First(), First())
    assert refusal(Different, match | {"faults": []}).startswith("decision 0:")


@pytest.mark.parametrize(("seat", "decision"), [(0, 0), (1, 2), (0, 999)])
def test_a_note_that_nobody_can_have_said_is_refused(seat: int, decision: int) -> None:
    """Seat 0 is out and answers nothing; decision 2 is seat 2's."""
    match = recorded(Scripted(start=b"?"), First(), First())
    invented = {"seat": seat, "decision": decision, "note": "x"}
    assert "nobody said" in refusal(Different, match | {"remarks": [invented]})


# ── records as others may read them ───────────────────────────────────────────────────────────

BELIEFS = [None, {"moth": 1.0}, None]


def talkative() -> Record:
    """A match of bots that say much and err, two of them with a note and beliefs in one."""
    both = [{"choice": 1, "note": f"plan {seat}", "beliefs": BELIEFS} for seat in (0, 1)]
    brief = Scripted({"choice": 0, "note": "only a note"}, BotFault("timeout:cpu", "secret words"))
    match = recorded(Scripted(both[0], b"?"), Scripted(both[1], b"?"), brief)
    return load(json.dumps(match).encode())


@pytest.mark.parametrize("seats", [(), (0,), (1, 2), (0, 1, 2)])
def test_a_record_that_was_cut_holds_and_has_only_what_those_seats_said(
    seats: tuple[int, ...],
) -> None:
    whole = talkative()
    less = cut(whole, seats)
    assert verify(load(dump(less))).fingerprint == whole.fingerprint
    assert [r for r in less.remarks if r.note] == [r for r in whole.remarks if r.seat in seats]
    assert [f for f in less.faults if f.detail] == [f for f in whole.faults if f.seat in seats]
    assert [(f.seat, f.fault) for f in less.faults] == [(f.seat, f.fault) for f in whole.faults]


def test_beliefs_and_times_stay_when_notes_are_cut() -> None:
    whole = talkative()
    less = cut(whole, ())
    assert [r.beliefs for r in less.remarks] == [r.beliefs for r in whole.remarks if r.beliefs]
    assert len(less.remarks) == 2
    assert less.times == whole.times
    for planted in (b"plan", b"only a note", b"secret words"):
        assert planted in dump(whole)
        assert planted not in dump(less)


def test_an_outcome_with_something_more_is_refused() -> None:
    match = recorded()
    match["outcome"] = match["outcome"] | {"prize": 1000}
    assert "prize None, the record says 1000" in refusal(Different, match)


def test_a_view_that_changed_is_found_where_it_was_first_shown(
    lanterns: GameSpec, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rules that changed without a new version are noticed."""
    match = recorded()
    game = lanterns.new(seats=3, seed=1)
    while game.view(None)["round"] == 1:
        game.choose(match["choices"][len(game.choices)])

    def view(state: toy.Lanterns, seat: int | None) -> dict[str, Any]:
        return {**toy.view(state, seat), **({"more": 1} if state.round > 1 else {})}

    monkeypatch.setattr(toy, "GAME", replace(lanterns, view=view))
    assert refusal(Different, match) == (
        f"decision {len(game.choices)}: what was said until then is not what the record is of"
    )
