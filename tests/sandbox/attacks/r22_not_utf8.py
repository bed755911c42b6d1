# Bytes that are not UTF-8.
#: means protocol:invalid_utf8
import os
import sys

LINE = b'{"id": 1, "note": "\xff\xfe"}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
