"""How many requests are answered in a minute: counted in Redis, for all web processes together."""

import math
import time

import redis
from django.conf import settings
from django.core.cache import cache
from rest_framework.request import Request

from moonladder.accounts.throttle import client_address
from moonladder.api.problems import TooMany

WINDOW_SECONDS = 60


def count_request(request: Request) -> None:
    """Count for the account, however many tokens it has; without one for the address."""
    if request.user.is_authenticated:
        count(f"user:{request.user.pk}", settings.API_USER_PER_MINUTE)
    else:
        count_address(request)


def count_address(request: Request) -> None:
    """Count a request of somebody who showed no token that is good for anything."""
    count(f"address:{client_address(request._request)}", settings.API_ADDRESS_PER_MINUTE)


def count(who: str, most: int) -> None:
    """Count one request; refuse it when it is one too many in this minute.

    Without Redis nothing is counted: /healthz is red then, and reading still works.
    """
    now = time.time()
    window = int(now // WINDOW_SECONDS)
    try:
        so_far = _count(f"api:{who}:{window}")
    except redis.RedisError:
        return
    if so_far > most:
        wait = math.ceil((window + 1) * WINDOW_SECONDS - now)
        raise TooMany(wait, f"Too many requests: wait {wait} seconds, as Retry-After says.")


def _count(key: str) -> int:
    """Count in one step that no other process can come between."""
    cache.add(key, 0, timeout=2 * WINDOW_SECONDS)
    return int(cache.incr(key))
