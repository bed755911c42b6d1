# Closes its input and lives on.
#: verdict timeout:wall
#: deadline 0.3
#: message_kib 200
#: greets yes
import os
import time

from arena import greet

greet()
os.close(0)
time.sleep(60)
