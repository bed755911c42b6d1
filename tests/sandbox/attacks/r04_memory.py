# Takes memory until none is left.
#: verdict memory_limit
#: limits memory_mib=64
input()
hoard = []
while True:
    hoard.append(bytearray(1 << 20))
