# Reads and says nothing.
#: verdict timeout:wall
#: deadline 0.3
#: greets yes
import sys

from arena import greet

greet()
for _ in sys.stdin:
    pass
