# Closes its output and lives on.
#: verdict timeout:wall
#: deadline 0.3
#: greets yes
import os
import time

from arena import greet

greet()
input()
os.close(1)
time.sleep(60)
