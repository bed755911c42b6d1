"""Records told to audiences: what is told, under which name, and that it is told only once."""

import gzip
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.core.cache import cache
from django.test import override_settings

from engine import record
from matches import watching
from tests.viewer.matches import lively
from viewer import frames

MATCH = lively("shamans", 3, max_rounds=1)
RECORD = record.dump(MATCH)
AUDIENCES = {"all": "everything", "public": "public", "seat-0": 0, "seat-1": 1, "seat-2": 2}


@pytest.fixture(autouse=True)
def _nothing_kept() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


def test_everybody_at_the_table_and_around_it_has_a_name() -> None:
    assert watching.audiences(3) == AUDIENCES


@pytest.mark.parametrize("name", AUDIENCES)
def test_an_audience_is_told_what_the_viewer_tells_it(name: str) -> None:
    told = gzip.decompress(watching.frames_of(RECORD, name))
    assert told == frames.encoded(MATCH, watching.audiences(3)[name])


def test_what_was_told_is_not_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    first = watching.frames_of(RECORD, "all")
    monkeypatch.setattr(watching, "_told", None)
    assert watching.frames_of(RECORD, "all") == first


def test_whatever_is_told_otherwise_has_another_name() -> None:
    less = record.dump(lively("shamans", 3, seed=8, max_rounds=1))
    names = {watching.name_of(text, name) for text in (RECORD, less) for name in AUDIENCES}
    assert len(names) == 2 * len(AUDIENCES)


def redis_at(url: str) -> override_settings:
    """The site's own cache at that address."""
    backend = "django.core.cache.backends.redis.RedisCache"
    return override_settings(CACHES={"default": {"BACKEND": backend, "LOCATION": url}})


def test_replays_are_kept_in_a_real_redis(broker: str) -> None:
    with redis_at(settings.ENVIRONMENT.cache_url):
        told = watching.frames_of(RECORD, "public")
        assert cache.get(f"frames:{watching.name_of(RECORD, 'public')}") == told


def test_without_redis_a_replay_is_only_slower() -> None:
    with redis_at("unix:///nowhere/redis.sock?db=1"):
        told = gzip.decompress(watching.frames_of(RECORD, "public"))
    assert told == frames.encoded(MATCH, "public")
