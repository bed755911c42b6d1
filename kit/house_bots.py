"""The house bots: opponents of known strength for every game, each uploadable by itself.

A house bot is a module with a class `House(Bot)`. What is uploaded is that module with every module
of ours it imports, at the same paths, behind a `bot.py` of two lines.
"""

from kit.vendor import launcher, modules_needed_by
from sandbox import Archive, File

NAMES: dict[str, tuple[str, ...]] = {
    "shamans": ("random", "loyal", "greedy", "thinker"),
    "shadow_hunters": ("random", "brawler", "greedy", "thinker"),
    "shamanix": ("random", "reckless", "greedy", "careful", "thinker"),
}
"""The house bots of each game, weakest first: `kit/house/README.md` has how far they are apart."""


class UnknownHouseBot(LookupError):
    """The house has no such bot; the sentence lists those it has."""


def names(game: str) -> tuple[str, ...]:
    """The house bots of that game, weakest first."""
    return NAMES[game]


def module(game: str, name: str) -> str:
    """The module of that house bot."""
    if name not in names(game):
        known = ", ".join(names(game))
        raise UnknownHouseBot(f"the house has no bot {name!r} for {game}; it has: {known}")
    return f"kit.house.{name}" if name == "random" else f"kit.house.{game}.{name}"


def archive(game: str, name: str) -> Archive:
    """The house bot as it would be uploaded."""
    main = module(game, name)
    files = [File(path, source.read_bytes()) for path, source in modules_needed_by(main)]
    return Archive.of([File("bot.py", launcher(main, "House")), *files])
