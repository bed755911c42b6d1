# Half a surrogate pair.
#: means protocol:bad_string
import os
import sys

LINE = b'{"id": 1, "choice": 0, "note": "\\ud800"}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
