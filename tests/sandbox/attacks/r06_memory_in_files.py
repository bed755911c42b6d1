# Hides memory in files that have no name.
#: verdict memory_limit
#: limits memory_mib=64
import os

input()
hoard = []
while True:
    file = os.memfd_create("hoard")
    hoard.append(file)
    for _ in range(32):
        os.write(file, bytes(1 << 20))
