"""What every game must hold to, as checks that fail with a sentence for its author.

Each check takes a game and a number of seats. `test_every_game.py` runs them over all games there
are; `test_conformance.py` runs them over games with planted mistakes, each of which must be found.
"""

import json
import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from msgspec import Raw

from engine.clock import STANDARD, ClockLeft
from engine.kernel import Ask, Event, Game, Json, Outcome
from engine.playthrough import playthrough
from engine.protocol import contract, messages
from engine.protocol.messages import Start
from engine.rng import Rng
from engine.spec import BadOptions, GameOption, GameSpec
from tests.engine.games import story

ROOT = Path(__file__).parents[3]
MANY_GAMES = 40
SOME_GAMES = 12
FEW_GAMES = 4
POSITIONS = 12
"""Positions looked at in each game where looking is dear."""
OPTIONS = 20
"""Of an ask with more options than this only some are looked at, the rarer the more it has."""
FOLLOWED = 25
"""Decisions for which a copy is followed step by step before a new one is made."""
WORLDS_PER_POSITION = 2
"""Redeals that may be thrown away, on average, before one agrees with all a seat has heard."""

VALIDATORS = {name: Draft202012Validator(contract.schema(name)) for name in messages.MESSAGES}


def play(spec: GameSpec, seats: int, seed: int) -> Iterator[tuple[Game, Ask, int]]:
    """A game at random: before each choice, the game, its ask and the choice to come."""
    game = bounded(spec).new(seats=seats, seed=seed, options=options(spec, seats, seed))
    rng = Rng.stream(seed, "play at random")
    for _ in range(spec.most_decisions):
        if game.ask is None:
            return
        assert game.ask.options, f"{game.ask.kind} of seat {game.ask.seat} has no option at all"
        index = rng.below(len(game.ask.options))
        yield game, game.ask, index
        game.choose(index)
    assert game.ask is None, f"seed {seed} goes on after {spec.most_decisions} decisions"


def options(spec: GameSpec, seats: int, seed: int) -> dict[str, Json]:
    """Every fourth seed plays by options drawn at random; the others by the usual ones."""
    if seed % 4 != 3:
        return {}
    rng = Rng.stream(seed, "options at random", seats)
    while True:
        drawn = {option.name: any_value(option, rng) for option in spec.options}
        with suppress(BadOptions):  # what each option accepts may still be refused together
            spec.new(seats=seats, seed=seed, options=drawn)
            return drawn


def any_value(option: GameOption, rng: Rng) -> Json:
    """Some value the option accepts."""
    if option.kind == "int":
        return option.minimum + rng.below(option.maximum - option.minimum + 1)
    if option.kind == "bool":
        return bool(rng.below(2))
    chosen = [option.choices[rng.below(len(option.choices))] for _ in range(option.length or 1)]
    return chosen if option.kind == "choices" else chosen[0]


def bounded(spec: GameSpec) -> GameSpec:
    """The same game, but it fails instead of turning round for ever without asking anybody."""
    turns = iter(range(100 + 10 * spec.most_decisions))

    def turn(state: Any) -> Any:
        assert next(turns, None) is not None, "turn follows turn without end"
        return spec.turn(state)

    return replace(spec, turn=turn)


def asks(spec: GameSpec, seats: int) -> Iterator[tuple[Game, Ask]]:
    """The asks of some games; of those with very many options only a fair share."""
    for seed in range(SOME_GAMES):
        rng = Rng.stream(seed, "asks to look at")
        for game, ask, _ in play(spec, seats, seed):
            if worth_a_look(ask, rng):
                yield game, ask


def worth_a_look(ask: Ask | None, rng: Rng) -> bool:
    """Chosen so that asks with few options are all looked at, and long ones share the time."""
    return ask is not None and rng.below(len(ask.options)) < OPTIONS


def finished(spec: GameSpec, seats: int, seed: int) -> Game:
    """The game of that seed played to its end at random."""
    games = [game for game, _, _ in play(spec, seats, seed)]
    assert games, f"nobody decides anything in the game of seed {seed}"
    return games[-1]


