"""The game in words."""

from engine import Event
from engine.games.shadow_hunters import glossary
from engine.games.shadow_hunters.cards import CARDS
from engine.games.shadow_hunters.characters import SLUG
from engine.games.shadow_hunters.text import draw, label, sentence
from engine.games.shadow_hunters.view import view
from engine.games.shadow_hunters.visions import draw_vision
from tests.engine.games.shadow_hunters.table import give, slot, stack, table
from tests.engine.helpers import drive


def test_a_table_is_drawn_as_a_seat_sees_it() -> None:
    state = table("emi", "franklin", "unknown", "vampire", "allie")
    state.turn, state.active, state.at[3] = 4, 1, slot("altar")
    state.revealed[1], state.angel = True, 1
    state.living, state.dead, state.at[4] = (0, 1, 2, 3), (4,), -1
    state.damage[0] = 2
    give(state, 2, "axe", "handgun")
    stack(state, "vision", "slap")
    drive(draw_vision(state, 3, [0]))
    assert draw(view(state, 0)) == "\n".join(
        [
            "Turn 4, seat 1 to play; at the table: 2 hunters, 2 shadows and 1 neutral",
            "",
            "Hermit's Cabin: -                   | Underworld Gate: -",
            "Church: 0 1 2                       | Cemetery: -",
            "Weird Woods: -                      | Erstwhile Altar: 3",
            "",
            "> seat 0  Emi (hidden)        damage  3",
            "  seat 1  Franklin            damage  0  Guardian Angel",
            "  seat 2  ? (hidden)          damage  0  Rusted Broad Axe and Handgun",
            "  seat 3  ? (hidden)          damage  0",
            "  seat 4  ? (hidden)          dead",
            "",
            "Piles: light 1, darkness 1, vision 0",
            "",
            "You are Emi, a hunter with 10 hit points.",
            "You win when no Shadow lives.",
            "Your power: instead of rolling, move to a neighbouring location.",
            "  Hermit's Slap (a Hunter takes 1) from seat 3 to seat 0: damage",
        ]
    )


def test_the_public_sees_no_character_of_its_own() -> None:
    state = table("emi", "franklin", "unknown", "vampire")
    state.opening = 3
    text = draw(view(state, None))
    assert text.startswith("Quick start, seat 0 to play")
    assert "You are" not in text
    assert "Emi" not in text


def test_a_vision_in_hand_has_no_receiver_yet() -> None:
    state = table("emi", "franklin", "unknown", "vampire")
    stack(state, "vision", "slap")
    next(draw_vision(state, 0, [1, 2]))
    assert "Hermit's Slap (a Hunter takes 1) from seat 0: pending" in draw(view(state, 0))


def test_every_character_is_told_its_aim_and_power() -> None:
    for one in SLUG:
        text = draw(view(table(one, "franklin", "unknown", "vampire"), 0))
        assert "You win when" in text
        assert "Your power:" in text
    assert "you have five equipment" in draw(view(table("bob", "emi", "unknown", "vampire"), 0))


def test_every_card_is_explained() -> None:
    assert set(glossary.CARDS) == {card.slug for card in CARDS}


def test_sentences_say_what_happened() -> None:
    def told(kind: str, **facts: object) -> str:
        return sentence(Event(kind, facts))

    assert told("roll", seat=1, purpose="move", d6=3, d4=2) == "Seat 1 rolls 3 and 2 to move."
    assert told("roll", seat=1, purpose="doll", d6=3) == "Seat 1 rolls 3 for Spiritual Doll."
    assert (
        told("attack", attacker=0, targets=[1, 2, 4], mode="normal")
        == "Seat 0 attacks seat 1, seat 2 and seat 4."
    )
    assert told("death", seat=1, character="emi", killer=None) == "Seat 1, Emi, dies."
    assert (
        told("death", seat=1, character="emi", killer=3)
        == "Seat 1, Emi, dies by the hand of seat 3."
    )
    cast = ["emi", "unknown", "bob"]
    assert (
        told("game_end", reason="hunters+bob", winners=[0, 2], characters=cast)
        == "The game is over: the Shadows are all dead and Bob is rich. "
        "Seat 0 (Emi) and seat 2 (Bob) won."
    )
    assert (
        told("game_end", reason="turn_cap", winners=[], characters=cast)
        == "The game is over: the turns are used up. Nobody won."
    )


def test_labels_say_what_an_option_does() -> None:
    assert label("reveal", {"action": "stay"}) == "stay hidden"
    assert label("compass_pick", {"total": 7, "location": None}) == "7: anywhere"
    assert label("location_use", {"action": "damage", "target": 3}) == "2 damage to seat 3"
    assert label("vision_answer", {"action": "damage", "amount": 2}) == "take 2 damage"
    assert label("vision_answer", {"action": "heal", "amount": 1}) == "heal 1"
    assert label("bob_rob", {"action": "damage", "target": 3, "amount": 4}) == "4 damage to seat 3"
    assert label("attack", {"action": "attack", "targets": [2]}) == "attack seat 2"
