# Makes itself the last to be killed, then takes all memory.
#: verdict memory_limit
#: limits memory_mib=64
import contextlib
from pathlib import Path

input()
with contextlib.suppress(OSError):
    Path("/proc/self/oom_score_adj").write_text("-1000")
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
