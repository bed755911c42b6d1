"""The channel over plain pipes: lines, caps, one deadline for each answer, endings."""

import os
import threading
from collections.abc import Iterator
from contextlib import suppress

import pytest

from sandbox.box import Facts, Stats
from sandbox.channel import Channel, Log, printable
from sandbox.clock import Deadline, Meter
from sandbox.faults import BotFault, Exit, SandboxError
from sandbox.limits import Limits

SOON = Deadline(charged=0.05, wall=0.2)
LATER = Deadline(charged=30, wall=90)
FACTS = Facts(backend="pipes", policy="none", freeze=True, clock="fair", sandboxed=False)


class PipeBox:
    """A box without a process: the test holds the bot's ends of its pipes, and its meters."""

    facts = FACTS

    def __init__(self) -> None:
        self.bot_stdin, self.stdin = os.pipe()
        self.stdout, self.bot_stdout = os.pipe()
        self.stderr, self.bot_stderr = os.pipe()
        for file in (self.stdin, self.stdout, self.stderr):
            os.set_blocking(file, False)
        self.meter: Meter = self
        self.cpu = self.pressure = 0.0
        self.turns: list[str] = []
        self.ended: Exit | None = None
        self.oom = False
        self.killed = self.closed = False

    def cpu_seconds(self) -> float:
        return self.cpu

    def pressure_seconds(self) -> float:
        return self.pressure

    def freeze(self) -> None:
        self.turns.append("freeze")

    def thaw(self) -> None:
        self.turns.append("thaw")

    def wait(self, seconds: float) -> Exit | None:
        return self.ended

    def out_of_memory(self) -> bool:
        return self.oom

    def dies_whole(self) -> bool:
        return False

    def kill(self) -> None:
        self.killed = True
        self.hang_up()

    def stats(self) -> Stats:
        return Stats(cpu_seconds=self.cpu)

    def close(self) -> None:
        self.closed = True

    def say(self, text: bytes) -> None:
        os.write(self.bot_stdout, text)

    def hang_up(self) -> None:
        for file in (self.bot_stdin, self.bot_stdout, self.bot_stderr):
            with suppress(OSError):
                os.close(file)

    def remove(self) -> None:
        self.hang_up()
        for file in (self.stdin, self.stdout, self.stderr):
            os.close(file)


@pytest.fixture
def box() -> Iterator[PipeBox]:
    box = PipeBox()
    yield box
    box.remove()


def channel_to(box: PipeBox, **limits: int) -> Channel:
    return Channel(box, Limits(**limits))


def talking(box: PipeBox, **limits: int) -> Channel:
    """A channel past its first answer, from which on all time counts."""
    channel = channel_to(box, **limits)
    box.say(b"ready\n")
    channel.receive(LATER)
    return channel


def fault_of(channel: Channel, deadline: Deadline = SOON) -> BotFault:
    with pytest.raises(BotFault) as caught:
        channel.receive(deadline)
    return caught.value


def test_a_line_comes_without_its_newline(box: PipeBox) -> None:
    channel = channel_to(box)
    channel.send(b"ask\n")
    box.say(b"answer\n")
    assert channel.receive(LATER).line == b"answer"
    assert os.read(box.bot_stdin, 100) == b"ask\n"


def test_a_line_may_come_in_pieces(box: PipeBox) -> None:
    channel = channel_to(box)
    channel.send(b"ask\n")
    box.say(b"ans")
    later = threading.Timer(0.02, box.say, [b"wer\n"])
    later.start()
    assert channel.receive(LATER).line == b"answer"
    later.join()


def test_more_than_the_answer_is_told(box: PipeBox) -> None:
    channel = channel_to(box)
    box.say(b"one\ntwo\nthr")
    reply = channel.receive(LATER)
    assert (reply.line, reply.more) == (b"one", True)
    assert channel.receive(LATER).line == b"two"


def test_unasked_lines_are_taken_away_and_half_ones_stay(box: PipeBox) -> None:
    channel = channel_to(box)
    box.say(b"one\ntwo\nthr")
    assert channel.unasked() == [b"one", b"two"]
    assert channel.unasked() == []
    box.say(b"ee\n")
    assert channel.receive(LATER).line == b"three"


def test_a_bot_runs_only_between_question_and_answer(box: PipeBox) -> None:
    channel = channel_to(box)
    for _ in range(2):
        channel.send(b"ask\n")
        box.say(b"answer\n")
        channel.receive(LATER)
    assert box.turns == ["freeze", "thaw", "freeze"]


