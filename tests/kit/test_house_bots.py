"""The house bots: each beats the one below, says what it believes, and plays the same again."""

import json
import math
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import engine
from engine.games.shadow_hunters.characters import FACTION
from engine.games.shamans.rounds import roles_now
from engine.kernel import Game, Json
from engine.protocol.codec import AnswerReader
from engine.referee import Report, play
from kit import house_bots
from kit.entrants import HOUSE, prepare_all
from kit.house_bots import NAMES
from kit.table import Ground, started
from tests.kit.houses import lead, match

ROOT = Path(__file__).parents[2]
THINKERS = [("shamans", "thinker"), ("shadow_hunters", "thinker")]
SHORT: dict[str, dict[str, Json]] = {
    "shamans": {"max_rounds": 3},
    "shadow_hunters": {},
    "shamanix": {"max_plies": 60},
}
"""Options that make a match short, for where its length does not matter."""
GAMES = {"shamans": 2, "shadow_hunters": 6}
"""How many games are enough to tell whether beliefs are any good."""
SEATS = {"shamans": 4, "shadow_hunters": 5, "shamanix": 2}


class Step(NamedTuple):
    """A house bot and one below it, and by how much it leads over a few seeds."""

    game: str
    stronger: str
    weaker: str
    seats: int
    blocks: int
    margin: float
    """In points a seat; about half of what it was when the test was written."""


STEPS = [
    Step("shamans", "loyal", "random", seats=3, blocks=15, margin=0.6),
    Step("shamans", "greedy", "loyal", seats=3, blocks=15, margin=0.25),
    Step("shamans", "thinker", "greedy", seats=3, blocks=4, margin=0.8),
    Step("shadow_hunters", "brawler", "random", seats=5, blocks=25, margin=0.08),
    Step("shadow_hunters", "greedy", "brawler", seats=5, blocks=25, margin=0.12),
    Step("shadow_hunters", "thinker", "greedy", seats=5, blocks=25, margin=0.05),
    Step("shamanix", "reckless", "random", seats=2, blocks=3, margin=0.5),
    Step("shamanix", "greedy", "reckless", seats=2, blocks=8, margin=0.3),
    Step("shamanix", "careful", "greedy", seats=2, blocks=4, margin=0.25),
    Step("shamanix", "thinker", "careful", seats=2, blocks=3, margin=0.3),
]


@pytest.mark.parametrize("step", STEPS, ids=lambda step: f"{step.game}-{step.stronger}")
def test_house_bots_beat_those_below_them(step: Step) -> None:
    """A small sample of what longer duels showed."""
    options = SHORT[step.game] if step.stronger == "thinker" else None
    leads = [
        lead(step.game, step.stronger, step.weaker, seats=step.seats, seed=seed, options=options)
        for seed in range(step.blocks)
    ]
    assert sum(leads) / step.blocks >= step.margin, leads


def test_there_is_a_sample_for_every_house_bot_but_the_weakest() -> None:
    measured = [(step.game, step.stronger) for step in STEPS]
    assert measured == [(game, name) for game, names in NAMES.items() for name in names[1:]]


@pytest.mark.parametrize("game", NAMES)
def test_every_house_bot_plays_a_whole_match_in_a_box(game: str, where: Ground) -> None:
    options = SHORT[game]
    for table in tables(game):
        entrants = prepare_all([HOUSE + name for name in table], game, where.backend)
        with started(entrants, where.backend) as boxes:
            report = play(engine.get(game).new(seats=len(table), seed=7, options=options), boxes)
        assert report.faults == []
        in_process, _ = match(game, table, 7, options)
        assert report.choices == in_process.choices


def tables(game: str) -> Iterator[list[str]]:
    """Tables at which every house bot of the game sits at least once."""
    names, seats = list(NAMES[game]), SEATS[game]
    for first in range(0, len(names), seats):
        table = names[first : first + seats]
        yield table + names[: seats - len(table)]


