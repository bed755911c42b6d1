"""Random play until every action, power, event and ending has come up."""

from collections.abc import Iterator

from engine.kernel import Game, Json
from engine.rng import Rng
from tests.engine.games.shamanix.table import SPEC, ended

WANTED = {
    *("shaman", "place", "totem"),
    *(f"power {n}" for n in range(1, 6)),
    *("placed", "stepped", "moved", "stolen", "exchanged", "recovered", "blocked"),
    *("last_shaman", "repetition", "max_plies"),
}


def happenings(seats: int, seed: int) -> Iterator[str]:
    """Everything one game at random brings. Every other game clings to one symbol, every third
    prefers shaman steps: left to pure chance, high powers and repetitions are rare."""
    game = SPEC.new(seats=seats, seed=seed)
    rng = Rng.stream(seed, "everything happens")
    while game.ask is not None:
        allowed = [index for index, option in enumerate(game.ask.options) if suits(option, seed)]
        index = rng.choice(allowed or range(len(game.ask.options)))
        yield from doings(game, game.ask.seat, game.ask.options[index])
        game.choose(index)
    yield from (event.kind for event in game.events)
    yield ended(game).reason


def suits(option: Json, seed: int) -> bool:
    if seed % 3 == 0:
        return option["do"] == "shaman"
    return seed % 2 == 0 or option.get("symbol", 2) == 2


def doings(game: Game, seat: int, option: Json) -> Iterator[str]:
    yield option["do"]
    if option["do"] == "totem":
        totems = game.view(seat)["players"][seat]["totems"]
        shown = {tuple(totem["cell"]): totem["symbol"] for totem in totems}
        yield f"power {list(shown.values()).count(shown[tuple(option['from'])])}"


def test_everything_happens_in_random_play() -> None:
    seen: set[str] = set()
    seed = 0
    while seen != WANTED:
        assert seed < 400, f"never seen: {sorted(WANTED - seen)}"
        seen.update(happenings(2 + 2 * (seed % 5 == 0), seed))
        seed += 1
    assert seen == WANTED
