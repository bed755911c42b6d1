"""What an audience is shown: all it may know, and not a byte more."""

import json
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

import engine
from engine.faults import BotFault
from engine.kernel import Game, Json
from engine.players import Random
from engine.record import Record
from engine.rng import Rng
from engine.spec import GameSpec
from tests.engine.games import conformance
from tests.viewer.matches import Clumsy, Thinker, lively, played
from viewer import frames
from viewer.frames import EVERYTHING, PUBLIC, Audience, Story

TABLES = [
    pytest.param(engine.get(name), seats, id=f"{name}-{seats}")
    for name in engine.names()
    for seats in engine.get(name).seat_counts
]
every_table = pytest.mark.parametrize(("spec", "seats"), TABLES)
smallest_and_largest = pytest.mark.parametrize(
    ("spec", "seats"),
    [
        pytest.param(engine.get(name), seats, id=f"{name}-{seats}")
        for name in engine.names()
        for seats in (engine.get(name).seat_counts[0], engine.get(name).seat_counts[-1])
    ],
)
every_game = pytest.mark.parametrize("name", engine.names())


def scenes(replay: Json) -> Iterator[Json]:
    """The scene of every frame, put together again from what changed."""
    scene: Json = None
    for frame in replay["frames"]:
        for path, value in frame["changes"]:
            scene = with_value(scene, path, value)
        yield json.loads(json.dumps(scene))


def with_value(scene: Json, path: list[Any], value: Json) -> Json:
    if not path:
        return value
    scene[path[0]] = with_value(scene[path[0]], path[1:], value)
    return scene


def shown(match: Record, audience: Audience) -> Json:
    return json.loads(frames.encoded(match, audience))


# ── what is there ─────────────────────────────────────────────────────────────────────────────


@smallest_and_largest
def test_a_seat_is_shown_what_its_bot_was_told(spec: GameSpec, seats: int) -> None:
    bots = [Witness() for _ in range(seats)]
    match = played(spec, bots, seed=3)
    for seat, bot in enumerate(bots):
        replay = shown(match, seat)
        asked = [
            scene["view"]
            for frame, scene in zip(replay["frames"], scenes(replay), strict=True)
            if "decision" in frame
        ]
        told = [event for frame in replay["frames"] for event in frame.get("events", ())]
        assert asked == [ask["view"] for ask in bot.asks]
        assert told == bot.events


class Witness(Random):
    """Chooses at random and remembers what it was told."""

    def __init__(self) -> None:
        self.asks: list[Json] = []
        self.events: list[Json] = []

    def choose(self, message: Json) -> int:
        self.asks.append(message)
        self.events += message["events"]
        return super().choose(message)

    def over(self, message: Json) -> None:
        self.events += message["events"]


@every_game
def test_everything_holds_every_decision_in_order(name: str) -> None:
    spec = engine.get(name)
    match = played(spec, [Random() for _ in range(spec.seat_counts[0])])
    replay = shown(match, EVERYTHING)
    decisions = [frame["decision"] for frame in replay["frames"] if "decision" in frame]
    assert [decision["choice"] for decision in decisions] == match.choices
    assert all(decision["label"] for decision in decisions)
    assert replay["seed"] == match.seed
    assert replay["outcome"] == match.outcome


@every_game
def test_the_last_scene_is_how_the_game_ended(name: str) -> None:
    spec = engine.get(name)
    game = conformance.finished(spec, spec.seat_counts[-1], seed=1)
    assert game.terms is not None
    terms = game.terms._asdict()
    story = Story(spec, terms["seats"], PUBLIC)
    story.follow(lambda watched: watched.new(**terms), game.choices)
    assert story.frames[-1].looks == [game.view(None)]
    assert not story.frames[-1].events


@every_game
def test_an_event_is_shown_with_its_sentence_and_its_marks(name: str) -> None:
    spec = engine.get(name)
    replay = shown(lively(name, spec.seat_counts[0]), EVERYTHING)
    for frame in replay["frames"]:
        assert len(frame.get("lines", ())) == len(frame.get("events", ()))
    marks = {mark for frame in replay["frames"] for mark in frame.get("marks", ())}
    assert marks & {"death", "reveal", "ritual", "theft"}


def test_what_only_some_are_told_says_to_whom() -> None:
    replay = shown(lively("shamans", 3), EVERYTHING)
    lines = replay["frames"][1]["lines"]
    assert lines[0].startswith("Round 1: ")
    assert lines[1].startswith("To seat 0 alone: You are a ")


