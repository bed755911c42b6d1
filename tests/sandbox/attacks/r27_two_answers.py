# Answers twice.
#: verdict protocol:extra_output
import os

input()
os.write(1, b'{"id": 1, "saw": ""}\n{"id": 1, "saw": ""}\n')
input()
