"""Every fault comes with a piece of advice, and every piece of advice with a fault."""

import pytest

from engine.advice import ADVICE, ANY_CRASH, CRASHES, advice
from engine.faults import FAULTS, meaning


def test_every_fault_there_is_has_its_advice() -> None:
    assert list(ADVICE) == list(FAULTS)


@pytest.mark.parametrize("ending", CRASHES)
def test_advice_on_crashes_is_for_crashes_there_are(ending: str) -> None:
    assert meaning(f"crash:{ending}") is not None
    assert advice(f"crash:{ending}") == CRASHES[ending]


def test_any_other_crash_points_to_the_log() -> None:
    assert advice("crash:exit 3") == advice("crash:SIGUSR1") == ANY_CRASH
