"""The vocabulary of faults is closed, and says which faults end a bot."""

import pytest

from engine.faults import FAULTS, BotFault, Spent, ends_the_bot, meaning


@pytest.mark.parametrize(
    "fault", [*FAULTS, "crash:exit 0", "crash:exit 137", "crash:SIGSEGV", "crash:SIGRTMIN+3"]
)
def test_every_fault_has_a_meaning(fault: str) -> None:
    assert meaning(fault)
    assert BotFault(fault).detail == meaning(fault)


@pytest.mark.parametrize(
    "word", ["", "ok", "platform_error", "crash:", "crash:boom", "crash:exit", "protocol:"]
)
def test_other_words_are_no_faults(word: str) -> None:
    assert meaning(word) is None


def test_a_fault_that_ends_its_bot_is_told_from_one_that_does_not() -> None:
    ending = {fault for fault in [*FAULTS, "crash:exit 3", "crash:SIGKILL"] if ends_the_bot(fault)}
    assert ending == {
        "crash:exit 3",
        "crash:SIGKILL",
        "memory_limit",
        "output_limit:line",
        "output_limit:stdout",
        "output_limit:stderr",
        "timeout:start",
        "timeout:match",
    }


def test_a_fault_knows_how_long_it_took() -> None:
    fault = BotFault("timeout:cpu", "11 s", Spent(11.0, 10.0, 12.0))
    assert str(fault) == "timeout:cpu: 11 s"
    assert fault.spent.wall == 12.0
    assert str(BotFault("memory_limit")) == "memory_limit"
