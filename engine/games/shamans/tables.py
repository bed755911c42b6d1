"""The tables of Shamans: worlds and cards, tiles, roles, what each seat count plays with, options.

Cards, tiles, seats and worlds are small integers in the rules; the tables here give their facts and
the option objects that explain them, made once and shared by all asks and views.
"""

from typing import NamedTuple

from engine.kernel import Json

NOTHING = -1
"""Where a card, a tile, a world or a seat could be named and none is."""

# Rituals and worlds

ILLUMINATION = "illumination"
STABILISATION = "stabilisation"
PERMUTATION = "permutation"
NEUTRALISATION = "neutralisation"
RITUALS = (ILLUMINATION, STABILISATION, PERMUTATION, NEUTRALISATION)

WORLDS = ("purple", "blue", "green", "yellow", "orange", "brown", "red")
WORLD_RITUALS = (
    ILLUMINATION,
    STABILISATION,
    PERMUTATION,
    NEUTRALISATION,
    NEUTRALISATION,
    NEUTRALISATION,
    NEUTRALISATION,
)
"""The ritual of each world, unless the option `world_rituals` says otherwise."""

# World cards: number = 8 * world + value - 1, so that cards of one world sort by value

TOP_VALUE = 8
CARDS: tuple[Json, ...] = tuple(
    {"world": world, "value": value} for world in WORLDS for value in range(1, TOP_VALUE + 1)
)
WORLD_OF = tuple(card // TOP_VALUE for card in range(len(CARDS)))
BIT_OF = tuple(1 << card % TOP_VALUE for card in range(len(CARDS)))
"""The card's mark among those laid at its world."""
FIRST_OF = tuple(world * TOP_VALUE for world in range(len(WORLDS)))
"""The lowest card of each world."""
VALUES_LAID: tuple[list[int], ...] = tuple(
    [value for value in range(1, TOP_VALUE + 1) if marks & 1 << value - 1]
    for marks in range(1 << TOP_VALUE)
)
"""By the marks of the cards laid at a world: their values."""


def cards_laid(world: int, marks: int) -> list[Json]:
    """The cards laid at a world, by their marks."""
    return [CARDS[FIRST_OF[world] + value - 1] for value in VALUES_LAID[marks]]


# Tiles: every one has its number, so that knowing a tile is knowing a number

DAGGER = "dagger"
PORTAL = "portal"
SHARD = "shard"
MASK = "mask"
TILE_COUNTS = ((DAGGER, 5), (PORTAL, 2), (SHARD, 3), (MASK, 2))
KIND_OF = tuple(kind for kind, count in TILE_COUNTS for _ in range(count))
ECLIPSE = len(KIND_OF)
"""The number of the Eclipse, the one tile of the pile that is no artefact."""
DIRECTIONS = ("left", "right")

# Roles

SHAMAN = "shaman"
SHADOW = "shadow"
SHAMANS = "shamans"
SHADOWS = "shadows"
FACTIONS = {SHAMAN: SHAMANS, SHADOW: SHADOWS}


class Table(NamedTuple):
    """What stays the same all game long."""

    seats: int
    roles: tuple[str, ...]
    """The role cards in play, one for each seat."""
    worlds: int
    deck: tuple[int, ...]
    hand: int
    """How many cards each seat is dealt."""
    start: int
    """Steps from the start space of the pawn to the Moon."""
    furthest: int
    """Steps from the first space of the track to the Moon."""
    rituals: tuple[str, ...]
    max_rounds: int
    complete: int
    """All marks of a world whose cards have all been laid."""
    ring: tuple[tuple[int, ...], ...]
    """For each seat all seats clockwise, itself first."""
    after: tuple[tuple[int, ...], ...]
    """For each seat all seats clockwise, itself last."""


class Plays(NamedTuple):
    """What a seat count plays with."""

    shamans: int
    shadows: int
    worlds: int
    values: int
    hand: int
    start: int


BY_SEATS = {
    3: Plays(shamans=2, shadows=1, worlds=5, values=6, hand=9, start=9),
    4: Plays(shamans=3, shadows=1, worlds=6, values=6, hand=9, start=11),
    5: Plays(shamans=3, shadows=2, worlds=7, values=8, hand=11, start=22),
}


def table_for(seats: int, options: dict[str, Json]) -> Table:
    """The table of a game of so many seats with these options."""
    plays = BY_SEATS[seats]
    circle = tuple(range(seats)) * 2
    return Table(
        seats=seats,
        roles=(SHAMAN,) * plays.shamans + (SHADOW,) * plays.shadows,
        worlds=plays.worlds,
        deck=tuple(
            FIRST_OF[world] + value
            for world in range(plays.worlds)
            for value in range(plays.values)
        ),
        hand=plays.hand,
        start=options["start_distance"],
        furthest=options["start_distance"] + options["room_behind_start"],
        rituals=tuple(options["world_rituals"]),
        max_rounds=options["max_rounds"],
        complete=(1 << plays.values) - 1,
        ring=tuple(circle[seat : seat + seats] for seat in range(seats)),
        after=tuple((circle[1:] + circle)[seat : seat + seats] for seat in range(seats)),
    )


# Option objects of asks, beside the cards; the first is the default unless the rules say otherwise

SEATS: tuple[Json, ...] = tuple({"seat": seat} for seat in range(max(BY_SEATS)))
FROM_SLOT: tuple[dict[str, Json], ...] = tuple(
    {kind: {"from": "slot", "slot": slot, "tile": kind} for kind, _ in TILE_COUNTS}
    for slot in range(2)
)
FROM_PILE: Json = {"from": "pile"}
KEEP: dict[str, tuple[Json, Json]] = {
    kind: ({"keep": "face_up", "tile": kind}, {"keep": "face_down", "tile": kind})
    for kind, _ in TILE_COUNTS
}
STABILISE: tuple[Json, ...] = ({"do": "retreat", "spaces": 2}, {"do": "take"})
DAGGERS: tuple[Json, ...] = ({"dagger": "keep"}, {"dagger": "spend"})
_, SPEND_DAGGER = DAGGERS
PORTALS: tuple[Json, ...] = ({"portal": "keep"}, {"portal": "forward"}, {"portal": "back"})
PERFORM: tuple[dict[str, Json], ...] = tuple(
    {ritual: {"world": world, "ritual": ritual} for ritual in RITUALS} for world in WORLDS
)
