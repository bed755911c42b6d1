"""Every page of the site, from the list of its addresses, so that a new one cannot be forgotten."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, reverse

from moonladder.web.urls import urlpatterns

FORM = "takes a form, and leads back to the page it is on"
FILE = "is a file"

NO_PAGE = {
    "logout": FORM,
    "token-new": FORM,
    "token-revoke": FORM,
    "sessions-end": FORM,
    "bot-activate": FORM,
    "bot-enter": FORM,
    "bot-withdraw": FORM,
    "bot-return": FORM,
    "doc-picture": FILE,
    "match-record": FILE,
    "match-frames": FILE,
    "replay-frames": FILE,
    "version-source": FILE,
}
"""The named addresses that have no page of their own, and why."""

HIDDEN = {
    "bot-crashes": ("owner", "organiser"),
    "organise": ("organiser",),
    "organise-log": ("organiser",),
}
"""The pages that are not there for everybody who is logged in, and for whom they are."""

Known = Mapping[str, Any]
"""What the parameters of addresses stand for: `number` of all, `match.number` of one of them."""


def pages() -> list[str]:
    """The names of the addresses that are pages."""
    return [name for name in named() if name not in NO_PAGE]


def address(name: str, known: Known) -> str:
    """Where that page is."""
    kwargs = {each: _meaning(name, each, known) for each in named()[name]}
    return reverse(name, kwargs=kwargs)


def named() -> dict[str, tuple[str, ...]]:
    """Every named address, with its parameters."""
    return dict(_walk(urlpatterns))


def _walk(patterns: list[Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern.url_patterns)
        elif isinstance(pattern, URLPattern):
            assert pattern.name, f"{pattern.pattern} has no name"
            yield pattern.name, tuple(pattern.pattern.converters)


def _meaning(name: str, parameter: str, known: Known) -> Any:
    for asked in (f"{name}.{parameter}", parameter):
        if asked in known:
            return known[asked]
    raise AssertionError(f"Say what {parameter} stands for in the address of {name}.")