def positions(spec: GameSpec, seats: int, seed: int) -> Iterator[Game]:
    """Some positions of one game, spread over its whole length."""
    length = len(finished(spec, seats, seed).choices)
    step = max(1, length // POSITIONS)
    for number, (game, _, _) in enumerate(play(spec, seats, seed)):
        if number % step == seed % step:
            yield game


def through_json(value: Json) -> Json:
    return json.loads(json.dumps(value, allow_nan=False))


def heard(game: Game, seat: int, since: int = 0) -> list[Raw]:
    """The events told to a seat, encoded."""
    return [messages.encode_event(e) for e in game.events[since:] if e.heard_by(seat)]


def message(game: Game, seat: int) -> bytes:
    """All that a seat gets to know at its own decision, from the first event on; else its view."""
    view = game.view(seat)
    if game.ask is None or game.ask.seat != seat:
        return messages.encode(view)
    return messages.ask_body(1, game.ask, view, heard(game, seat))


# ── play ──────────────────────────────────────────────────────────────────────────────────────


def ends_and_ranks_every_seat(spec: GameSpec, seats: int) -> None:
    for seed in range(MANY_GAMES):
        outcome = finished(spec, seats, seed).outcome
        assert outcome is not None, f"seed {seed} is over without an outcome"
        check_outcome(spec, seats, outcome)


def ends_however_dully_it_is_played(spec: GameSpec, seats: int) -> None:
    """Seats that are out play defaults: a table of them must come to an end as well."""
    for seed in range(FEW_GAMES):
        for name, choose in DULL.items():
            game = bounded(spec).new(seats=seats, seed=seed)
            while game.ask is not None and len(game.choices) < spec.most_decisions:
                game.choose(choose(game.ask))
            assert game.outcome is not None, (
                f"with {name} options alone seed {seed} goes on after {len(game.choices)} decisions"
            )
            check_outcome(spec, seats, game.outcome)


DULL: dict[str, Callable[[Ask], int]] = {
    "default": lambda ask: ask.default,
    "first": lambda ask: 0,
    "last": lambda ask: len(ask.options) - 1,
}


def check_outcome(spec: GameSpec, seats: int, outcome: Outcome) -> None:
    for name in ("placements", "points", "roles"):
        assert len(getattr(outcome, name)) == seats, f"{name} are not one per seat: {outcome}"
    ranked = tuple(1 + sum(o < p for o in outcome.placements) for p in outcome.placements)
    assert outcome.placements == ranked, f"placements must be like 1, 1, 3: {outcome.placements}"
    for role in outcome.roles:
        assert spec.roles.get(role.start) == role.faction_start, f"unknown role or side: {role}"
        assert spec.roles.get(role.end) == role.faction_end, f"unknown role or side: {role}"
    assert outcome.reason, "an outcome has a reason"
    assert through_json(outcome.as_json()) == outcome.as_json(), f"not JSON: {outcome}"


def asks_are_complete_and_in_order(spec: GameSpec, seats: int) -> None:
    for _, ask in asks(spec, seats):
        check_ask(ask, seats)


def check_ask(ask: Ask, seats: int) -> None:
    assert ask.seat in range(seats), f"there is no seat {ask.seat}"
    assert len(ask.options) > 1, f"{ask.kind} leaves nothing to decide"
    assert ask.default in range(len(ask.options)), f"the default of {ask.kind} is no option"
    assert through_json(list(ask.options)) == list(ask.options), f"options are not JSON: {ask}"
    texts = [json.dumps(option, sort_keys=True) for option in ask.options]
    assert len(set(texts)) == len(texts), f"{ask.kind} offers an option twice: {texts}"


def everything_is_json(spec: GameSpec, seats: int) -> None:
    for seed in range(FEW_GAMES):
        for game in positions(spec, seats, seed):
            for view in [game.full_view(), *(game.view(seat) for seat in [None, *range(seats)])]:
                assert through_json(view) == view, f"a view is changed by JSON: {view}"
        for event in finished(spec, seats, seed).events:
            check_event(event, seats)


def check_event(event: Event, seats: int) -> None:
    said = event.as_json()
    assert through_json(said) == said, f"an event is changed by JSON: {said}"
    assert said["type"] == event.kind, f"a fact of {event.kind} is called type, which hides it"
    assert event.to is None or type(event.to) is tuple, f"{event.kind} is told to {event.to!r}"
    assert all(seat in range(seats) for seat in event.to or ()), f"told to nobody: {event}"


def everything_has_words(spec: GameSpec, seats: int) -> None:
    for game, ask in asks(spec, seats):
        words(spec.draw, through_json(game.view(ask.seat)))
        for option in through_json(list(ask.options)):
            words(spec.label, ask.kind, option)
    for seed in range(MANY_GAMES):
        game = finished(spec, seats, seed)
        words(spec.draw, through_json(game.view(None)))
        for event in game.events:
            words(spec.sentence, Event(event.kind, through_json(event.facts)))


def words(say: Any, *about: Json) -> None:
    text = say(*about)
    assert type(text) is str, f"{say.__name__} gives no text for {about}"
    assert text.strip(), f"{say.__name__} has no words for {about}"


def messages_pass_the_schema(spec: GameSpec, seats: int) -> None:
    for seed in range(FEW_GAMES):
        game = spec.new(seats=seats, seed=seed)
        check_message("start", messages.encode(start(spec, seats, seed)))
        rng = Rng.stream(seed, "messages to look at")
        for moment in story.moments(game, seats):
            if worth_a_look(game.ask, rng):
                check_message("ask", messages.ask_line(moment.message, ClockLeft(1.0, 10.0)))
                check_message("answer", messages.encode({"id": 1, "choice": moment.choice}))
        assert game.outcome is not None
        check_message("over", messages.over_body(game.outcome, []))


def start(spec: GameSpec, seats: int, seed: int) -> Start:
    options = spec.complete_options(seats)
    return Start(1, spec.name, spec.rules_version, options, seats, 0, seed, STANDARD, {})


def check_message(name: str, line: bytes) -> None:
    said = json.loads(line)
    for error in VALIDATORS[name].iter_errors(said):
        raise AssertionError(f"{name} breaks the schema: {error.message} at {error.json_path}")
    plain = json.dumps(said, separators=(",", ":"), ensure_ascii=False).encode()
    assert plain == line.rstrip(b"\n"), f"{name} is not what JSON makes of it: {line!r}"


# ── the same again ────────────────────────────────────────────────────────────────────────────


def copies_stay_equal_and_independent(spec: GameSpec, seats: int) -> None:
    for seed in range(FEW_GAMES):
        for game in positions(spec, seats, seed):
            copies_go_their_own_way(game, seed, seats)
        twin = None
        for number, (game, _, index) in enumerate(play(spec, seats, seed)):
            if number % FOLLOWED == seed:
                twin = game.copy()
            if twin is not None:
                same_position(game, twin, seats)
                twin.choose(index)
        assert twin is not None, f"the game of seed {seed} is over before it began"
        assert twin.outcome == game.outcome, "a copy played alike ended otherwise"


def same_position(game: Game, twin: Game, seats: int) -> None:
    assert twin.ask == game.ask, f"a copy asks {twin.ask}, not {game.ask}"
    assert twin.full_view() == game.full_view(), "a copy differs from its game"
    for seat in range(seats):
        assert twin.view(seat) == game.view(seat), f"seat {seat} sees its game in a copy change"


def copies_go_their_own_way(game: Game, seed: int, seats: int) -> None:
    """Play a copy on at random for a while: the game must not notice."""
    before = messages.encode([game.full_view(), game.ask, len(game.events)])
    twin, again = game.copy(), game.copy()
    same_position(game, twin, seats)
    rng = Rng.stream(seed, "a way of its own")
    for _ in range(2 * seats):
        if twin.ask is not None:
            twin.choose(rng.below(len(twin.ask.options)))
    after = messages.encode([game.full_view(), game.ask, len(game.events)])
    assert after == before, "playing on in a copy changed the game: State.copy shares something"
    same_position(game, again, seats)
    same_position(game, game.copy(), seats)
    assert not twin.events, "a copy tells events to somebody"


def same_seed_and_choices_same_bytes(spec: GameSpec, seats: int) -> None:
    for seed in range(FEW_GAMES):
        game = spec.new(seats=seats, seed=seed)
        lines = story.told(game, seats)
        assert lines == story.told(spec.new(seats=seats, seed=seed), seats), "a replay differs"
        again = spec.new(seats=seats, seed=through_json(seed))
        for index in through_json(game.choices):
            again.choose(index)
        assert again.outcome == game.outcome, "the same choices gave another outcome"
        assert again.events == game.events, "the same choices gave other events"


def same_bytes_in_another_process(spec: GameSpec, seats: int, place: str) -> None:
    """`place` is where a fresh process finds the game, as module:attribute."""
    here = story.digest(spec, seats, seed=1)
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-m", story.__name__, place, str(seats), "1"],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            text=True,
            check=True,
        )
        assert there.stdout.strip() == here, (
            "another process played another game: something depends on hash(), id() or set order"
        )


