# Writes its answer a byte at a time, to renew a deadline that does not renew.
#: verdict timeout:wall
#: deadline 0.5
#: greets yes
import os
import time

from arena import greet

greet()
input()
for byte in b'{"id": 1, "saw": "slow"}\n':
    os.write(1, bytes([byte]))
    time.sleep(0.1)
