"""Pages as somebody reads them."""

import re
from html import unescape
from typing import Any

from django.contrib.auth.models import User
from django.test import Client


def as_(user: User | None, **ways: Any) -> Client:
    """A browser in which somebody is logged in, or nobody."""
    client = Client(**ways)
    if user is not None:
        client.force_login(user)
    return client


def text(client: Client, address: str) -> str:
    """A page that is there."""
    answer = client.get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def words(page: str) -> str:
    """What stands in a page, without tags."""
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", page)).split())
