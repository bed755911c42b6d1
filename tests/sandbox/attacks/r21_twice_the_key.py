# The same key twice.
#: means protocol:duplicate_key
import os
import sys

LINE = b'{"id": 1, "choice": 0, "choice": 1}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
