"""Reads of players."""

from django.conf import settings
from django.db.models import QuerySet

from moonladder.players.models import Ground, Player

UNBOXED = "process"
"""The backend that keeps nothing apart: it is for the house's own bots alone."""

WITHOUT_BOXES = (
    "Nothing keeps bots apart here, so only the house bots play and the site takes no uploads."
)
REMEDY = "To take uploads, install bubblewrap (apt-get install bubblewrap) or Docker"


def players() -> QuerySet[Player]:
    """Everybody who plays or is expected to, by name."""
    return Player.objects.order_by("name")


def nobody_plays() -> bool:
    """Whether there is no player, not even one that is expected to come."""
    return not Player.objects.exists()


def only_house_plays() -> bool:
    """Whether those who play are known, and none of them may play uploads."""
    grounds = set(Player.objects.exclude(arrived_at=None).values_list("ground", flat=True))
    return grounds == {Ground.HOUSE}


def languages() -> list[str]:
    """What bots may be written in, whoever comes to build them; empty while nobody has said."""
    said = Player.objects.exclude(languages="").order_by("name").values_list("languages", flat=True)
    known = [each.splitlines() for each in said]
    return [each for each in known[0] if all(each in other for other in known)] if known else []


def is_unboxed() -> bool:
    """Whether this very process would run bots without any isolation."""
    return bool(settings.SANDBOX == UNBOXED)


def why_no_uploads() -> str:
    """Why uploads are refused, and what would change that; empty where they are taken."""
    if is_unboxed():
        return f"{WITHOUT_BOXES} {REMEDY}, and leave MOONLADDER_SANDBOX empty."
    if not only_house_plays():
        return ""
    missing = Player.objects.exclude(missing="").values_list("missing", flat=True).first() or ""
    lines = "".join(f"\n  {line}" for line in missing.splitlines())
    return f"{WITHOUT_BOXES} {REMEDY}, and start the site again.{lines}"
