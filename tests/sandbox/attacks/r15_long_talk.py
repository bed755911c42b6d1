# Stays within each line's limit and beyond the match's.
#: verdict output_limit:stdout
#: rounds 20
#: limits stdout_kib=512
import sys

for _ in sys.stdin:
    print("x" * 60000, flush=True)
