# Ignores every signal that can be ignored.
#: verdict timeout:cpu
#: deadline 1
import contextlib
import signal

for number in signal.valid_signals():
    with contextlib.suppress(OSError, ValueError):
        signal.signal(number, signal.SIG_IGN)
input()
while True:
    pass
