# A process that is always a fresh child of one just dead outruns a kill by number.
#: verdict timeout:(cpu|wall)
#: deadline 0.4
import os
import time

input()
if os.fork():
    time.sleep(60)
while True:
    if os.fork():
        os._exit(0)
