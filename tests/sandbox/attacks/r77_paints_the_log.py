# Writes to its log what would move a cursor or run in a page.
#: saw wrote
import sys

from arena import serve


def attack():
    sys.stderr.buffer.write(b"\x1b[2J\x1b]0;owned\x07\x00<script>\xff\r\n")
    sys.stderr.flush()
    return "wrote"


serve(attack)
