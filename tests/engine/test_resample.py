"""Other worlds: full games that one seat cannot tell from the real one."""

from dataclasses import replace

import pytest

from engine import resample as worlds
from engine.kernel import Ask, Game, State, Steps
from engine.resample import resample
from engine.rng import Rng
from tests.engine.helpers import now
from tests.engine.toy import GAME, Lanterns


def at_peek(seed: int = 1) -> Game:
    """A game of three just after all have shown their cards."""
    game = GAME.new(seats=3, seed=seed)
    while now(game).kind == "play":
        game.choose(0)
    return game


def test_a_world_agrees_with_all_that_the_seat_has_seen() -> None:
    game = at_peek()
    looker = now(game).seat
    game.choose(0)
    for number in range(20):
        world = resample(game, looker, Rng.stream(number, "world"))
        assert world.ask == game.ask
        assert world.view(looker) == game.view(looker)
        assert world.full_view()["pile"][0] == game.full_view()["pile"][0]


def test_worlds_differ_in_what_the_seat_has_not_seen() -> None:
    game = at_peek()
    game.choose(0)
    other = (now(game).seat + 1) % 3
    tops = {
        resample(game, other, Rng.stream(number, "world")).full_view()["pile"][0]
        for number in range(20)
    }
    assert len(tops) > 1


def test_a_seat_that_has_played_finds_its_own_card_played_again() -> None:
    game = GAME.new(seats=3, seed=1)
    game.choose(1)
    world = resample(game, 0, Rng.stream(1, "world"))
    assert world.choices == [1]
    assert now(world).seat == 1


def test_a_game_over_has_no_other_world() -> None:
    game = at_peek()
    while game.ask is not None:
        game.choose(game.ask.default)
    world = resample(game, 0, Rng(0))
    assert world is not game
    assert world.outcome == game.outcome


def test_the_real_world_is_given_back_when_no_other_fits() -> None:
    """All redeals contradict what was shown, so none can be lived through."""

    def contradict(start: Lanterns, now: Lanterns, seat: int, rng: Rng) -> Lanterns:
        start.hands = [[90 + seat for _ in hand] for seat, hand in enumerate(start.hands)]
        return start

    game = replace(GAME, redeal=contradict).new(seats=3, seed=1)
    while now(game).kind == "play":
        game.choose(0)
    world = resample(game, 0, Rng(0))
    assert world.full_view() == game.full_view()


def test_a_dead_end_is_left_for_another_way() -> None:
    """The first seat's secret card is not in its other hand: any card that fits is played."""
    game = at_peek(seed=3)
    seat = (now(game).seat + 1) % 3
    for number in range(10):
        world = resample(game, seat, Rng.stream(number, "world"))
        assert world.full_view()["table"] == game.full_view()["table"]


class Doors(State):
    """Somebody hides behind one of many doors, and somebody else hears where it was not."""

    __slots__ = ("behind", "closed")

    def __init__(self, behind: int) -> None:
        self.behind, self.closed = behind, 0

    def copy(self) -> "Doors":
        return Doors(self.behind)


def test_a_search_that_runs_into_too_many_dead_ends_is_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def turn(state: Doors) -> Steps:
        for _ in range(8):
            index = yield Ask(0, "door", [{"door": number} for number in range(3)])
            state.closed = 3 * state.closed + index
        state.tell("heard", sum=state.closed % 7, behind=state.behind % 2)
        yield Ask(1, "guess", [{"door": number} for number in range(3)])

    spec = replace(
        GAME,
        setup=lambda seats, seed, options: Doors(seed),
        turn=turn,
        view=lambda state, seat: {},
        full_view=lambda state: {"behind": state.behind},
        redeal=lambda start, now, seat, rng: Doors(start.behind + 1),
    )
    monkeypatch.setattr(worlds, "WORLDS", 2)
    game = spec.new(seats=2, seed=4)
    for _ in range(8):
        game.choose(2)
    assert resample(game, 1, Rng(0)).full_view() == {"behind": 4}


def test_a_redeal_never_touches_the_real_game() -> None:
    game = at_peek()
    before = game.full_view()
    for seat in range(3):
        resample(game, seat, Rng.stream(seat, "world"))
    assert game.full_view() == before
