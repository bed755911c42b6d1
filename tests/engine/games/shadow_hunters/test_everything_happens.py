"""Random play until every card, location, ability, decision, event and ending has occurred."""

from collections import Counter

from engine.games.shadow_hunters.board import LOCATIONS
from engine.games.shadow_hunters.cards import CARDS
from engine.games.shadow_hunters.text import SENTENCES, label, sentence
from engine.kernel import Ask, Game, Json
from engine.rng import Rng
from tests.engine.games.shadow_hunters.play import choose_at_random, new, odd_options

DECISIONS = {
    "reveal",
    "allie_heal",
    "start_power",
    "move_mode",
    "compass_pick",
    "choose_location",
    "location_use",
    "vision_give",
    "vision_answer",
    "card_reveal",
    "card_target",
    "steal",
    "banana_give",
    "attack",
    "lance_reveal",
    "vampire_reveal",
    "bob_rob",
    "counter",
    "charles_again",
    "loot",
    "quick_start_place",
}
ABILITIES = {
    ("heal", "mothers_love"),
    ("option", "rob"),
    ("damage", "bloody_feast"),
    ("option", "teleport"),
    ("damage", "lightning"),
    ("damage", "demolish"),
    ("lie", "unknown"),
    ("heal", "bite"),
    ("attack", "counter"),
    ("reveal", "daniel"),
}
NOTHING = {"action": "nothing"}
ENDINGS = {"hunters", "shadows", "bob", "charles", "daniel"}
EVERYTHING = {
    *(("ask", kind) for kind in DECISIONS),
    *(("event", kind) for kind in SENTENCES),
    *(("card", card.slug) for card in CARDS),
    *(("at", location) for location in LOCATIONS),
    *(("used", location) for location in LOCATIONS),
    *ABILITIES,
    *(("ending", reason) for reason in ENDINGS),
}


class Diary:
    """What has happened so far, over many games."""

    def __init__(self) -> None:
        self.seen: Counter[tuple[str, str]] = Counter()
        self.location = ""

    def play(self, game: Game, rng: Rng) -> None:
        """Play a game to its end and note everything."""
        while game.ask is not None:
            ask = game.ask
            choose_at_random(game, rng)
            self.decided(ask, ask.options[game.choices[-1]])
        for event in game.events:
            assert sentence(event).endswith((".", "!"))
            self.seen["event", event.kind] += 1
            self.heard(event.kind, event.facts)
        assert game.outcome is not None
        for reason in game.outcome.reason.split("+"):
            self.seen["ending", reason] += 1

    def decided(self, ask: Ask, option: Json) -> None:
        self.seen["ask", ask.kind] += 1
        assert all(label(ask.kind, one) for one in ask.options)
        if "action" in option:
            self.seen["option", option["action"]] += 1
        honest = ask.options[ask.default]
        if ask.kind == "vision_answer" and (NOTHING in (option, honest)) and option != honest:
            self.seen["lie", "unknown"] += 1

    def heard(self, kind: str, facts: dict[str, Json]) -> None:
        if "card" in facts:
            self.seen["card", facts["card"]] += 1
        if kind == "move":
            self.location = facts["location"]
            self.seen["at", self.location] += 1
        if kind in ("draw", "draw_vision") or facts.get("source") == "woods":
            self.seen["used", self.location] += 1
        if kind == "hand_over" and self.location == "altar":
            self.seen["used", "altar"] += 1
        if kind in ("heal", "damage"):
            self.seen[kind, facts["source"]] += 1
        if kind == "attack":
            self.seen["attack", facts["mode"]] += 1
        if kind == "reveal":
            self.seen["reveal", facts["character"]] += 1

    def missing(self) -> set[tuple[str, str]]:
        return EVERYTHING - set(self.seen)


def test_everything_happens() -> None:
    """All 21 decisions, all cards, locations, abilities and endings, in a few hundred games."""
    diary = Diary()
    for seed in range(600):
        seats = 4 + seed % 5
        diary.play(new(seats, seed, **odd_options(seats, seed)), Rng.stream(seed, "player"))
        if not diary.missing():
            break
    assert diary.missing() == set()
    assert {kind for what, kind in diary.seen if what == "ask"} == DECISIONS
    assert {kind for what, kind in diary.seen if what == "event"} == set(SENTENCES)