def test_a_second_look_lets_the_bot_run_again(box: PipeBox) -> None:
    channel = channel_to(box)
    channel.send(b"ask\n")
    box.say(b"late\nanswer\n")
    channel.receive(LATER)
    channel.receive(LATER)
    assert box.turns == ["freeze", "thaw", "freeze"]


def test_a_line_of_exactly_the_limit_passes_and_one_more_byte_does_not(box: PipeBox) -> None:
    channel = channel_to(box, line_kib=1)
    box.say(b"x" * 1024 + b"\n")
    assert len(channel.receive(LATER).line) == 1024
    box.say(b"x" * 1025 + b"\n")
    assert fault_of(channel).verdict == "output_limit:line"
    assert box.killed


def test_a_line_without_end_is_cut_at_the_limit(box: PipeBox) -> None:
    channel = channel_to(box, line_kib=1)
    box.say(b"x" * 5000)
    assert fault_of(channel).verdict == "output_limit:line"
    assert channel.usage().stdout_bytes == 5000


def test_a_match_has_a_limit_of_output_too(box: PipeBox) -> None:
    channel = channel_to(box, stdout_kib=2)
    for _ in range(2):
        box.say(b"x" * 1000 + b"\n")
        channel.receive(LATER)
    box.say(b"x" * 1000 + b"\n")
    assert fault_of(channel).verdict == "output_limit:stdout"


def test_output_nobody_asked_for_counts_against_the_limit(box: PipeBox) -> None:
    channel = channel_to(box, stdout_kib=2)
    box.say(b"x\n" * 1500)
    with pytest.raises(BotFault, match="output_limit:stdout"):
        channel.unasked()


def test_the_log_keeps_its_beginning_and_its_end(box: PipeBox) -> None:
    channel = channel_to(box, stderr_keep_kib=1)
    os.write(box.bot_stderr, b"first" + b"." * 5000 + b"last")
    box.say(b"answer\n")
    channel.receive(LATER)
    channel.close()
    usage = channel.usage()
    assert usage.stderr.startswith(b"first")
    assert usage.stderr.endswith(b"last")
    assert usage.stderr_bytes == 5009
    assert b"[... 3985 bytes left out ...]" in usage.stderr


def test_too_long_a_log_ends_the_bot(box: PipeBox) -> None:
    channel = channel_to(box, stderr_kib=4)
    os.write(box.bot_stderr, b"x" * 5000)
    assert fault_of(channel, LATER).verdict == "output_limit:stderr"


def test_a_question_larger_than_the_pipe_goes_out_while_the_answer_is_awaited(box: PipeBox) -> None:
    channel = channel_to(box)
    question = b"q" * 300_000 + b"\n"
    read = bytearray()

    def bot() -> None:
        while not read.endswith(b"\n"):
            read.extend(os.read(box.bot_stdin, 65536))
        box.say(b"answer\n")

    reader = threading.Thread(target=bot)
    channel.send(question)
    reader.start()
    assert channel.receive(LATER).line == b"answer"
    reader.join()
    assert read == question


def test_a_question_nobody_reads_runs_into_the_deadline(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"q" * 300_000 + b"\n")
    assert fault_of(channel).verdict == "timeout:wall"


