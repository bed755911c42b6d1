# Aborts.
#: verdict crash:SIGABRT
import os

input()
os.abort()
