"""Lanterns with one mistake each: whatever examines games must find every one of them."""

import random
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Self

from engine.kernel import Ask, Json, Over, Steps
from engine.rng import Rng
from engine.spec import GameSpec
from tests.engine import toy
from tests.engine.toy import GAME, Lanterns


def asking(change: Callable[[Lanterns, Ask], Ask]) -> GameSpec:
    """Lanterns whose asks are changed on their way out."""

    def turn(state: Lanterns) -> Steps:
        steps = toy.turn(state)
        answer: Any = None
        while True:
            try:
                ask = steps.send(answer)
            except StopIteration:
                return
            answer = yield change(state, ask)

    return replace(GAME, turn=turn)


def seeing(more: Callable[[Lanterns, int | None], dict[str, Json]]) -> GameSpec:
    """Lanterns whose views hold something more."""
    return replace(GAME, view=lambda state, seat: toy.view(state, seat) | more(state, seat))


def ending(change: Callable[[Over], Over]) -> GameSpec:
    """Lanterns that ends otherwise."""

    def turn(state: Lanterns) -> Steps:
        try:
            yield from toy.turn(state)
        except Over as over:
            raise change(over) from None

    return replace(GAME, turn=turn)


def made_of(kind: type[Lanterns]) -> GameSpec:
    """Lanterns whose state is of that kind."""

    def setup(seats: int, seed: int, options: dict[str, Json]) -> Lanterns:
        state = toy.setup(seats, seed, options)
        return kind(**{name: getattr(state, name) for name in state.__dataclass_fields__})

    return replace(GAME, setup=setup)


# ── what a seat must not know ─────────────────────────────────────────────────────────────────

view_shows_all_hands = seeing(lambda state, seat: {"hands": [hand[:] for hand in state.hands]})
view_shows_the_pile = seeing(lambda state, seat: {"next": state.pile[:1]})
view_shows_who_saw_what = seeing(lambda state, seat: {"graves": [g[:] for g in state.buried]})
view_shows_a_sum_of_secrets = seeing(lambda state, seat: {"sum": sum(map(sum, state.hands))})


def default_is_the_best_answer_to_others(state: Lanterns, ask: Ask) -> Ask:
    others = [max(hand) for seat, hand in enumerate(state.hands) if hand and seat != ask.seat]
    return ask._replace(default=len(ask.options) - 1 if sum(others) % 2 else 0)


default_leaks = asking(default_is_the_best_answer_to_others)


def options_beat_the_left_neighbour(state: Lanterns, ask: Ask) -> Ask:
    neighbour = state.hands[(ask.seat + 1) % len(state.hands)]
    return ask._replace(options=ask.options[::-1]) if sum(neighbour) % 2 else ask


options_leak = asking(options_beat_the_left_neighbour)


class Loud(Lanterns):
    """Whispers so that everybody hears."""

    __slots__ = ()

    def whisper(self, seats: tuple[int, ...], kind: str, **facts: Json) -> None:
        self.tell(kind, **facts)


whispers_are_loud = made_of(Loud)


def telling_roles(state: Lanterns) -> Steps:
    state.tell("round", number=0, roles=state.roles[:])
    yield from toy.turn(state)


deal_is_told_to_all = replace(GAME, turn=telling_roles)


def playing_openly(state: Lanterns) -> Steps:
    """Puts each secret card on the table before the others have chosen."""
    steps = toy.turn(state)
    answer: Any = None
    while True:
        try:
            ask = steps.send(answer)
        except StopIteration:
            return
        if ask.kind == "play" and ask.seat == 0:
            state.table = []
        answer = yield ask
        if ask.kind == "play" and ask.seat < len(state.roles) - 1:
            state.table = [*state.table, ask.options[answer]["card"]]


secret_choices_show = replace(GAME, turn=playing_openly)
redeal_changes_nothing = replace(GAME, redeal=lambda start, now, seat, rng: start)


def other_dice(start: Lanterns, now: Lanterns, seat: int, rng: Rng) -> Lanterns:
    """Deals nothing anew, but lets the dice fall otherwise."""
    start.dice = [Rng(rng.word()) for _ in start.dice]
    return start


redeal_changes_only_the_dice = replace(GAME, redeal=other_dice)


