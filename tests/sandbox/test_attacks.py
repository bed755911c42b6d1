"""Every attack of the folder `attacks`, on every isolating backend, ends in its expected verdict.

The head of a file says what is expected: `verdict` (a pattern; ok if not given), `saw` (a pattern
for what the bot reports), `counts` (a statistic that must not be zero), and what the bot is given:
`limits`, `deadline` (charged seconds), `rounds`, `message_kib`, `greets` (the bot answers once
before it attacks), `settle` (wait for output before the first question), `head_start` (seconds
before it), `machine`. `means` names the fault that a
line, handed on unharmed, is for whoever reads it.
"""

import os
import re

import pytest

import sandbox
from engine.faults import BotFault
from engine.protocol.codec import AnswerReader
from tests.sandbox.table import ATTACKS, Attack


@pytest.mark.parametrize("attack", ATTACKS, ids=lambda attack: attack.path.stem)
def test_the_attack_is_contained(attack: Attack, backend: sandbox.Backend) -> None:
    if attack.head.get("machine", os.uname().machine) != os.uname().machine:
        pytest.skip(f"needs {attack.head['machine']}")
    outcome = attack.play(backend)
    context = f"{outcome} {outcome.usage.stderr.decode(errors='replace')}"
    assert re.fullmatch(attack.verdict, outcome.verdict), context
    for saw in outcome.saw if "saw" in attack.head else []:
        assert re.fullmatch(rf"\(?{attack.head['saw']}\)?", saw), context
    if meant := attack.head.get("means"):
        assert re.fullmatch(meant, fault_in(outcome.lines[0]))
    if counted := attack.head.get("counts"):
        assert getattr(outcome.usage.stats, counted) > 0, context
    assert outcome.usage.kill_seconds is not None
    assert outcome.usage.kill_seconds < 1


def fault_in(line: bytes) -> str:
    """What the referee makes of a line."""
    with pytest.raises(BotFault) as caught:
        AnswerReader(seats=2, roles={}).read(line, number=1, options=2)
    return caught.value.fault


def test_there_are_attacks_enough() -> None:
    assert len(ATTACKS) >= 60
