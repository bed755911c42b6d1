"""What is different between two versions of a bot: its files, and the settings in them. Pure.

Files are reduced to facts before they are compared, so that the contents of two uploads are never
held at once. Settings are what small JSON and TOML files say, under their dotted names.
"""

import hashlib
import json
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

SETTINGS_BYTES = 16 * 1024
"""A larger file is not one of settings but one of data."""

SETTINGS_FILES = 20
"""So many files of settings are looked into."""

LONGEST_NAME = 200
"""Of a setting; names that lead to it may be long, and all that they lead to repeats them."""

MOST_DOTS = 64
"""In a line of TOML, beside those of numbers: reading a name takes the square of its parts."""

_DECIMAL = re.compile(r"(?<![^\s,=\[+-])\d+\.\d+(?![^\s,\]}eE])")


def _toml(text: str) -> Any:
    """What a file in TOML says; names of hundreds of parts would keep the reader for seconds."""
    if any(_DECIMAL.sub("", line).count(".") > MOST_DOTS for line in text.split("\n")):
        raise ValueError("no setting has so long a name")
    return tomllib.loads(text)


READERS: Mapping[str, Callable[[str], Any]] = {"json": json.loads, "toml": _toml}
"""What files of settings end in, and what reads them."""

UNREADABLE = (ValueError, RecursionError)
"""What these raise over what is no such file."""

Settings = dict[str, str]
"""What a file of settings says: values as JSON, by their names."""


class Content(Protocol):
    """One file of a bot."""

    @property
    def path(self) -> str: ...
    @property
    def content(self) -> bytes: ...
    @property
    def executable(self) -> bool: ...


class FileFacts(NamedTuple):
    """All that is compared of a file."""

    size: int
    digest: str
    executable: bool
    settings: Settings | None
    """What it says; empty where it is no file of settings."""


Listing = dict[str, FileFacts]
"""The files of a version, by path."""


class FileChange(NamedTuple):
    """A file that is not what it was."""

    path: str
    before: int | None
    """Its bytes before; none where it was not there."""
    after: int | None
    """Its bytes now; none where it is gone."""

    @property
    def kind(self) -> str:
        """What happened to it, in a word."""
        if self.before is None:
            return "added"
        return "removed" if self.after is None else "changed"


class SettingChange(NamedTuple):
    """A setting that is not what it was: JSON before and after, none where it is not there."""

    path: str
    name: str
    before: str | None
    after: str | None


class Differences(NamedTuple):
    """How the files of a version differ from those of another."""

    files: list[FileChange]
    settings: list[SettingChange]


def listing(files: Iterable[Content]) -> Listing:
    """The facts about some files."""
    found: Listing = {}
    looked_into = 0
    for file in files:
        is_looked_into = looked_into < SETTINGS_FILES and _may_hold_settings(file)
        looked_into += is_looked_into
        settings = _settings(file) if is_looked_into else None
        digest = hashlib.sha256(file.content).hexdigest()
        found[file.path] = FileFacts(len(file.content), digest, file.executable, settings)
    return found


def differences(before: Listing, after: Listing) -> Differences:
    """What was added, removed and changed, by path."""
    paths = sorted(before.keys() | after.keys())
    changed = [path for path in paths if before.get(path) != after.get(path)]
    files = [FileChange(path, _size(before, path), _size(after, path)) for path in changed]
    settings = [
        change
        for path in changed
        if path in before and path in after
        for change in _setting_changes(path, before[path].settings, after[path].settings)
    ]
    return Differences(files, settings)


def _size(files: Listing, path: str) -> int | None:
    return files[path].size if path in files else None


def _setting_changes(
    path: str, before: Settings | None, after: Settings | None
) -> list[SettingChange]:
    """What a file says otherwise than before; nothing where one of the two could not be read."""
    if before is None or after is None:
        return []
    names = [*before, *(name for name in after if name not in before)]
    pairs = ((name, before.get(name), after.get(name)) for name in names)
    return [SettingChange(path, name, was, now) for name, was, now in pairs if was != now]


def _may_hold_settings(file: Content) -> bool:
    return _ending(file) in READERS and len(file.content) <= SETTINGS_BYTES


def _ending(file: Content) -> str:
    return file.path.rpartition(".")[2].lower()


def _settings(file: Content) -> Settings | None:
    """What a file says; None where that is no table of names and values."""
    try:
        said = READERS[_ending(file)](file.content.decode())
        return _tellable(dict(_named("", said))) if isinstance(said, dict) else None
    except UNREADABLE:
        return None


def _tellable(said: Settings) -> Settings:
    """The same; half a character, which an escape stands for, could not be told to anybody."""
    "".join((*said, *said.values())).encode()
    return said


def _named(prefix: str, said: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    """Every value with the names that lead to it, between dots."""
    if len(prefix) > LONGEST_NAME:
        raise ValueError("no setting has so long a name")
    for name, value in said.items():
        if isinstance(value, dict):
            yield from _named(f"{prefix}{name}.", value)
        else:
            yield f"{prefix}{name}", json.dumps(value, ensure_ascii=False, default=str)
