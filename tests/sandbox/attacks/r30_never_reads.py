# Does not read a question larger than a pipe.
#: verdict timeout:wall
#: deadline 0.3
#: message_kib 200
#: greets yes
import time

from arena import greet

greet()
time.sleep(60)
