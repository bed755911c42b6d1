"""What belongs to whoever asks."""

from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request

from moonladder.bots.models import Bot
from moonladder.bots.selectors import bot_named
from moonladder.bots.visibility import may_look_inside, owns


def own_bot(request: Request, name: str) -> Bot:
    """The bot `owner/name`, if it belongs to whoever asks."""
    bot = bot_named(name, request.user)
    if not owns(request.user, bot):
        raise PermissionDenied(f"{bot} is not yours: only its owner may do that.")
    return bot


def refuse_strangers(request: Request, bot: Bot) -> None:
    """Refuse whoever is neither the owner nor an organiser, even what would change nothing."""
    if not may_look_inside(request.user, bot):
        raise PermissionDenied(f"{bot} is not yours: only its owner may do that.")
