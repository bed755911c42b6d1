# Writes the beginning of the next answer with this one.
#: verdict protocol:extra_output
import os

input()
os.write(1, b'{"id": 1, "saw": ""}\n{"id": 2, ')
input()
os.write(1, b'"saw": ""}\n')
