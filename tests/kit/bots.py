"""Tiny bots for tests of the kit: one that is honest, and one for each way to go wrong."""

HONEST = """\
import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print("hello from seat", message["seat"], file=sys.stderr, flush=True)
        print(json.dumps({"type": "ready"}), flush=True)
    elif message["type"] == "ask":
        answer = {"id": message["id"], "choice": message["default"]}
        print(json.dumps(answer), flush=True)
"""

ASKED = '    elif message["type"] == "ask":\n'


def when_asked(code: str) -> str:
    """The honest bot with something to do before each answer."""
    lines = "".join(f"        {line}\n" for line in code.splitlines())
    return HONEST.replace(ASKED, ASKED + lines)


SKIMMING = """\
import json, os, time

while chunk := os.read(0, 1 << 20):
    message = json.loads(chunk.splitlines()[0])
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "ask":
        print(json.dumps({"id": message["id"], "choice": message["default"]}), flush=True)
        if message["id"] == 1:
            time.sleep(0.6)
"""
"""Takes whatever has come for one line; it is caught when two lines wait."""

BOTS = {
    "skimming": SKIMMING,
    "honest": HONEST,
    "last": HONEST.replace('message["default"]', 'len(message["options"]) - 1'),
    "crashing": when_asked('if message["id"] == 3:\n    raise ValueError("no idea what to do")'),
    "leaving": when_asked('if message["id"] == 3:\n    sys.exit()'),
    "hanging": when_asked("while True:\n    pass"),
    "sleeping": when_asked("import time\ntime.sleep(1000)"),
    "flooding": when_asked('print("x" * 100_000, flush=True)'),
    "chatting": when_asked('print("I think \\33[31mhard", flush=True)'),
    "illegal": HONEST.replace('message["default"]', "9999"),
    "silent": HONEST.replace('print(json.dumps({"type": "ready"}), flush=True)', "pass"),
    "misspelt": HONEST.replace("import json", "import jason"),
    "fussy": HONEST.replace("    if mess", "    assert 'unknown' not in message\n    if mess", 1),
    "moody": HONEST.replace('message["default"]', "hash(str(message)) % len(message['options'])"),
    "noting": HONEST.replace(
        'message["default"]}', 'message["default"], "note": "a \\33[31m note"}'
    ),
}
"""By name; all in Python, and all play any game."""
