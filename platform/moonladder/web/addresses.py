"""Addresses of what tables name by the hundred, made without asking the URL patterns each time."""


def bot(owner: str, name: str) -> str:
    """A bot's page."""
    return f"/bots/{owner}/{name}/"


def version(owner: str, name: str, number: int) -> str:
    """The page of one version of a bot."""
    return f"/bots/{owner}/{name}/v{number}/"


def ladder(slug: str) -> str:
    """A ladder's page."""
    return f"/ladders/{slug}/"


def match(slug: str, number: int) -> str:
    """A match's page."""
    return f"/matches/{slug}/{number}/"


def game(name: str) -> str:
    """What a game is about."""
    return f"/games/{name}/"
