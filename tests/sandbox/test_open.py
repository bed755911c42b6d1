"""The public face: a bot is opened, spoken to, measured and closed."""

import pytest

import sandbox

DEADLINE = sandbox.Deadline(charged=5, wall=20)


def bot(source: str) -> sandbox.Archive:
    return sandbox.read_upload("bot.py", source.encode())


def test_a_bot_is_asked_and_answers(backend: sandbox.Backend) -> None:
    with sandbox.open(
        bot("print(input()[::-1], flush=True)"), "python", backend=backend
    ) as channel:
        channel.send(b"stressed\n")
        assert channel.receive(DEADLINE).line == b"desserts"


def test_a_closed_channel_tells_what_was_used(backend: sandbox.Backend) -> None:
    source = "import sys; print(input(), flush=True); print('hm', file=sys.stderr); input()"
    with sandbox.open(bot(source), "python", backend=backend) as channel:
        channel.send(b"x\n")
        channel.receive(DEADLINE)
        channel.send(b"y\n")
        with pytest.raises(sandbox.BotFault):
            channel.receive(sandbox.Deadline(charged=1, wall=4))
    usage = channel.usage()
    assert usage.verdict == "crash:exit 0"
    assert usage.stdout_bytes == 2
    assert usage.stderr == b"hm\n"
    assert len(usage.spent) == 2
    assert usage.as_json()["backend"] == usage.facts.backend
