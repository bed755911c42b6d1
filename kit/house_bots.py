"""The house bots: opponents of known strength for every game, each uploadable by itself.

A house bot is a module with a class `House(Bot)`. What is uploaded is that module with every module
of ours it imports, at the same paths, behind a `bot.py` of two lines.
"""

from kit.vendor import launcher, modules_needed_by
from sandbox import Archive, File

NAMES: dict[str, tuple[str, ...]] = {
    "shamans": ("random", "greedy", "thinker"),
    "shadow_hunters": ("random", "greedy", "thinker"),
    "shamanix": ("random", "greedy", "thinker"),
}
"""The house bots of each game, weakest first."""


class UnknownHouseBot(LookupError):
    """The house has no such bot; the sentence lists those it has."""


def names(game: str) -> tuple[str, ...]:
    """The house bots of that game, weakest first."""
    return NAMES[game]


def archive(game: str, name: str) -> Archive:
    """The house bot as it would be uploaded."""
    if name not in names(game):
        known = ", ".join(names(game))
        raise UnknownHouseBot(f"the house has no bot {name!r} for {game}; it has: {known}")
    module = f"kit.house.{name}" if name == "random" else f"kit.house.{game}.{name}"
    files = [File(path, source.read_bytes()) for path, source in modules_needed_by(module)]
    return Archive.of([File("bot.py", launcher(module, "House")), *files])
