"""Shamanix in words and drawings."""

import pytest

from engine.kernel import Event
from tests.engine.games.shamanix.table import SPEC, lay, place, side, step, totem

DRAWING = """\
  6   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
  5   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
  4   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
  3   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
  2   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
  1   .  .  .  .  .  .  .  .  .  .  .  .  . e3  .  .  .  .  .
  0   .  .  .  .  W  . ##  .  . ##  .  . ##  .  E  .  .  .  .
 -1   .  .  .  .  . w6  .  .  .  .  .  .  .  .  .  .  .  .  .
 -2   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 -3   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 -4   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 -5   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
 -6   .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .  .
     -9 -8 -7 -6 -5 -4 -3 -2 -1  0  1  2  3  4  5  6  7  8  9

> Seat 0, east: 3 in hand, one kept on the tower (-3, 0), holds 1 of seat 1
  Seat 1, west: 2 in hand, one kept on the tower (3, 0)
Ply 12 of 200."""


def test_the_table_is_drawn_with_its_coordinates() -> None:
    state = lay(east=side((5, 0), {(4, 1): 3}), west=side((-5, 0), {(-4, -1): 6}, hand=2), ply=12)
    state.captives[1] = 1
    assert SPEC.draw(SPEC.view(state, 0)) == DRAWING


def test_the_drawing_tells_who_is_out_and_what_has_stood_before() -> None:
    state = lay(east=side((5, 0)), north=side((0, 5)))
    state.out = [2]
    state.seen = {state.position(): 2}
    lines = SPEC.draw(SPEC.view(state, None)).splitlines()
    assert lines[-3] == "  Seat 2, west: 4 in hand, one kept on the tower (3, 0), out"
    assert lines[-1] == "Ply 0 of 400; this position has stood before."


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (Event("placed", {"seat": 0, "cell": [4, 1], "symbol": 3}), "Seat 0 places a 3 on (4, 1)."),
        (
            Event("stepped", {"seat": 1, "from": [-5, 0], "to": [-4, 0]}),
            "Seat 1's shaman steps to (-4, 0).",
        ),
        (
            Event("moved", {"seat": 0, "from": [4, 1], "to": [3, 1], "symbol": 5}),
            "Seat 0 moves a totem from (4, 1) to (3, 1); it shows 5.",
        ),
        (
            Event("stolen", {"seat": 1, "owner": 0, "cell": [0, 3]}),
            "Seat 1 steals the totem of seat 0 on (0, 3).",
        ),
        (
            Event("exchanged", {"seats": [1, 0]}),
            "Seats 1 and 0 exchange captives, back into their hands.",
        ),
        (
            Event("recovered", {"seat": 0}),
            "Seat 0 takes the fifth totem off the tower into hand.",
        ),
        (Event("blocked", {"seat": 3, "place": 4}), "Seat 3's shaman is blocked: place 4."),
    ],
    ids=lambda value: value.kind if isinstance(value, Event) else "",
)
def test_every_event_is_a_sentence(event: Event, sentence: str) -> None:
    assert SPEC.sentence(event) == sentence


def test_every_option_has_a_label() -> None:
    assert SPEC.label("act", place((4, 1), 3)) == "place a 3 on (4, 1)"
    assert SPEC.label("act", step((4, 0))) == "shaman to (4, 0)"
    assert SPEC.label("act", totem((4, 1), (3, 1), 5)) == "totem (4, 1) to (3, 1), showing 5"
