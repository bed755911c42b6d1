"""What each Vision says, who may lie about it, and who gets to know."""

import pytest

from engine.games.shadow_hunters import cards
from engine.games.shadow_hunters.characters import CHARACTERS, SLUG
from engine.games.shadow_hunters.state import Answer
from engine.games.shadow_hunters.visions import NOTHING, could_answer, could_be, draw_vision
from tests.engine.games.shadow_hunters.table import (
    WAIT,
    card,
    discards,
    equipment,
    events,
    give,
    kinds,
    stack,
    table,
    take,
    target,
)
from tests.engine.helpers import drive

HUNTERS, SHADOWS = {"emi", "franklin", "george"}, {"unknown", "vampire", "werewolf"}
NEUTRALS = {"allie", "bob", "charles", "daniel"}
SMALL = {"allie", "bob", "charles", "emi", "unknown"}
LARGE = {"daniel", "franklin", "george", "werewolf", "vampire"}

NO = {"action": "nothing"}
TAKE_1 = {"action": "damage", "amount": 1}


def receive(slug: str, one: str, *answers, damage: int = 3, gear: tuple[str, ...] = ()):
    """Seat 0, Bob or Charles, gives seat 1, that character, that Vision."""
    giver = "charles" if one == "bob" else "bob"
    others = [other for other in ("emi", "vampire", "george", "werewolf") if other != one]
    state = table(giver, one, *others[:3])
    state.damage[1] = damage
    give(state, 1, *gear)
    stack(state, "vision", slug)
    asks, _ = drive(draw_vision(state, 0, [1]), *answers)
    return state, asks


@pytest.mark.parametrize(
    ("slug", "true_of"), [("aid", HUNTERS), ("huddle", SHADOWS), ("nurturance", NEUTRALS)]
)
def test_aid_huddle_and_nurturance_heal_1_or_hurt_the_unhurt(slug, true_of) -> None:
    for one in set(SLUG) - {"unknown"}:
        hurt, asks = receive(slug, one)
        assert asks == []
        assert hurt.damage[1] == (2 if one in true_of else 3)
        waiting = [WAIT] if one == "allie" and one in true_of else []
        unhurt, _ = receive(slug, one, *waiting, damage=0)
        assert unhurt.damage[1] == (1 if one in true_of else 0)


@pytest.mark.parametrize(
    ("slug", "true_of", "amount"),
    [
        ("slap", HUNTERS, 1),
        ("spell", SHADOWS, 1),
        ("exorcism", SHADOWS, 2),
        ("bully", SMALL, 1),
        ("lesson", LARGE, 2),
    ],
)
def test_slap_spell_exorcism_bully_and_lesson_hurt(slug, true_of, amount) -> None:
    for one in set(SLUG) - {"unknown", "allie"}:
        state, asks = receive(slug, one)
        assert asks == []
        assert state.damage[1] == (3 + amount if one in true_of else 3)


@pytest.mark.parametrize(
    ("slug", "true_of"),
    [
        ("anger", HUNTERS | SHADOWS),
        ("blackmail", NEUTRALS | HUNTERS),
        ("greed", NEUTRALS | SHADOWS),
    ],
)
def test_anger_blackmail_and_greed_take_an_equipment_or_hurt(slug, true_of) -> None:
    for one in set(SLUG) - {"unknown", "allie"}:
        if one not in true_of:
            state, asks = receive(slug, one, gear=("axe",))
            assert asks == []
            assert equipment(state, 1) == ["axe"]
            continue
        state, asks = receive(slug, one, TAKE_1, gear=("robe", "axe"))
        assert asks[0].options == [
            TAKE_1,
            {"action": "give", "equipment": "robe"},
            {"action": "give", "equipment": "axe"},
        ]
        assert asks[0].default == 0
        assert state.damage[1] == 4
        state, _ = receive(slug, one, {"action": "give", "equipment": "axe"}, gear=("robe", "axe"))
        assert equipment(state, 0) == ["axe"]
        assert state.damage[1] == 3


@pytest.mark.parametrize("slug", ["anger", "blackmail", "greed"])
def test_the_unarmed_have_no_choice_but_to_be_hurt(slug: str) -> None:
    state, asks = receive(slug, "franklin" if slug != "greed" else "vampire")
    assert asks == []
    assert state.damage[1] == 4


@pytest.mark.parametrize("one", SLUG)
def test_a8_prediction_shows_every_character_to_the_giver_alone(one: str) -> None:
    state, asks = receive("prediction", one)
    assert asks == []
    (shown,) = [event for event in state.log if event.kind == "character_shown"]
    assert shown.to == (0, 1)
    assert shown.facts == {"seat": 1, "character": one}
    assert not state.revealed[1]


@pytest.mark.parametrize(
    ("slug", "honest", "applied"),
    [
        ("aid", NO, {"action": "heal", "amount": 1}),
        ("huddle", {"action": "heal", "amount": 1}, {"action": "heal", "amount": 1}),
        ("slap", NO, TAKE_1),
        ("exorcism", {"action": "damage", "amount": 2}, {"action": "damage", "amount": 2}),
        ("bully", TAKE_1, TAKE_1),
        ("lesson", NO, {"action": "damage", "amount": 2}),
    ],
)
def test_unknown_may_lie_either_way(slug: str, honest: object, applied: object) -> None:
    for answer in (NO, applied):
        state, asks = receive(slug, "unknown", answer)
        assert asks[0].kind == "vision_answer"
        assert asks[0].options == [NO, applied]
        assert asks[0].options[asks[0].default] == honest
        assert (state.damage[1] == 3) == (answer == NO)
        assert not state.revealed[1]


