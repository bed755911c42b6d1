# As many keys as fit in a line.
#: means protocol:.*
import os
import sys

LINE = b"{" + b",".join(b'"k%d": 0' % n for n in range(4800)) + b"}"

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
