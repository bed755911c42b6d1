# Makes itself the last to be killed, then takes all memory.
#: verdict memory_limit
#: limits memory_mib=64
import contextlib

input()
with contextlib.suppress(OSError):
    open("/proc/self/oom_score_adj", "w").write("-1000")
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