# ── beliefs ───────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(("game", "name"), THINKERS)
def test_beliefs_are_what_the_protocol_takes_and_sure_of_what_is_known(
    game: str, name: str
) -> None:
    report, seats = match(game, [name] * SEATS[game], 5, SHORT[game])
    reader = AnswerReader(SEATS[game], engine.get(game).roles)
    for number, seat in enumerate(seats):
        for ask, line in zip(seat.asks, seat.answers, strict=True):
            answer = reader.read(line.encode(), ask["id"], len(ask["options"]))
            assert answer.beliefs is not None
            own = answer.beliefs[number]
            assert own is not None
            you = ask["view"]["you"]
            assert own[you.get("character") or you["role"]] == 1
    assert len(report.said) == len(report.choices), "a remark too many was left out"


@pytest.mark.parametrize(("game", "name"), THINKERS)
def test_beliefs_beat_the_prior_by_log_loss(game: str, name: str) -> None:
    """What it says of hidden seats is compared with what the numbers of the factions alone say."""
    believed, prior, said = 0.0, 0.0, 0
    for seed in range(GAMES[game]):
        table = [(name, "greedy")[seat % 2] for seat in range(SEATS[game])]
        report, _ = match(game, table, seed, SHORT[game])
        for now, seat, beliefs in remarks(report):
            for one, faction in enumerate(factions(now)):
                if one != seat and is_hidden(now, seat, one):
                    believed -= math.log(max(1e-3, chance_of(beliefs[one], faction, now)))
                    prior -= math.log(share_of(faction, now, seat))
                    said += 1
    assert said > 100
    assert believed < 0.95 * prior


def remarks(report: Report) -> Iterator[tuple[Game, int, list[dict[str, float]]]]:
    """The match played again, at each ask answered with beliefs: the game, who said it, what."""
    said = {one.decision: one.beliefs for one in report.said}
    seats, seed, options = report.terms
    game = engine.get(report.game).new(seats=seats, seed=seed, options=options)
    for decision, choice in enumerate(report.choices):
        beliefs = said.get(decision)
        if beliefs is not None:
            assert game.ask is not None
            yield game, game.ask.seat, [belief or {} for belief in beliefs]
        game.choose(choice)


def factions(game: Game) -> list[str]:
    if game.spec.name == "shamans":
        return [game.spec.roles[role] for role in roles_now(game.state)]
    return [FACTION[character] for character in game.state.characters]


def is_hidden(game: Game, seat: int, other: int) -> bool:
    view = game.view(seat)
    if game.spec.name == "shamans":
        return view["you"]["roles"][other] is None
    return view["players"][other]["character"] is None


def chance_of(belief: dict[str, float], faction: str, game: Game) -> float:
    return sum(chance for role, chance in belief.items() if game.spec.roles[role] == faction)


def share_of(faction: str, game: Game, seat: int) -> float:
    """How many of the seats this one does not know are of that faction."""
    hidden = [
        now for one, now in enumerate(factions(game)) if one != seat and is_hidden(game, seat, one)
    ]
    return hidden.count(faction) / len(hidden)


# ── the same every time ───────────────────────────────────────────────────────────────────────

PLAY = """
import json, sys
from tests.kit.houses import match
game, names, options = json.loads(sys.argv[1])
report, _ = match(game, names, 11, options)
print(report.fingerprint, report.said)
"""


@pytest.mark.parametrize("game", NAMES)
def test_a_house_bot_says_the_same_in_every_process(game: str) -> None:
    """Notes and beliefs included, which the fingerprint leaves out."""
    for table in tables(game):
        terms = json.dumps([game, table, SHORT[game]])
        prints = {in_a_process_of_its_own(terms, hash_seed) for hash_seed in ("1", "2")}
        assert len(prints) == 1, table


def in_a_process_of_its_own(terms: str, hash_seed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PLAY, terms],
        cwd=ROOT,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def test_an_unknown_house_bot_is_refused_with_those_there_are() -> None:
    with pytest.raises(house_bots.UnknownHouseBot, match="it has: random, loyal, greedy, thinker"):
        house_bots.archive("shamans", "genius")