def forgetting(start: Lanterns, now: Lanterns, seat: int, rng: Any) -> Lanterns:
    """Deals the seat itself other cards, too."""
    start.hands[seat], start.hands[seat - 1] = start.hands[seat - 1], start.hands[seat]
    return start


redeal_forgets_the_own_hand = replace(GAME, redeal=forgetting)


def losing_cards(start: Lanterns, now: Lanterns, seat: int, rng: Any) -> Lanterns:
    world = toy.redeal(start, now, seat, rng)
    world.dice = world.dice[:1]
    return world


redeal_breaks_the_game = replace(GAME, redeal=losing_cards)

# ── play ──────────────────────────────────────────────────────────────────────────────────────

options_twice = asking(lambda state, ask: ask._replace(options=[*ask.options, ask.options[0]]))
options_missing = asking(lambda state, ask: ask._replace(options=[]))
options_not_json = asking(
    lambda state, ask: ask._replace(options=[{**o, "at": (1, 2)} for o in ask.options])
)
options_are_bare = asking(lambda state, ask: ask._replace(options=[*map(str, ask.options)]))
default_out_of_range = asking(lambda state, ask: ask._replace(default=len(ask.options)))
seat_out_of_range = asking(lambda state, ask: ask._replace(seat=len(state.hands)))
view_not_json = seeing(lambda state, seat: {"by_seat": dict(enumerate(state.points))})


def never_ending(state: Lanterns) -> Steps:
    state.round = 0
    yield Ask(0, "wait", toy.YES_OR_NO)


def turning_round(state: Lanterns) -> Steps:
    yield Ask(0, "wait", toy.YES_OR_NO[:1])


def waiting_for_somebody_to_move(state: Lanterns) -> Steps:
    while (yield Ask(0, "wait", toy.YES_OR_NO)) == 0:
        state.tell("round", number=0)
    yield from toy.turn(state)


defaults_go_on_for_ever = replace(GAME, turn=waiting_for_somebody_to_move, most_decisions=1000)
goes_on_for_ever = replace(GAME, turn=never_ending)
turns_for_ever = replace(GAME, turn=turning_round)
ties_share_no_place = ending(
    lambda over: Over(
        over.outcome._replace(placements=(1,) * (len(over.outcome.points) - 1) + (2,))
    )
)
a_seat_is_not_ranked = ending(
    lambda over: Over(over.outcome._replace(placements=over.outcome.placements[1:]))
)
role_is_unknown = ending(
    lambda over: Over(
        over.outcome._replace(roles=tuple(role._replace(end="bat") for role in over.outcome.roles))
    )
)
reason_is_missing = ending(lambda over: Over(over.outcome._replace(reason="")))
event_without_words = replace(GAME, sentence=lambda event: "")
option_without_words = replace(GAME, label=lambda kind, option: " ")
view_without_words = replace(GAME, draw=lambda view: "")


def mistyped(state: Lanterns) -> Steps:
    state.tell("round", number=1, type="hidden")
    yield from toy.turn(state)


event_hides_its_type = replace(GAME, turn=mistyped)


def telling_nobody(state: Lanterns) -> Steps:
    state.whisper((7,), "round", number=1)
    yield from toy.turn(state)


event_to_a_stranger = replace(GAME, turn=telling_nobody)

# ── the same again ────────────────────────────────────────────────────────────────────────────


def sharing(name: str) -> GameSpec:
    """Lanterns whose copies share that part of the state."""

    class Sharing(Lanterns):
        __slots__ = ()

        def copy(self) -> Self:
            twin = super().copy()
            setattr(twin, name, getattr(self, name))
            return twin

    return made_of(Sharing)


copies_share_hands = sharing("hands")
copies_share_dice = sharing("dice")


def out_of_a_set(state: Lanterns, ask: Ask) -> Ask:
    names = {f"{option}": option for option in ask.options}
    return ask._replace(options=[names[name] for name in set(names)])


options_out_of_a_set = asking(out_of_a_set)


def by_chance(state: Lanterns, ask: Ask) -> Ask:
    return ask._replace(default=random.randrange(len(ask.options)))


uses_global_chance = asking(by_chance)
