"""Takes the first option, errs at its second ask, and tells its owner things: note, belief, log."""

import json
import sys

seat = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        seat = message["seat"]
        print(f"log-of-seat-{seat}", file=sys.stderr, flush=True)
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "ask":
        choice = 99 if message["id"] == 2 else 0
        said = {"note": f"note-of-seat-{seat}", "beliefs": [{"shaman": 1}, None, None]}
        print(json.dumps({"id": message["id"], "choice": choice, **said}), flush=True)
