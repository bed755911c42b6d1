"""Takes any option, by dice that roll the same in every replay."""

import json
import random
import sys

dice = random.Random()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        dice.seed(message["seed"])
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "ask":
        choice = dice.randrange(len(message["options"]))
        print(json.dumps({"id": message["id"], "choice": choice}), flush=True)
