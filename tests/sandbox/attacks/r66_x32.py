# Calls the kernel by the x32 table.
#: verdict crash:SIGSYS
#: machine x86_64
import ctypes

input()
ctypes.CDLL(None).syscall(0x40000000 + 39)
print('{"id": 1, "saw": "went through"}', flush=True)
