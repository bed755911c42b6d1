# NaN, which is not JSON.
#: means protocol:non_finite|protocol:invalid_json
import os
import sys

LINE = b'{"id": 1, "choice": NaN}'

for _ in sys.stdin:
    os.write(1, LINE + b"\n")
