# Leaves a daemon behind that holds its output, and exits.
#: verdict crash:exit 0
import os
import time

input()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        time.sleep(60)
    os._exit(0)
