# An integer of 50,000 digits.
#: means protocol:number_range
import os
import sys

LINE = b'{"id": ' + b"9" * 50000 + b"}"

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
