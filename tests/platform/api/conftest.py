"""What tests of the API share: a ladder with a few results, people, and their tokens."""

import pytest
from django.contrib.auth.models import User
from django.test import Client

from moonladder.accounts.services import token_create
from moonladder.ladders.models import Ladder
from tests.matches import arena


@pytest.fixture
def ladder(db: None) -> Ladder:
    """A ladder with four bots that all have met, by results that are made up."""
    ladder = arena.make_ladder("shamans")
    for name in ("ada", "bob", "cleo", "dan"):
        arena.seat(ladder, f"{name}-bot", owner=name)
    arena.play_rounds(ladder, 4, arena.decide_block)
    return ladder


@pytest.fixture
def ada(ladder: Ladder) -> User:
    """Who owns a bot on it."""
    return User.objects.get(username="ada")


def secret_of(user: User, *scopes: str) -> str:
    """A new token's secret."""
    return token_create(owner=user, name="test", scopes=scopes or ("read", "submit")).secret


def client_of(user: User, *scopes: str) -> Client:
    """A program that shows a token."""
    return Client(headers={"Authorization": f"Bearer {secret_of(user, *scopes)}"})
