"""The six locations, the dice totals that lead to them, and who can reach whom."""

(HERMIT, GATE, CHURCH, CEMETERY, WOODS, ALTAR) = range(6)

LOCATIONS = ("hermit", "gate", "church", "cemetery", "woods", "altar")
LOCATION_NAMES = (
    "Hermit's Cabin",
    "Underworld Gate",
    "Church",
    "Cemetery",
    "Weird Woods",
    "Erstwhile Altar",
)

ANYWHERE = -1
"""What a total of 7 leads to: the mover chooses."""

OFF_BOARD = -1
"""The slot of a player who has not moved yet, or is dead."""

BY_TOTAL = (
    *(ANYWHERE, ANYWHERE),
    *(HERMIT, HERMIT, GATE, GATE, CHURCH, ANYWHERE, CEMETERY, WOODS, ALTAR),
)
"""The location a total of the two dice designates; there are no totals 0 and 1."""


def territory(slot: int) -> int:
    """Slots 0 and 1, 2 and 3, 4 and 5 are the three territories."""
    return slot >> 1


def adjacent(slot: int) -> tuple[int, int]:
    """The two neighbours of a slot on the ring: its territory's other slot is one of them."""
    return (slot - 1) % 6, (slot + 1) % 6
