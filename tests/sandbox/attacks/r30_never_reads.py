# Does not read a question larger than a pipe.
#: verdict timeout:wall
#: deadline 0.3
#: message_kib 200
import time

time.sleep(60)
