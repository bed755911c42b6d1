"""What tests of matches share: a ladder of short matches with bots on it."""

import pytest

from moonladder.ladders.models import Ladder
from tests.matches import arena


@pytest.fixture
def ladder(db: None) -> Ladder:
    """A ladder of short matches that nobody plays on yet."""
    return arena.make_ladder()


@pytest.fixture
def quartet(ladder: Ladder) -> Ladder:
    """The same with four bots of different habits."""
    for name, player in (("ada", "first"), ("bob", "last"), ("cleo", "seeded"), ("dan", "seeded")):
        arena.seat(ladder, name, player)
    return ladder
