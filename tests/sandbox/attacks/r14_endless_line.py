# Writes a line that never ends.
#: verdict output_limit:line
import os

input()
while True:
    os.write(1, b"x" * 65536)