def test_silence_is_charged_by_the_wall(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask\n")
    fault = fault_of(channel)
    assert fault.verdict == "timeout:wall"
    assert fault.spent.charged >= SOON.charged
    assert not box.killed
    assert box.turns[-1] == "freeze"


def test_a_bot_that_does_not_start_is_awaited_to_the_wall_cap(box: PipeBox) -> None:
    channel = channel_to(box)
    channel.send(b"start\n")
    fault = fault_of(channel)
    assert fault.verdict == "timeout:wall"
    assert fault.spent.charged == 0
    assert fault.spent.wall >= SOON.wall


def test_computing_is_charged_by_the_processor(box: PipeBox) -> None:
    channel = channel_to(box)
    channel.send(b"ask\n")
    box.cpu = 0.06
    assert fault_of(channel).verdict == "timeout:cpu"


def test_bytes_that_keep_coming_do_not_renew_the_deadline(box: PipeBox) -> None:
    channel = talking(box)
    stop = threading.Event()

    def drip() -> None:
        while not stop.wait(0.005):
            box.say(b".")

    dripping = threading.Thread(target=drip)
    channel.send(b"ask\n")
    dripping.start()
    assert fault_of(channel).verdict == "timeout:wall"
    stop.set()
    dripping.join()


def test_waiting_for_a_processor_is_not_charged(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask\n")
    box.pressure = 100.0
    later = threading.Timer(0.1, box.say, [b"answer\n"])
    later.start()
    reply = channel.receive(Deadline(charged=0.05, wall=60))
    later.join()
    assert reply.line == b"answer"
    assert reply.spent.charged == 0
    assert reply.spent.wall > 0.05


def test_a_starved_machine_is_nobodys_loss(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask\n")
    box.pressure = 100.0
    with pytest.raises(SandboxError, match="overloaded"):
        channel.receive(Deadline(charged=0.02, wall=0.06))


def test_a_line_that_came_in_time_is_never_late(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask\n")
    box.say(b"answer\n")
    threading.Event().wait(0.1)
    reply = channel.receive(Deadline(charged=0.02, wall=0.02))
    assert reply.line == b"answer"
    assert reply.spent.charged == 0
    assert reply.spent.wall >= 0.1


def test_a_late_answer_can_still_be_read(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask 1\n")
    fault_of(channel)
    box.say(b"answer 1\n")
    assert channel.unasked() == [b"answer 1"]
    channel.send(b"ask 2\n")
    box.say(b"answer 2\n")
    assert channel.receive(LATER).line == b"answer 2"


def test_the_end_of_the_process_is_a_crash_with_its_code(box: PipeBox) -> None:
    channel = channel_to(box)
    box.ended = Exit(139)
    box.hang_up()
    assert fault_of(channel, LATER).verdict == "crash:SIGSEGV"
    assert channel.usage().exit == Exit(139)


def test_the_last_words_count_before_the_end(box: PipeBox) -> None:
    channel = channel_to(box)
    box.say(b"answer\n")
    box.ended = Exit(0)
    box.hang_up()
    assert channel.receive(LATER).line == b"answer"
    assert fault_of(channel, LATER).verdict == "crash:exit 0"


def test_closed_output_of_a_living_bot_is_silence(box: PipeBox) -> None:
    channel = talking(box)
    channel.send(b"ask\n")
    os.close(box.bot_stdout)
    assert fault_of(channel).verdict == "timeout:wall"


def test_running_out_of_memory_is_told_from_a_crash(box: PipeBox) -> None:
    channel = channel_to(box)
    box.oom, box.ended = True, Exit(137)
    box.hang_up()
    assert fault_of(channel, LATER).verdict == "memory_limit"


def test_a_box_that_never_was_is_the_platforms_fault_and_says_why(
    box: PipeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def never_ran(seconds: float) -> Exit | None:
        raise SandboxError("no box")

    monkeypatch.setattr(box, "wait", never_ran)
    channel = channel_to(box)
    os.write(box.bot_stderr, b"bwrap: no such option\n")
    os.close(box.bot_stdout)
    with pytest.raises(SandboxError, match="no box: bwrap: no such option"):
        channel.receive(LATER)


def test_an_answer_does_not_hide_a_child_out_of_memory(box: PipeBox) -> None:
    channel = channel_to(box)
    box.oom = True
    box.say(b"answer\n")
    assert fault_of(channel, LATER).verdict == "memory_limit"


def test_after_its_end_a_bot_gives_the_same_fault(box: PipeBox) -> None:
    channel = channel_to(box, line_kib=1)
    box.say(b"x" * 2000)
    first = fault_of(channel)
    for call in (lambda: channel.send(b"ask\n"), channel.unasked):
        with pytest.raises(BotFault) as again:
            call()
        assert again.value is first


def test_a_question_to_a_bot_that_closed_its_input_does_no_harm(box: PipeBox) -> None:
    channel = talking(box)
    os.close(box.bot_stdin)
    channel.send(b"over\n")
    assert fault_of(channel).verdict == "timeout:wall"


def test_a_box_that_cannot_be_frozen_is_not_the_bots_fault(
    box: PipeBox, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone() -> None:
        raise OSError(19, "No such device")

    monkeypatch.setattr(box, "freeze", gone)
    channel = channel_to(box)
    box.say(b"answer\n")
    with pytest.raises(SandboxError, match=r"cannot be reached: .*No such device"):
        channel.receive(LATER)


def test_closing_twice_changes_nothing(box: PipeBox) -> None:
    channel = channel_to(box)
    with channel:
        pass
    channel.close()
    assert box.killed
    assert box.closed
    with pytest.raises(SandboxError, match="closed"):
        channel.send(b"ask\n")


def test_a_short_log_is_kept_whole() -> None:
    log = Log(10)
    for chunk in (b"abc", b"defg", b"hij"):
        log.add(chunk)
    assert log.text() == b"abcdefghij"


def test_what_a_bot_says_moves_no_cursor() -> None:
    assert printable(b"\x1b[2Jhi\r\n\x00\xff \xe2\x80\xae") == "\\x1b[2Jhi\\r\n\\x00\\xff \\u202e"
    assert printable("größe\tok".encode()) == "größe\tok"
