"""Who is guessing passwords: what django-axes asks about a request."""

import ipaddress
import math

from axes.models import AccessAttempt
from django.conf import settings
from django.db.models import Max
from django.http import HttpRequest
from django.utils import timezone

HOUSEHOLD = 64
"""So many bits of an address in IPv6 are given out; who has them chooses the others."""


def client_address(request: HttpRequest) -> str | None:
    """Where a request comes from, as the last machine that can be trusted saw it.

    Whoever asks may write anything into X-Forwarded-For; the proxy adds at its end what it has
    seen. Without a proxy nobody does, so the header is not looked at. Of IPv6 one household has
    as many addresses as it likes, so the network stands for them.
    """
    seen = request.META.get("REMOTE_ADDR", "")
    if settings.BEHIND_PROXY:
        seen = request.META.get("HTTP_X_FORWARDED_FOR", seen).rpartition(",")[2]
    try:
        address = ipaddress.ip_address(seen.strip())
    except ValueError:  # a socket without addresses, or a proxy that names something else
        return None
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    network = ipaddress.IPv6Network((int(address), HOUSEHOLD), strict=False)
    return str(address.ipv4_mapped or network.network_address)


def seconds_left(request: HttpRequest, name: str) -> int:
    """How long this name stays closed to this address."""
    tried = AccessAttempt.objects.filter(username=name, ip_address=client_address(request))
    last = tried.aggregate(last=Max("attempt_time"))["last"] or timezone.now()
    left = last + settings.AXES_COOLOFF_TIME - timezone.now()
    return max(1, math.ceil(left.total_seconds()))
