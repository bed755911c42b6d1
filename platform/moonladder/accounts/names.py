"""What an account may be called: a name that stands in addresses, and pretends nothing."""

import re

LONGEST = 30

WORDS = """
account accounts admin administrator anonymous api bot bots code docs everybody game games
healthz help home house judge kit ladder ladders login logout match matches me moderator
moonladder new nobody none null official organise organiser organisers password public queue
readyz referee root signup staff static support system test undefined upload user users www
"""

RESERVED = frozenset(WORDS.split())
"""Words that addresses need, and names under which somebody could speak for the site."""

_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def objection(name: str) -> str | None:
    """Say why nobody may be called that, if nobody may."""
    if not 2 <= len(name) <= LONGEST:
        return f"Choose a name of 2 to {LONGEST} characters."
    if not _NAME.fullmatch(name):
        return (
            "Use small letters from a to z, digits, and single hyphens between them: the name "
            "stands in addresses, such as /bots/ada-l/."
        )
    if name in RESERVED:
        return f"The site keeps the name {name!r} for itself: choose another."
    return None