# ── what a seat must not know ─────────────────────────────────────────────────────────────────


def a_seat_cannot_tell_worlds_apart(spec: GameSpec, seats: int) -> None:
    """In a world that differs only in what a seat must not know, it reads the same bytes."""
    counted = Counted(spec)
    is_open, kept = True, set(range(seats))
    for seed in range(SOME_GAMES):
        rng = Rng.stream(seed, "other worlds")
        for game in positions(counted.spec, seats, seed):
            for seat in range(seats):
                is_open = is_open and game.view(seat) == game.full_view()
                world = counted.resample(game, seat, rng)
                same_bytes(game, world, seat)
                if seat in kept and others_know_otherwise(game, world, seats):
                    kept.remove(seat)
            play_out(world, spec, rng)
    assert is_open or not kept, (
        f"the worlds of seats {sorted(kept)} never change what another seat knows: "
        "redeal leaves everything hidden as it is"
    )
    assert counted.redeals <= WORLDS_PER_POSITION * counted.asked, (
        f"{counted.redeals} redeals for {counted.asked} worlds: events tell seats more than they "
        "may know, or redeal forgets what they were told"
    )


def others_know_otherwise(game: Game, world: Game, seats: int) -> bool:
    """Whether somebody sees another game in that world: a secret, not only some future die."""
    return any(game.view(seat) != world.view(seat) for seat in range(seats))


