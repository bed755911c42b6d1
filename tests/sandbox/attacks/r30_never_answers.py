# Reads and says nothing.
#: verdict timeout:wall
#: deadline 0.3
import sys

for _ in sys.stdin:
    pass
