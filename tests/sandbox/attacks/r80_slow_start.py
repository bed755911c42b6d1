# Computes while it starts, hoping that nobody counts yet.
#: verdict timeout:(cpu|wall)
#: deadline 0.4
#: head_start 0.7
import time

from arena import serve

while time.process_time() < 0.6:
    pass
serve(lambda: "started")
