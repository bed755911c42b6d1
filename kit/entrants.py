"""The bots of a local match: what an author types for one, read and built as an upload would be."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import sandbox
from engine.record import signature
from kit import house_bots

HOUSE = "house:"
"""What the names of house bots begin with."""


class NoSuchBot(Exception):
    """There is nothing of that name; the sentence says what a bot may be."""


@dataclass(frozen=True)
class Entrant:
    """One bot, ready to be started."""

    name: str
    digest: str
    """Of what was handed in: the same digest is the same version."""
    runtime: sandbox.Runtime
    built: sandbox.Archive

    @property
    def signature(self) -> str:
        """Name and version, as records have them."""
        return signature(self.name, self.digest)


def read(word: str, game: str) -> sandbox.Archive:
    """The files of the bot an author means: a file, a folder, an archive or `house:NAME`."""
    if word.startswith(HOUSE):
        return house_bots.archive(game, word.removeprefix(HOUSE))
    path = Path(word)
    if path.is_dir():
        return sandbox.read_folder(path)
    if path.is_file():
        return sandbox.read_upload(path.name, path.read_bytes())
    house = ", ".join(HOUSE + name for name in house_bots.names(game))
    raise NoSuchBot(
        f"there is no bot {word!r}: give a file, a folder, an archive, or one of the house: {house}"
    )


def name_of(word: str) -> str:
    """A short name for a bot: what it is called, without where it lies."""
    return word if word.startswith(HOUSE) else Path(word).resolve().name


def prepare(word: str, game: str, backend: sandbox.Backend) -> Entrant:
    """Read and build the bot an author means; raises `sandbox.BuildFailed` with the log."""
    files = read(word, game)
    runtime = sandbox.recognise(files)
    built = sandbox.build(files, runtime, backend=backend)
    return Entrant(name_of(word), files.digest, runtime, built.files)


def prepare_all(words: Sequence[str], game: str, backend: sandbox.Backend) -> list[Entrant]:
    """All of them, in order; a bot that is named twice is built once."""
    made = {word: prepare(word, game, backend) for word in dict.fromkeys(words)}
    names = different_names([name_of(word) for word in words])
    return [replace(made[word], name=name) for word, name in zip(words, names, strict=True)]


def different_names(names: Sequence[str]) -> list[str]:
    """The names with a number behind those that are there more than once."""
    return [
        f"{name} ({names[:place].count(name) + 1})" if names.count(name) > 1 else name
        for place, name in enumerate(names)
    ]