class Counted:
    """A game whose redeals are counted."""

    def __init__(self, spec: GameSpec) -> None:
        self.redeals = self.asked = 0
        self._redeal = spec.redeal
        self.spec = replace(spec, redeal=self._counted)

    def _counted(self, *args: Any) -> Any:
        self.redeals += 1
        return self._redeal(*args)

    def resample(self, game: Game, seat: int, rng: Rng) -> Game:
        self.asked += 1
        return self.spec.resample(game, seat, rng)


def same_bytes(game: Game, world: Game, seat: int) -> None:
    mine, other = message(game, seat), message(world, seat)
    assert mine == other, (
        f"seat {seat} can tell two worlds apart at choice {len(game.choices)}:\n"
        f"{mine.decode()}\n{other.decode()}"
    )


def play_out(world: Game, spec: GameSpec, rng: Rng) -> None:
    for _ in range(spec.most_decisions):
        if world.ask is None:
            break
        world.choose(rng.below(len(world.ask.options)))
    assert world.outcome is not None, "a resampled game does not end"


def a_deal_differs_only_where_it_shows(spec: GameSpec, seats: int) -> None:
    """Two whole games that differ in what a seat was not dealt: it reads the same for as long as
    it is told the same."""
    for seed in range(SOME_GAMES):
        seat = seed % seats
        game = spec.new(seats=seats, seed=seed)
        rng = Rng.stream(seed, "another deal")
        world = spec.resample(spec.new(seats=seats, seed=seed), seat, rng)
        same_while_told_the_same(game, world, seats, seat)


