# JSON nested 30,000 deep.
#: means protocol:too_deep
import os
import sys

LINE = b"[" * 30000 + b"]" * 30000

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
