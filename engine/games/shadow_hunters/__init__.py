"""Shadow Hunters: four to eight hidden characters hunt each other with dice and cards."""

from engine.games.shadow_hunters.characters import CHARACTERS
from engine.games.shadow_hunters.redeal import redeal
from engine.games.shadow_hunters.rules import turn
from engine.games.shadow_hunters.state import setup
from engine.games.shadow_hunters.text import draw, label, moments, sentence
from engine.games.shadow_hunters.view import full_view, view
from engine.spec import GameOption, GameSpec

GAME = GameSpec(
    name="shadow_hunters",
    title="Shadow Hunters",
    seat_counts=(4, 5, 6, 7, 8),
    rules_version=1,
    options=(
        GameOption(
            name="charles_deaths",
            kind="int",
            default=3,
            minimum=3,
            maximum=4,
            help="How many must be dead, his victim included, for a kill to win Charles the game.",
        ),
        GameOption(
            name="robe_scope",
            kind="choice",
            default="attacks",
            choices=("attacks", "all"),
            help="Whether the Holy Robe softens the damage of attacks only, or all damage.",
        ),
        GameOption(
            name="loot_scope",
            kind="choice",
            default="kills",
            choices=("kills", "attacks"),
            help="Whether every kill lets the killer take equipment, or kills by attack only.",
        ),
        GameOption(
            name="dynamite_scope",
            kind="choice",
            default="location",
            choices=("location", "territory"),
            help="Whether Dynamite hits one location, or both of the territory.",
        ),
        GameOption(
            name="quick_start",
            kind="bool",
            default=False,
            help="Whether all are placed and give a Vision before the first turn (6 seats up).",
        ),
        GameOption(
            name="turn_cap",
            kind="int",
            default=300,
            minimum=1,
            maximum=1000,
            help="After how many turns the game ends without a winner.",
        ),
    ),
    roles={character.slug: character.faction for character in CHARACTERS},
    setup=setup,
    turn=turn,
    view=view,
    full_view=full_view,
    redeal=redeal,
    draw=draw,
    sentence=sentence,
    label=label,
    moments=moments,
    most_decisions=50_000,
)
