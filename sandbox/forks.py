"""What is a process's own, and must be let go of in a forked child."""

import os
import weakref
from typing import Protocol


class Own(Protocol):
    """Something that a forked child holds a copy of, and has no right to."""

    def forget(self) -> None:
        """In a forked child: let go of what is the parent's, and begin anew."""


_all: weakref.WeakSet[Own] = weakref.WeakSet()


def forget_in_children(own: Own) -> None:
    """Have it let go of in every child forked from now on, for as long as it is used."""
    _all.add(own)


def _forget_all() -> None:
    for own in list(_all):
        own.forget()


os.register_at_fork(after_in_child=_forget_all)
