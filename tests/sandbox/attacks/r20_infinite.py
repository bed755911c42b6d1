# A number too large for a double.
#: means protocol:.*
import os
import sys

LINE = b'{"id": 1, "choice": 1e999}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
