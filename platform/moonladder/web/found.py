"""What an address names, or a page that says that there is nothing."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.http import Http404

from moonladder.bots.names import Unknown

P = ParamSpec("P")
T = TypeVar("T")


def found_or_404(find: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """What a selector finds; 404 where it finds nothing that the reader may see."""
    try:
        return find(*args, **kwargs)
    except Unknown as unknown:
        raise Http404(str(unknown)) from None
