# A byte order mark first.
#: means protocol:.*
import os
import sys

LINE = b'\xef\xbb\xbf{"id": 1, "choice": 0}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
