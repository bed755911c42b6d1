"""The words for a person at a terminal."""

import pytest

from engine.games.shamans.text import QUESTIONS, SENTENCES, draw, label, sentence
from engine.games.shamans.view import view
from engine.kernel import Event, Json
from tests.engine.games.shamans.positions import (
    BACK,
    FORWARD,
    KEEP,
    KEEP_DAGGER,
    RETREAT,
    SPEND_DAGGER,
    TAKE,
    TOP,
    begun,
    card,
    keep,
    perform,
    position,
    seat,
    slot,
)

LABELS = [
    ("lead", card("purple 3"), "lead purple 3"),
    ("follow", card("red 8"), "play red 8"),
    ("eclipse", card("blue 1"), "pass on blue 1"),
    ("take", slot(1, "mask"), "the mask in slot 1"),
    ("take", TOP, "top of the pile"),
    ("keep", keep("face_down", "portal"), "keep the portal face down"),
    ("stabilise", RETREAT, "pawn back 2 steps"),
    ("stabilise", TAKE, "take an artefact"),
    ("permute", seat(2), "exchange roles with seat 2"),
    ("dagger", KEEP_DAGGER, "spend no dagger"),
    ("dagger", SPEND_DAGGER, "spend a hidden dagger"),
    ("eliminate", seat(0), "eliminate seat 0"),
    ("next_ritual", perform("blue", "stabilisation"), "perform stabilisation of the blue world"),
    ("next_guide", seat(4), "seat 4 is the next Guide"),
    ("portal", KEEP, "keep the portal"),
    ("portal_moon", BACK, "portal: pawn 1 step back"),
    ("portal_target", FORWARD, "portal: pawn 1 step to the Moon"),
]


@pytest.mark.parametrize(("kind", "option", "words"), LABELS)
def test_options_have_words(kind: str, option: Json, words: str) -> None:
    assert label(kind, option) == words


def test_every_kind_of_ask_has_words() -> None:
    kinds = {kind for kind, _, _ in LABELS}
    assert kinds == {*QUESTIONS, "portal", "portal_moon", "portal_target"}


CARDS = [card("purple 3"), card("blue 1")]
ROUND_OVER = {
    "round": 2,
    "winner": "shadows",
    "reason": "moon",
    "roles_start": ["shaman", "shadow", "shaman"],
    "roles_end": ["shadow", "shaman", "shaman"],
    "eliminated": [False, False, True],
    "shard_bonus": [0, 2, 0],
    "gained": [3, 2, 0],
    "points": [3, 4, 1],
}
EVENTS = [
    (
        "round",
        {"round": 1, "marker": 0, "slots": ["mask", "shard"], "laid": []},
        "Round 1: seat 0 leads. Slots: mask, shard. Laid out: no card.",
    ),
    (
        "dealt",
        {"role": "shadow", "hand": CARDS},
        "You are a shadow and hold purple 3, blue 1.",
    ),
    ("played", {"seat": 1, "card": card("red 2")}, "Seat 1 plays red 2."),
    ("pawn", {"steps": 1, "distance": 4}, "The pawn moves on 1 step: 4 to the Moon."),
    ("pawn", {"steps": -2, "distance": 6}, "The pawn moves back 2 steps: 6 to the Moon."),
    ("pawn", {"steps": 0, "distance": 9}, "The pawn stays: 9 to the Moon."),
    ("laid", {"seat": 1, "cards": CARDS}, "Laid at their worlds: purple 3, blue 1."),
    ("guide", {"seat": 3}, "Seat 3 is the next Guide."),
    ("took", {"seat": 1, "slot": 0, "tile": "mask"}, "Seat 1 takes the mask from slot 0."),
    ("refilled", {"slot": 0, "tile": "shard"}, "A shard comes into slot 0."),
    ("drew", {"seat": 2}, "Seat 2 draws from the pile."),
    ("saw", {"tile": "portal"}, "You drew a portal."),
    ("kept", {"seat": 2, "tile": None}, "Seat 2 keeps it face down."),
    ("kept", {"seat": 2, "tile": "shard"}, "It is a shard."),
    ("role_shown", {"seat": 1, "role": "shaman"}, "Seat 1 shows the role card: a shaman!"),
    ("eclipse", {"direction": "left"}, "Eclipse! Everybody passes a card to the left."),
    ("passed", {"giver": 0, "receiver": 1, "card": card("red 2")}, "Seat 0 gave seat 1 red 2."),
    (
        "ritual",
        {"seat": 1, "world": "blue", "ritual": "stabilisation"},
        "Seat 1 completes blue and performs stabilisation.",
    ),
    ("illuminated", {"seat": 1, "points": 4}, "Seat 1 gains a point and has 4."),
    ("swapped", {"seats": [0, 2]}, "Seats 0 and 2 exchange their role cards."),
    (
        "roles_seen",
        {"roles": {"0": "shadow", "2": "shaman"}},
        "Seat 0 is now a shadow and seat 2 is now a shaman.",
    ),
    ("dagger", {"seat": 1, "face_down": False}, "Seat 1 spends a dagger."),
    ("dagger", {"seat": 1, "face_down": True}, "Seat 1 spends a hidden dagger."),
    ("named", {"seat": 2, "killer": 1}, "Seat 1 is about to eliminate seat 2."),
    (
        "eliminated",
        {"seat": 2, "role": "shaman", "cards": 4},
        "Seat 2, a shaman with 4 cards, is eliminated.",
    ),
    (
        "portal",
        {"seat": 2, "way": "back", "face_down": True},
        "Seat 2 uses a hidden portal (back).",
    ),
    (
        "round_over",
        ROUND_OVER,
        "The Shadows win round 2 (the pawn is on the Moon). "
        "Roles: 0 shadow, 1 shaman, 2 shaman. Points: 0 +3, 1 +2, 2 +0.",
    ),
]


