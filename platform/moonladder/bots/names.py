"""How people call things: `ada/greedy`, `v3`. Pure; every name can stand in an address as it is."""

import re
from typing import NamedTuple

from django.core.validators import RegexValidator

NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]*")

validate_name = RegexValidator(
    rf"\A{NAME.pattern}\Z",
    "Use letters (a to z), digits, - and _, beginning with a letter or a digit: the name becomes "
    "part of addresses.",
)
"""Refuses what cannot stand in an address: names of bots and of those who own them."""


class Unknown(LookupError):
    """There is nothing of that name, or nothing that the asker may see: one sentence."""


class BotName(NamedTuple):
    """A bot as people write it, with one of its versions if they name one."""

    owner: str
    bot: str
    version: int | None


def read_bot_name(text: str) -> BotName:
    """Read `owner/name`, or `owner/name/v3` for one of its versions."""
    name = rf"(?P<owner>{NAME.pattern})/(?P<bot>{NAME.pattern})(/v(?P<version>[0-9]{{1,9}}))?"
    found = re.fullmatch(name, text)
    if found is None:
        raise Unknown(f"Write OWNER/NAME, such as ada/greedy, or OWNER/NAME/v3, not {text!r}.")
    version = found["version"]
    return BotName(found["owner"], found["bot"], int(version) if version else None)