def test_a_new_leader_is_marked() -> None:
    marks = [
        frame["marks"]
        for frame in shown(lively("shamans", 3), PUBLIC)["frames"]
        if "round" in frame.get("marks", ())
    ]
    assert ["round", "lead"] in marks


def test_turns_and_moments_only_go_forward_and_agree_for_all_audiences() -> None:
    match = lively("shadow_hunters", 4)
    turns: dict[int, int] = {}
    for audience in frames.audiences(match.seats):
        places = [(frame["turn"], frame["heard"]) for frame in shown(match, audience)["frames"]]
        assert places == sorted(places)
        for turn, heard in places:
            assert turns.setdefault(heard, turn) <= turn


# ── what is not there ─────────────────────────────────────────────────────────────────────────


@every_table
def test_no_byte_tells_a_seat_which_world_it_is_in(spec: GameSpec, seats: int) -> None:
    """Another world that the seat cannot tell from the real one looks the same to the byte."""
    other_worlds = 0
    for seed in range(2):
        rng = Rng.stream(seed, "other worlds")
        for game in conformance.positions(spec, seats, seed):
            for seat in range(seats):
                twin = spec.resample(game, seat, rng)
                if begins_with(twin) != begins_with(game):
                    continue  # there a turn more has ended: it is told from another place on
                assert retold(twin, seat) == retold(game, seat)
                other_worlds += twin.full_view() != game.full_view()
    assert other_worlds > 0 or spec.name == "shamanix"


def begins_with(game: Game) -> int:
    """The number of events before the turn in progress."""
    return game.boundary()[2]


def retold(game: Game, audience: Audience) -> bytes:
    """The frames of the turn in progress, as that audience gets them."""
    state, tail, _ = game.boundary()
    story = Story(game.spec, len(game.view(None)["players"]), audience)
    story.follow(lambda watched: Game(watched, state), tail)
    return msgspec.json.encode(story.told_whole())


@every_game
def test_what_other_bots_say_and_how_long_they_take_is_their_own(name: str) -> None:
    spec = engine.get(name)
    seats = spec.seat_counts[0]
    silent = played(spec, [Random() for _ in range(seats)])
    talking = played(spec, [Thinker(), *(Random() for _ in range(seats - 1))])
    talking = msgspec.structs.replace(talking, bots=silent.bots)
    assert silent.choices == talking.choices
    assert silent.remarks != talking.remarks
    for audience in (PUBLIC, *range(1, seats)):
        assert frames.encoded(silent, audience) == frames.encoded(talking, audience)
    for told in (EVERYTHING, 0):
        assert b"taking option" in frames.encoded(talking, told)


@every_game
def test_a_fault_is_shown_to_its_seat_alone(name: str) -> None:
    spec = engine.get(name)
    match = played(spec, [Clumsy(), *(Random() for _ in range(spec.seat_counts[0] - 1))])
    for audience in frames.audiences(match.seats):
        found = [frame.get("faults", []) for frame in shown(match, audience)["frames"]]
        faults = [fault for faults in found for fault in faults]
        if audience in (0, EVERYTHING):
            assert [fault["fault"] for fault in faults] == ["illegal_choice"] * 2
            assert all("decision" in f for f in shown(match, audience)["frames"] if "faults" in f)
        else:
            assert faults == []


def test_a_bot_that_did_not_start_is_blamed_before_the_first_decision() -> None:
    match = played(engine.get("shamanix"), [Sleepy(), Random()])
    first = shown(match, EVERYTHING)["frames"][0]
    assert first["faults"][0]["fault"] == "timeout:start"
    assert first["faults"][0]["meaning"] == "the bot was not ready in time"


class Sleepy(Random):
    def receive(self, deadline: Any) -> Any:
        raise BotFault("timeout:start")


@pytest.mark.parametrize("audience", [PUBLIC, 0, 2])
def test_only_everything_is_told_the_seed(audience: Audience) -> None:
    match = msgspec.structs.replace(lively("shamans", 4), seed=4_711_471_147_114_711)
    again = played(engine.get("shamans"), [Random() for _ in range(4)], seed=match.seed)
    assert str(match.seed).encode() not in frames.encoded(again, audience)
    assert str(match.seed).encode() in frames.encoded(again, EVERYTHING)
