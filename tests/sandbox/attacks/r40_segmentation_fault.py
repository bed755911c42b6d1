# Reads address 0.
#: verdict crash:SIGSEGV
import ctypes

input()
ctypes.string_at(0)
