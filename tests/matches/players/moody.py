"""Takes any option, never the same twice: its dice are the system's."""

import json
import random
import sys

dice = random.SystemRandom()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "ask":
        choice = dice.randrange(len(message["options"]))
        print(json.dumps({"id": message["id"], "choice": choice}), flush=True)
