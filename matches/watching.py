"""What the viewer shows of a finished match: a record told to one audience, kept for a while.

To tell a long match takes up to half a second, so what was told is kept in the cache, under a name
that holds everything it depends on: the record as far as the reader may see it, the audience, and
the code that tells it. The only module of this room that knows the viewer.
"""

import gzip
import hashlib
from contextlib import suppress
from functools import cache as once
from importlib import resources
from importlib.resources.abc import Traversable
from threading import Lock

from django.core.cache import cache
from redis.exceptions import RedisError

from engine import record
from matches import replay
from viewer import frames
from viewer.frames import EVERYTHING, PUBLIC, Audience

KEPT_SECONDS = 600

MOST_DECISIONS = 4000
"""Of a record that somebody brings along: longer ones take the site too much time and room."""

_turn = Lock()
"""To tell a match takes up to some hundred MiB: in each process one is told at a time."""


class Unwatchable(ValueError):
    """A file that is no record of a match as it was; the sentence says why."""


def audiences(seats: int) -> dict[str, Audience]:
    """By its name in addresses everybody whom a match of so many seats can be shown to."""
    return {"all": EVERYTHING, "public": PUBLIC, **{f"seat-{seat}": seat for seat in range(seats)}}


def name_of(text: bytes, audience: str) -> str:
    """What names the frames of this record for that audience: other frames have another name."""
    told = hashlib.sha256(text).hexdigest()
    return hashlib.sha256(f"{_code()} {audience} {told}".encode()).hexdigest()


def frames_of(text: bytes, audience: str) -> bytes:
    """The frames of a record, cut before to what the reader may see; gzip-compressed JSON."""
    name = f"frames:{name_of(text, audience)}"
    kept = _kept(name)
    if kept is not None:
        return kept
    with _turn:
        kept = _kept(name)  # somebody may have asked for the same just before
        if kept is not None:
            return kept
        told = _told(text, audience)
        with suppress(RedisError):
            cache.set(name, told, KEPT_SECONDS)
        return told


def _kept(name: str) -> bytes | None:
    """What was told under that name; without the broker replays are slower, not gone."""
    with suppress(RedisError):
        kept = cache.get(name)
        return None if kept is None else bytes(kept)
    return None


def frames_of_file(text: bytes, audience: str) -> bytes:
    """The frames of a record that somebody brings along: replayed first, and not kept.

    Raises `Unwatchable`, which says why there is nothing to see.
    """
    try:
        match = replay.read(text)
        _check_length(match)
        record.verify(match)
    except record.RecordError as error:
        raise Unwatchable(f"This record is refused: {error}.") from None
    if audience not in audiences(match.seats):
        raise Unwatchable(f"This match has no audience {audience}.")
    return frames.encoded(match, audiences(match.seats)[audience])


def _check_length(match: record.Record) -> None:
    """Refuse to tell what would take the site long, and say what does it instead."""
    if len(match.choices) > MOST_DECISIONS:
        raise Unwatchable(
            f"This record has {len(match.choices):,} decisions, and up to {MOST_DECISIONS:,} are "
            "shown here: look at it on your own machine with `moonladder view`."
        )


def tale_of(text: bytes) -> list[tuple[int, list[str]]]:
    """What everybody heard, in sentences by turn; too quick to be worth keeping."""
    return frames.tale(replay.read(text))


def _told(text: bytes, audience: str) -> bytes:
    match = replay.read(text)
    return gzip.compress(frames.encoded(match, audiences(match.seats)[audience]), 6, mtime=0)


@once
def _code() -> str:
    """The hash over all that decides how a match is told."""
    digest = hashlib.sha256()
    for room in ("engine", "viewer"):
        for source in _sources(resources.files(room)):
            digest.update(source)
    return digest.hexdigest()


def _sources(folder: Traversable) -> list[bytes]:
    """The Python in a folder, however deep, in an order that is always the same."""
    found = []
    for item in sorted(folder.iterdir(), key=lambda item: item.name):
        if item.is_dir():
            found += _sources(item)
        elif item.name.endswith(".py"):
            found.append(item.read_bytes())
    return found
