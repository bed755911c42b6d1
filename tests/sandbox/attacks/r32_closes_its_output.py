# Closes its output and lives on.
#: verdict timeout:wall
#: deadline 0.3
import os
import time

input()
os.close(1)
time.sleep(60)
