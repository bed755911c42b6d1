"""Takes the first option."""

import json
import sys

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "start":
        print('{"type":"ready"}', flush=True)
    elif message["type"] == "ask":
        print(json.dumps({"id": message["id"], "choice": 0}), flush=True)
