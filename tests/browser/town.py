"""People and bots for a site that really runs: `Site.run` calls these inside it."""

from django.contrib.auth.models import User
from django.db import transaction

from matches import queue
from moonladder.bots.models import Bot
from moonladder.ladders.models import Ladder
from tests.matches import arena

PASSWORD = "correct horse battery staple"
PLAYERS = {"ada": "first", "bob": "last", "cleo": "seeded", "dan": "chatty"}
"""Whose bot plays how."""


def settle_in() -> None:
    """Open a ladder of short matches, and have everybody upload a bot for it."""
    User.objects.create_user("organiser", password=PASSWORD, is_staff=True, is_superuser=True)
    for owner in PLAYERS:
        User.objects.create_user(owner, password=PASSWORD)
    ladder = arena.make_ladder()
    for owner, player in PLAYERS.items():
        upload(ladder, owner, player)


@transaction.atomic
def upload(ladder: Ladder, owner: str, player: str) -> Bot:
    """Have somebody upload that player: the workers of the site build and try it."""
    bot = arena.make_bot(ladder, f"{player}-{owner}", owner=owner, is_house=False)
    queue.send_version(arena.upload(bot, player).pk)
    return bot