@pytest.mark.parametrize(("kind", "facts", "words"), EVENTS)
def test_events_have_words(kind: str, facts: Json, words: str) -> None:
    assert sentence(Event(kind, facts)) == words


def test_every_kind_of_event_has_words() -> None:
    assert {kind for kind, _, _ in EVENTS} == set(SENTENCES)


def test_the_table_is_drawn_for_a_seat() -> None:
    state = position(
        "purple 1, blue 2", "purple 2, green 2", "purple 3, green 3",
        roles="shaman shadow shaman", laid="blue 1, blue 3-6, orange 1-6",
        up={0: ["shard"]}, down={1: ["portal", "dagger"]},
    )  # fmt: skip
    state.known[1] |= 1
    state.passes = ((1, 2, 18),)
    game = begun(state, card("purple 1"), KEEP, card("green 2"), KEEP)
    assert draw(game.view(1)).splitlines() == [
        "Round 1, trick 2 of 9. Destination: purple. The Shadow is 7 from the Moon.",
        "",
        "  purple  illumination    . . . . . .",
        "  blue    stabilisation   1 . 3 4 5 6",
        "  green   permutation     . 2 . . . .",
        "  yellow  neutralisation  . . . . . .",
        "  orange  neutralisation  1 2 3 4 5 6  complete",
        "",
        "  Slots: shard, dagger. Pile: 8. Eclipse: yet to come. Discarded: nothing.",
        "",
        " *seat 0: 0 VP, 1 card, shard, role hidden -> purple 1",
        "  seat 1: 0 VP, 1 card, 2 face down, 1 off suit, role hidden -> green 2",
        "  seat 2: 0 VP, 2 cards, role hidden",
        "",
        "You are seat 1, a shadow. Hand: purple 2.",
        "Face down before you: portal, dagger.",
        "Roles you know: seat 0 shaman.",
        "You gave seat 2 green 3.",
    ]


def test_the_table_is_drawn_for_the_public() -> None:
    state = position("", "blue 2", "", pile=[], slots=["mask"], eclipse="right", guide=1)
    state.alive = [False, True, False]
    state.shown = 0b101
    state.faces = ("shaman", "shadow", "shaman")
    lines = draw(view(state, None)).splitlines()
    assert lines[8] == "  Slots: mask, empty. Pile: 0. Eclipse: came (right). Discarded: nothing."
    assert lines[10:] == [
        "  seat 0: 0 VP, 0 cards, shaman, eliminated",
        " *seat 1: 0 VP, 1 card, role hidden",
        "  seat 2: 0 VP, 0 cards, shaman, eliminated",
    ]
