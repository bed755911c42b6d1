# Recurs for ever.
#: verdict memory_limit|crash:SIGSEGV
#: limits memory_mib=64
#: deadline 10
import sys


def fall():
    fall()


sys.setrecursionlimit(10**9)
input()
fall()
