"""A whole game as text a person can proof-read: every event, every decision, and how it ended.

Seats choose at random, from streams of their own. The hash at the end is over every byte every
seat was told: a change that the text does not show still shows there.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping

from engine.kernel import Ask, Event, Game, Json, Outcome
from engine.protocol.briefing import Briefing
from engine.rng import Rng
from engine.spec import GameSpec


def playthrough(
    spec: GameSpec, *, seats: int, seed: int, options: Mapping[str, Json] | None = None
) -> str:
    """The text of the game of that seed, the same on every machine."""
    game = spec.new(seats=seats, seed=seed, options=options)
    assert game.terms is not None
    head = [
        f"{spec.title}, rules version {spec.rules_version}",
        f"seats {seats}, seed {seed}",
        *(f"option {name}: {json.dumps(value)}" for name, value in game.terms.options.items()),
    ]
    return "\n".join([*head, "", *_story(game, seats, seed)]) + "\n"


def _story(game: Game, seats: int, seed: int) -> Iterator[str]:
    spec = game.spec
    streams = [Rng.stream(seed, "playthrough", seat) for seat in range(seats)]
    briefing, told, shown = Briefing(game, seats), hashlib.sha256(), 0
    yield from [spec.draw(game.view(None)), ""]
    while game.ask is not None:
        ask = game.ask
        yield from (_event(spec, event) for event in game.events[shown:])
        shown = len(game.events)
        told.update(briefing.ask())
        index = streams[ask.seat].below(len(ask.options))
        yield _decision(spec, ask, index, len(game.choices) + 1)
        game.choose(index)
    yield from (_event(spec, event) for event in game.events[shown:])
    yield from ["", spec.draw(game.view(None)), ""]
    assert game.outcome is not None
    yield from _ending(game.outcome)
    for seat in range(seats):
        told.update(briefing.over(seat, game.outcome))
    yield f"told: {told.hexdigest()}"


def _event(spec: GameSpec, event: Event) -> str:
    audience = "" if event.to is None else f" [only to {', '.join(map(str, event.to))}]"
    return f"    {spec.sentence(event)}{audience}"


def _decision(spec: GameSpec, ask: Ask, index: int, number: int) -> str:
    label = spec.label(ask.kind, ask.options[index])
    return f"{number}. seat {ask.seat}, {ask.kind}: {label} ({index + 1} of {len(ask.options)})"


def _ending(outcome: Outcome) -> Iterator[str]:
    yield f"ended: {outcome.reason}"
    for seat, placement in enumerate(outcome.placements):
        role = outcome.roles[seat]
        became = role.end if role.end == role.start else f"{role.start}, then {role.end}"
        points = f"{outcome.points[seat]:g} points"
        yield f"seat {seat}: place {placement}, {points}, {became}"
