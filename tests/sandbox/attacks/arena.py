"""What the bots of this folder have at hand; it is put beside each of them."""

import ctypes
import errno
import json
import os
import sys

LIBC = ctypes.CDLL(None, use_errno=True)


def serve(attack, once=False):
    """Answer every question with what the attack saw, attacking anew each time or only once."""
    saw = None
    for line in sys.stdin:
        if saw is None or not once:
            saw = attack()
        answer = {"id": json.loads(line)["id"], "saw": str(saw)}
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


def greet():
    """Answer the first question, so that the time of the next ones counts in full."""
    print(json.dumps({"id": json.loads(input())["id"], "saw": "hello"}), flush=True)


def outcome(function, *arguments):
    """`ok`, or the name of the error."""
    try:
        function(*arguments)
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error.errno))
    except ValueError:
        return "ValueError"
    return "ok"


def syscall(name, *arguments):
    """`ok`, or the name of the error of a system call made by number."""
    with open("/bot/numbers.json") as file:
        number = json.load(file)[name]
    ctypes.set_errno(0)
    words = [ctypes.c_ulong(argument) for argument in arguments]
    if LIBC.syscall(ctypes.c_long(number), *words) == -1:
        return errno.errorcode[ctypes.get_errno()]
    if name == "clone" and os.getpid() == 1:
        os._exit(0)
    return "ok"
