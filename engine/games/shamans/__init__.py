"""Shamans: a trick-taking game of hidden roles for three to five seats. The rules: README.md."""

from engine.games.shamans.redeal import redeal
from engine.games.shamans.rules import turn
from engine.games.shamans.state import setup
from engine.games.shamans.tables import BY_SEATS, FACTIONS, RITUALS, WORLD_RITUALS
from engine.games.shamans.text import draw, label, moments, sentence
from engine.games.shamans.view import full_view, view
from engine.spec import GameOption, GameSpec

OPTIONS = (
    GameOption(
        name="start_distance",
        kind="int",
        default=None,
        default_by_seats={seats: plays.start for seats, plays in BY_SEATS.items()},
        minimum=1,
        maximum=40,
        help="Steps from the pawn's start space to the Moon; fewer are better for the Shadows.",
    ),
    GameOption(
        name="room_behind_start",
        kind="int",
        default=4,
        minimum=0,
        maximum=40,
        help="Spaces of the track behind the start space; the pawn cannot go back further.",
    ),
    GameOption(
        name="world_rituals",
        kind="choices",
        default=list(WORLD_RITUALS),
        choices=RITUALS,
        length=len(WORLD_RITUALS),
        help="The ritual of each world: purple, blue, green, yellow, orange, brown, red.",
    ),
    GameOption(
        name="max_rounds",
        kind="int",
        default=30,
        minimum=1,
        maximum=100,
        help="After so many rounds the game ends, and whoever has most points wins.",
    ),
)

GAME = GameSpec(
    name="shamans",
    title="Shamans",
    seat_counts=tuple(BY_SEATS),
    rules_version=1,
    options=OPTIONS,
    roles=FACTIONS,
    setup=setup,
    turn=turn,
    view=view,
    full_view=full_view,
    redeal=redeal,
    draw=draw,
    sentence=sentence,
    label=label,
    moments=moments,
    # Fewer than 320 a round: 55 plays, 24 about tiles, 36 about rituals and Guides, and two owners
    # of Portals in some 90 windows. The option max_rounds allows 100 rounds.
    most_decisions=32_000,
)
