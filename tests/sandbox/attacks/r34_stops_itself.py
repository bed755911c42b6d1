# Stops itself.
#: verdict timeout:wall
#: deadline 0.3
#: greets yes
import os
import signal

from arena import greet

greet()
input()
os.kill(os.getpid(), signal.SIGSTOP)
print('{"id": 1, "saw": "went on"}', flush=True)
