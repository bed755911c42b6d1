"""Shamanix: block the other shamans with totems on an open table, 2 or 4 seats."""

from engine.games.shamanix.rules import turn
from engine.games.shamanix.state import SIDES, setup
from engine.games.shamanix.text import draw, label, moments, sentence
from engine.games.shamanix.view import full_view, redeal, view
from engine.spec import GameOption, GameSpec

RULES_VERSION = 1

GAME = GameSpec(
    name="shamanix",
    title="Shamanix",
    seat_counts=(2, 4),
    rules_version=RULES_VERSION,
    options=(
        GameOption(
            "shaman_anchors",
            "bool",
            default=True,
            help="Whether a shaman holds totems of its owner. If not, it may not step while it "
            "touches one that neither a tower nor another own totem holds.",
        ),
        GameOption(
            "leash",
            "int",
            default=3,
            minimum=2,
            maximum=3,
            help="How far from the nearest tower a shaman may step.",
        ),
        GameOption(
            "repetition",
            "bool",
            default=True,
            help="Whether the game is drawn when a position stands for the third time.",
        ),
        GameOption(
            "max_plies",
            "int",
            default=200,
            default_by_seats={2: 200, 4: 400},
            minimum=1,
            maximum=2000,
            help="The number of actions after which the game is drawn.",
        ),
    ),
    roles={side: side for side in SIDES[4]},
    setup=setup,
    turn=turn,
    view=view,
    full_view=full_view,
    redeal=redeal,
    draw=draw,
    sentence=sentence,
    label=label,
    moments=moments,
    most_decisions=2000,
)
