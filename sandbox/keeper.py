"""The keeper: the small process that is the parent of every box of one worker.

Run as a script, `python -I -S keeper.py CONTROL`, by `sandbox.spawn`. Standard library only.

Why a process of its own. Whatever must happen between fork and exec (join the control group, set
limits, become the slot's user) is safe and fast in a small program with one thread, and neither in
a worker with many threads and hundreds of megabytes. And bubblewrap ties a box to the *thread*
that started it: the keeper's only thread lives as long as the worker does.

It reads requests from the CONTROL socket: one message each, JSON, with descriptors attached. The
first descriptor of a request is the box's *life line*. While a box lives the keeper holds its end;
when the other side closes or shuts down its own, the box is killed; when the box has ended, the
keeper writes one line about it and lets go. When CONTROL closes the worker is gone, and so is
everything.
"""

import array
import contextlib
import ctypes
import fcntl
import json
import os
import resource
import select
import signal
import socket
import sys
from typing import Any

MESSAGE_BYTES = 1024 * 1024
"""More than a socket takes: a request is refused on the worker's side or arrives whole."""
DESCRIPTORS = 16
SPARE = 64
"""Received descriptors are moved out of the way to here before they get their numbers."""
MS_BIND, MS_REC, MS_PRIVATE = 4096, 16384, 1 << 18
CLONE_NEWNS = 0x20000
PR_SET_CHILD_SUBREAPER = 36
IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""By the keeper, which ends with its worker and not before."""
FIXED = {signal.SIGKILL, signal.SIGSTOP}

Request = dict[str, Any]


class Box:
    """One child: its process, and the life line that ends with it."""

    def __init__(self, pid: int, life: socket.socket) -> None:
        self.pid, self.life = pid, life

    def kill(self) -> None:
        """End the child and whatever else is in its session."""
        for send in (os.killpg, os.kill):
            with contextlib.suppress(ProcessLookupError):
                send(self.pid, signal.SIGKILL)

    def bury(self, status: int, usage: resource.struct_rusage) -> None:
        """Say how the child ended, and let go of the life line."""
        cpu = usage.ru_utime + usage.ru_stime
        told = {"status": status, "cpu": cpu, "rss_kib": usage.ru_maxrss}
        with contextlib.suppress(OSError):
            self.life.send(json.dumps(told).encode() + b"\n", socket.MSG_NOSIGNAL)
        self.life.close()


def receive(control: socket.socket) -> tuple[Request, list[int]] | None:
    """The next request and its descriptors, or None when the worker is gone."""
    space = socket.CMSG_SPACE(DESCRIPTORS * array.array("i").itemsize)
    text, ancillary, _, _ = control.recvmsg(MESSAGE_BYTES, space, socket.MSG_CMSG_CLOEXEC)
    if not text:
        return None
    files = array.array("i")
    for _, _, chunk in ancillary:
        files.frombytes(chunk[: len(chunk) - len(chunk) % files.itemsize])
    return json.loads(text), list(files)


def start(request: Request, files: list[int]) -> Box:
    """Fork the child of one request."""
    life = socket.socket(fileno=files[0])
    pid = os.fork()
    if pid:
        for file in files[1:]:
            os.close(file)
        return Box(pid, life)
    try:
        become(request, files)
    except BaseException as error:
        life.send(json.dumps({"error": f"{type(error).__name__}: {error}"}).encode() + b"\n")
    os._exit(127)


def become(request: Request, files: list[int]) -> None:
    """In the child: join the groups, shed privileges, exec."""
    os.setsid()
    keep = 1 + request["keep"]
    for group in files[keep:]:
        os.write(group, b"0")
    os.sched_setaffinity(0, request["affinity"])
    place(files[1:keep])
    for name, value in request["rlimits"].items():
        limit(getattr(resource, name), value)
    if request["uid"] is not None:
        os.setgroups([])
        os.setresgid(*[request["uid"]] * 3)
        os.setresuid(*[request["uid"]] * 3)
    os.chdir(request["cwd"])
    for number in signal.valid_signals() - FIXED:
        signal.signal(number, signal.SIG_DFL)  # ignored ones would stay ignored across exec
    os.execve(request["argv"][0], request["argv"], request["env"])


def place(files: list[int]) -> None:
    """Give the descriptors the numbers 0, 1, 2, ... ; every other one closes on exec."""
    spare = [fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, SPARE) for file in files]
    for number, file in enumerate(spare):
        os.dup2(file, number)


def limit(kind: int, value: int) -> None:
    """Set soft and hard limit, lowering only: raising needs a privilege a worker may lack."""
    _, hard = resource.getrlimit(kind)
    if hard != resource.RLIM_INFINITY:
        value = min(value, hard)
    resource.setrlimit(kind, (value, value))


LIBC = ctypes.CDLL(None, use_errno=True)


def checked(result: int) -> None:
    if result:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))


def adopt_orphans() -> None:
    """Become the parent of all orphans below, so that no box leaves zombies to somebody else."""
    checked(LIBC.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0))


def bind_tools(pairs: list[list[str]]) -> None:
    """In a mount namespace of the keeper's own, show tool chains where a slot's user can reach."""
    if not pairs:
        return
    checked(LIBC.unshare(CLONE_NEWNS))
    checked(LIBC.mount(b"none", b"/", None, MS_REC | MS_PRIVATE, None))
    for source, target in pairs:
        checked(LIBC.mount(os.fsencode(source), os.fsencode(target), None, MS_BIND | MS_REC, None))


class Keeper:
    """The loop over the control socket, the life lines, and the ends of children."""

    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.children: dict[int, Box] = {}
        self.lives: dict[int, Box] = {}
        self.ends, self._wake = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
        signal.set_wakeup_fd(self._wake, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        self.poll = select.poll()
        for file in (control.fileno(), self.ends):
            self.poll.register(file, select.POLLIN)

    def run(self) -> None:
        while all(self.attend(file) for file, _ in self.poll.poll()):
            pass
        for box in self.children.values():
            box.kill()

    def attend(self, file: int) -> bool:
        """One event; false when the worker is gone."""
        if file == self.control.fileno():
            return self.admit()
        if file == self.ends:
            os.read(self.ends, 4096)
            self.reap()
        elif file in self.lives:
            self.lives.pop(file).kill()
            self.poll.unregister(file)
        return True

    def admit(self) -> bool:
        received = receive(self.control)
        if received is None:
            return False
        box = start(*received)
        self.children[box.pid] = self.lives[box.life.fileno()] = box
        self.poll.register(box.life, select.POLLRDHUP)
        return True

    def reap(self) -> None:
        """Bury every child that has ended; those nobody knows are orphans of boxes."""
        look = os.WEXITED | os.WNOHANG | os.WNOWAIT
        with contextlib.suppress(ChildProcessError):
            while (ended := os.waitid(os.P_ALL, 0, look)) is not None:
                box = self.children.pop(ended.si_pid, None)
                if box:
                    self.remove(box)
                _, status, usage = os.wait4(ended.si_pid, 0)
                if box:
                    box.bury(status, usage)

    def remove(self, box: Box) -> None:
        """End what is left of its session while its number cannot be anybody else's."""
        box.kill()
        if self.lives.pop(box.life.fileno(), None):
            self.poll.unregister(box.life)


if __name__ == "__main__":
    for number in IGNORED:
        signal.signal(number, signal.SIG_IGN)
    control = socket.socket(fileno=int(sys.argv[1]))
    control.set_inheritable(False)  # whoever holds it can start anything as root
    adopt_orphans()
    bind_tools(json.loads(sys.argv[2]))
    Keeper(control).run()
