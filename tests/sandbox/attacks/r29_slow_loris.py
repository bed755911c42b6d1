# Writes its answer a byte at a time, to renew a deadline that does not renew.
#: verdict timeout:wall
#: deadline 0.5
import os
import time

input()
for byte in b'{"id": 1, "saw": "slow"}\n':
    os.write(1, bytes([byte]))
    time.sleep(0.1)
