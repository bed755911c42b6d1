# Answers one question many thousand times.
#: verdict protocol:extra_output
import os

input()
while True:
    os.write(1, b'{"id": 1, "saw": ""}\n' * 2000)
