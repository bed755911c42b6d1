"""Starters built for the box they are to run in."""

from collections.abc import Callable, Sequence

import pytest

import sandbox
from kit import starters
from tests.sandbox.conftest import *  # noqa: F403  (every isolating backend, and what it takes)

DEADLINE = sandbox.Deadline(charged=20, wall=90)

OpenStarter = Callable[[], sandbox.Channel]
Conversation = Callable[[Sequence[bytes]], list[bytes]]
"""Says each line to a new bot and gives back its answers; the last line needs none."""


@pytest.fixture(scope="session", params=starters.LANGUAGES)
def language(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture(scope="session")
def open_starter(language: str, backend: sandbox.Backend) -> OpenStarter:
    """Opens a starter in a box, as often as it is called; it is built once."""
    source = starters.archive("shamans", language)
    files = sandbox.build(source, language, backend=backend).files
    return lambda: sandbox.open(files, language, backend=backend)


@pytest.fixture
def converse(open_starter: OpenStarter) -> Conversation:
    def say(lines: Sequence[bytes]) -> list[bytes]:
        answers = []
        with open_starter() as channel:
            for line in lines[:-1]:
                channel.send(line + b"\n")
                reply = channel.receive(DEADLINE)
                assert not reply.more
                answers.append(reply.line)
            channel.send(lines[-1] + b"\n")
        return answers

    return say
