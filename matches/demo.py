"""Demo ladders: one for each game, with the house bots on them, so that there is something to see.

Like anybody's, the house bots are uploaded, built and tried. They come from the kit; nothing else
on the server looks into it. Doing it again brings them up to date and changes nothing else.
"""

from django.contrib.auth.models import User
from django.db import transaction

from kit import house_bots
from matches import queue
from moonladder.bots import services as bots
from moonladder.bots.models import Bot, VersionStatus
from moonladder.ladders import games, services
from moonladder.ladders.models import Ladder

OWNER = "house"
SEATS = {"shamans": 4, "shadow_hunters": 4, "shamanix": 2}
ALIVE = (
    VersionStatus.RECEIVED,
    VersionStatus.UNPACKED,
    VersionStatus.BUILT,
    VersionStatus.READY,
)


@transaction.atomic
def demo_prepare() -> list[Ladder]:
    """Make the demo ladders that are missing, and upload the house bots that are new or changed."""
    house, _ = User.objects.get_or_create(username=OWNER, defaults={"is_active": False})
    ladders = []
    for game, seats in SEATS.items():
        ladders.append(_ladder(game, seats))
        for name in house_bots.names(game):
            _upload(_bot(house, game, name, ladders[-1]), game, name)
    return ladders


def _ladder(game: str, seats: int) -> Ladder:
    ladder = Ladder.objects.filter(slug=slug(game)).first()
    title = games.title(game)
    return ladder or services.ladder_open(slug=slug(game), title=title, game=game, seats=seats)


def slug(game: str) -> str:
    """The name of a game's demo ladder in addresses and commands."""
    return game.replace("_", "-")


def _bot(house: User, game: str, name: str, ladder: Ladder) -> Bot:
    """The house bot on its ladder; one game's greedy is another bot than the other's."""
    called = f"{slug(game)}-{name}"
    bot = Bot.objects.filter(owner=house, name=called).first()
    if bot is None:
        bot = bots.bot_create(owner=house, name=called, game=game, is_house=True)
        services.bot_enter(ladder=ladder, bot=bot)
    return bot


def _upload(bot: Bot, game: str, name: str) -> None:
    """Upload what the kit has now, unless that is what was uploaded last."""
    content = house_bots.archive(game, name).pack()
    last = bot.versions.filter(status__in=ALIVE).order_by("-number").first()
    if last is None or bots.upload_content(last) != content:
        version = bots.version_submit(bot=bot, name=f"{bot.name}.tar.gz", content=content)
        queue.send_version(version.pk)