def a_choice_shows_only_through_events(spec: GameSpec, seats: int) -> None:
    """Two games that part at one choice: the others read the same for as long as they are told
    the same."""
    for seed in range(SOME_GAMES):
        rng = Rng.stream(seed, "part")
        for game in positions(spec, seats, seed):
            assert game.ask is not None
            chooser, options = game.ask.seat, len(game.ask.options)
            one = rng.below(options)
            other = (one + 1 + rng.below(options - 1)) % options
            for seat in range(seats):
                if seat != chooser:
                    ways = [game.copy(log=True), game.copy(log=True)]
                    ways[0].choose(one)
                    ways[1].choose(other)
                    same_while_told_the_same(ways[0], ways[1], seats, seat)


def same_while_told_the_same(game: Game, world: Game, seats: int, seat: int) -> None:
    """Play both by the same policy; compare what the seat reads until it is told otherwise."""
    for mine, other in zip(reads(game, seats, seat), reads(world, seats, seat), strict=False):
        if json.loads(mine)["events"] != json.loads(other)["events"]:
            return
        assert mine == other, (
            f"seat {seat} was told the same in two games, but reads something else:\n"
            f"{mine.decode()}\n{other.decode()}"
        )


def reads(game: Game, seats: int, seat: int) -> Iterator[bytes]:
    """The messages of one seat in the game, played to its end."""
    return (moment.message for moment in story.moments(game, seats) if moment.seat == seat)


def the_deal_tells_nothing_hidden(spec: GameSpec, seats: int) -> None:
    """Whatever is told before the first decision fits every deal the seat cannot tell apart."""
    for seed in range(MANY_GAMES):
        rng = Rng.stream(seed, "deals")
        for seat in range(seats):
            game = spec.new(seats=seats, seed=seed)
            start, _, before = game.boundary()
            world = Game(spec, spec.redeal(start, game.state, seat, rng))
            for here, there in zip(heard(game, seat, before), heard(world, seat), strict=False):
                assert here == there, (
                    f"seat {seat} is told at the deal: {bytes(here)!r}, {bytes(there)!r}"
                )


# ── the golden playthrough ────────────────────────────────────────────────────────────────────


def golden_playthroughs_hold(spec: GameSpec, folder: Path) -> None:
    """Every playthrough*.txt of the folder is what the game plays today; there is at least one."""
    paths = sorted(folder.glob("playthrough*.txt"))
    seats = spec.seat_counts[0]
    command = f"python -m engine record {spec.name} --seats {seats} --seed 1"
    assert paths, (
        f"{spec.title} has no golden playthrough: run `{command} > {folder.name}/playthrough.txt` "
        "beside this test, read it, and commit it"
    )
    for path in paths:
        golden = path.read_text(encoding="utf-8")
        seats, seed = map(int, re.findall(r"^seats (\d+), seed (\d+)$", golden, re.MULTILINE)[0])
        options = dict(re.findall(r"^option (\w+): (.*)$", golden, re.MULTILINE))
        options = {name: json.loads(value) for name, value in options.items()}
        assert golden == playthrough(spec, seats=seats, seed=seed, options=options), (
            f"{path.name} no longer holds: if the rules changed on purpose, raise rules_version, "
            "record it anew and read the difference"
        )


Check = Callable[[GameSpec, int], None]

CHECKS: tuple[Check, ...] = (
    ends_and_ranks_every_seat,
    ends_however_dully_it_is_played,
    asks_are_complete_and_in_order,
    everything_is_json,
    everything_has_words,
    messages_pass_the_schema,
    copies_stay_equal_and_independent,
    same_seed_and_choices_same_bytes,
    the_deal_tells_nothing_hidden,
    a_seat_cannot_tell_worlds_apart,
    a_deal_differs_only_where_it_shows,
    a_choice_shows_only_through_events,
)
"""What every game must hold to, at every number of seats."""
