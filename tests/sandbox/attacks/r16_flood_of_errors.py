# Writes to its log without end.
#: verdict output_limit:stderr
import os

input()
while True:
    os.write(2, b"x" * 65536)
