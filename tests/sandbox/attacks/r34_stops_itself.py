# Stops itself.
#: verdict timeout:wall
#: deadline 0.3
import os
import signal

input()
os.kill(os.getpid(), signal.SIGSTOP)
print('{"id": 1, "saw": "went on"}', flush=True)
