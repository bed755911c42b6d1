# Hides memory in /tmp, where a small box has more room than memory.
#: verdict memory_limit
#: limits memory_mib=48
input()
with open("/tmp/hoard", "wb") as file:
    while True:
        file.write(bytes(1 << 20))
