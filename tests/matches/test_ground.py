"""What a player may play, by what its machine can do."""

import json

import pytest
from pytest_django import Settings

from matches import ground
from matches.runner import Protection
from moonladder.players.models import Ground
from sandbox.box import Finding
from sandbox.check import Report
from tests.services.less import without_bubblewrap, without_root
from tests.services.processes import manage_behind


def found(*needs: str) -> Protection:
    """A machine on which something of each of these needs fails."""
    lacking = [Finding(need, "limit", False, "absent", "mount it") for need in needs]
    return Protection("bwrap", Report("bwrap-nocgroup", tuple(lacking)))


@pytest.mark.parametrize(
    ("needs", "own_machine", "expected"),
    [
        ((), True, Ground.FULL),
        ((), False, Ground.FULL),
        (("nice",), False, Ground.FULL),
        (("should",), True, Ground.DEGRADED),
        (("should",), False, Ground.HOUSE),
        (("must", "should"), True, Ground.HOUSE),
    ],
)
def test_less_protection_is_less_ground(
    settings: Settings, needs: tuple[str, ...], own_machine: bool, expected: Ground
) -> None:
    settings.IS_FOR_THIS_MACHINE = own_machine
    standing = ground.best(found(*needs))
    assert standing.ground == expected
    assert standing.backend == ("process" if expected == Ground.HOUSE else "bwrap")
    assert ("limit: absent; mount it" in standing.missing) == (expected != Ground.FULL)


def standing(before: list[str], **variables: object) -> list[object]:
    """What a player that makes do with what there is may do, on a machine that has less."""
    told = manage_behind(before, "sandbox_check", "--standing", sandbox="auto", **variables)
    return list(json.loads(told.stdout))


def test_without_bubblewrap_only_the_house_plays() -> None:
    kind, backend, missing, languages = standing(without_bubblewrap())
    assert (kind, backend, languages) == ("house", "process", [])
    assert "apt-get install bubblewrap" in str(missing)


@pytest.mark.parametrize(("host", "kind"), [("127.0.0.1", "degraded"), ("0.0.0.0", "house")])
def test_without_root_uploads_play_only_where_no_stranger_comes(host: str, kind: str) -> None:
    here, _, missing, languages = standing(without_root(), host=host)
    assert here == kind
    assert ("Python" in str(languages)) == (kind == "degraded")
    assert "control groups" in str(missing)


def test_a_player_of_a_cluster_does_not_make_do() -> None:
    told = manage_behind(without_bubblewrap(), "sandbox_check", "--standing", sandbox="")
    assert told.returncode == 1
    assert "apt-get install bubblewrap" in told.stderr


def test_people_are_told_what_would_play() -> None:
    told = manage_behind(without_bubblewrap(), "sandbox_check", sandbox="")
    assert told.returncode == 1
    assert "With `make run`: Nothing keeps bots apart here" in told.stderr
