"""Work that nobody waits for: done in order, never lost, and not twice after a fork."""

import os
import threading

import pytest

from sandbox.background import Background


def test_work_is_done_in_the_order_it_was_given() -> None:
    background, done = Background(threads=1), list[int]()
    for number in range(100):
        background.do(lambda number=number: done.append(number))  # type: ignore[misc]
    background.wait()
    assert done == list(range(100))


def test_nobody_waits_for_work_but_who_asks_to() -> None:
    background, gate, done = Background(), threading.Event(), list[str]()

    def work() -> None:
        gate.wait()
        done.append("work")

    background.do(work)
    assert done == []
    gate.set()
    background.wait()
    assert done == ["work"]


def test_who_waits_waits_for_what_the_work_gave_too() -> None:
    background, done = Background(), list[str]()
    background.do(lambda: background.do(lambda: done.append("second")))
    background.wait()
    assert done == ["second"]


def test_work_that_fails_is_told_and_holds_nothing_up(caplog: pytest.LogCaptureFixture) -> None:
    background, done = Background(threads=1), list[str]()
    background.do(lambda: 1 / 0)
    background.do(lambda: done.append("next"))
    background.wait()
    assert done == ["next"]
    assert "ZeroDivisionError" in caplog.text


def test_closing_finishes_the_work_and_ends_the_threads() -> None:
    before = threading.active_count()
    background, done = Background(), list[str]()
    background.do(lambda: done.append("work"))
    background.close()
    assert (done, threading.active_count()) == (["work"], before)


def test_work_after_closing_is_done_all_the_same() -> None:
    background, done = Background(), list[str]()
    background.close()
    background.do(lambda: done.append("late"))
    background.close()
    assert done == ["late"]


def test_a_forked_child_does_its_own_work_and_not_the_parents() -> None:
    background, gate, done = Background(threads=1), threading.Event(), list[str]()
    background.do(gate.wait)
    background.do(lambda: done.append("the parent's"))
    child = os.fork()
    if child == 0:
        background.do(lambda: done.append("the child's"))
        background.wait()
        os._exit(0 if done == ["the child's"] else 1)
    gate.set()
    background.wait()
    assert os.waitpid(child, 0)[1] == 0
    assert done == ["the parent's"]