def test_unknown_may_pretend_and_hand_equipment_over() -> None:
    gift = {"action": "give", "equipment": "axe"}
    state, asks = receive("blackmail", "unknown", gift, gear=("axe",))
    assert asks[0].options == [NO, TAKE_1, gift]
    assert asks[0].default == 0
    assert equipment(state, 0) == ["axe"]
    _, asks = receive("anger", "unknown", NO, gear=("axe",))
    assert asks[0].default == 1


def test_the_giver_reads_the_card_and_gives_it_to_another_living_player() -> None:
    state = table("bob", "emi", "vampire", "george", "werewolf")
    state.living = (0, 1, 3, 4)
    stack(state, "vision", "slap")
    steps = draw_vision(state, 3, [4, 0, 1])
    ask = next(steps)
    assert (ask.seat, ask.kind, ask.default) == (3, "vision_give", 0)
    assert ask.options == [target(4), target(0), target(1)]
    assert [(event.kind, event.to) for event in state.log] == [
        ("draw_vision", None),
        ("vision_drawn", (3,)),
    ]


def test_only_giver_and_receiver_ever_know_the_card() -> None:
    state, _ = receive("slap", "emi")
    for event in state.log:
        if "card" in event.facts:
            assert set(event.to) <= {0, 1}
    assert [event.kind for event in state.log if event.to is None] == [
        "draw_vision",
        "vision_given",
        "vision_outcome",
        "damage",
    ]
    assert events(state, "damage") == [{"seat": 1, "amount": 1, "source": "vision"}]


def test_the_vision_goes_to_its_discards() -> None:
    state, _ = receive("slap", "vampire")
    assert discards(state, "vision") == ["slap"]
    assert events(state, "vision_outcome") == [
        {"giver": 0, "receiver": 1, "outcome": "nothing", "amount": 0}
    ]


def test_a6_the_giver_is_the_killer_of_who_dies_of_a_vision() -> None:
    loot = take(1, "axe")
    state, asks = receive("lesson", "franklin", loot, damage=10, gear=("axe",))
    assert kinds(asks) == ["loot"]
    assert asks[0].seat == 0
    assert equipment(state, 0) == ["axe"]


def test_allie_may_heal_after_a_vision_that_hurt() -> None:
    state, asks = receive("bully", "allie", {"action": "heal"})
    assert kinds(asks) == ["allie_heal"]
    assert state.damage[1] == 0


def test_a_vision_the_robe_makes_harmless_still_shows() -> None:
    state = table("bob", "emi", "vampire", "george", "werewolf", robe_scope="all")
    give(state, 1, "robe")
    stack(state, "vision", "slap")
    drive(draw_vision(state, 0, [1]))
    assert state.damage[1] == 0
    assert events(state, "vision_outcome")[0]["outcome"] == "damage"


@pytest.mark.parametrize("unhurt", [True, False])
def test_what_an_answer_allows_agrees_with_what_each_character_answers(unhurt: bool) -> None:
    """Every card given to every character: the answers seen are just those held possible."""
    for slug in (one.slug for one in cards.CARDS if one.deck == cards.VISION):
        for one in SLUG:
            seen = answers_of(slug, one, unhurt)
            for answer in ALL_ANSWERS:
                possible = could_answer(card(slug), answer, unhurt) >> SLUG.index(one) & 1
                assert possible == (answer in seen), (slug, one, answer)


ALL_ANSWERS = [
    NOTHING,
    Answer("heal", 1),
    Answer("damage", 1),
    Answer("damage", 2),
    Answer("give", equipment=card("axe")),
    Answer("show"),
]


def answers_of(slug: str, one: str, unhurt: bool) -> list[Answer]:
    """All answers the rules let that character give to that card, holding an axe."""
    seen = []
    for index in range(3):
        state, _ = receive_by_index(slug, one, index, unhurt)
        seen.append(state.visions[-1].answer)
    return seen


def receive_by_index(slug: str, one: str, index: int, unhurt: bool):
    giver = "charles" if one == "bob" else "bob"
    state = table(giver, one, "emi", "vampire")
    state.damage[1] = 0 if unhurt else 1
    give(state, 1, "axe")
    stack(state, "vision", slug)
    steps = draw_vision(state, 0, [1])
    ask = next(steps)
    try:
        ask = steps.send(0)
        while True:
            ask = steps.send(min(index, len(ask.options) - 1))
    except StopIteration:
        return state, ask


def test_damage_2_comes_from_shadows_the_large_and_liars_only() -> None:
    allowed = could_be(Answer("damage", 2), False)
    assert {one.slug for n, one in enumerate(CHARACTERS) if allowed >> n & 1} == SHADOWS | LARGE
    assert could_be(NOTHING, False) == could_be(Answer("damage", 1), True) == 2**10 - 1


def test_what_a_vision_shows_everybody_is_kept_as_evidence() -> None:
    state, _ = receive("lesson", "franklin")
    ruled_out = {one for n, one in enumerate(SLUG) if state.ruled_out[1] >> n & 1}
    assert ruled_out == set(SLUG) - SHADOWS - LARGE
