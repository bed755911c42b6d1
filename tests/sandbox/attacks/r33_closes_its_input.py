# Closes its input and lives on.
#: verdict timeout:wall
#: deadline 0.3
#: message_kib 200
import os
import time

os.close(0)
time.sleep(60)
