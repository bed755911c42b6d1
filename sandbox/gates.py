"""The worker's side of the gate (images/gate.c), process 1 of a container: two ways to reach it.

`SocketGate` needs the engine on this machine: a socket in the slot's folder, by which the gate is
handed three pipes. The bot then talks to this process directly, and the engine copies nothing.

`StreamGate` works wherever an engine is: everything goes through the stream that the engine offers,
which a thread of ours splits. Each line takes several times as long, the engine hangs if a stream
nobody reads is not shut before its container is removed, and only the exit code tells how it ended.
"""

import io
import os
import secrets
import select
import socket
import ssl
import struct
import tarfile
import threading
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from sandbox.archive import Archive
from sandbox.daemon import Daemon, Json
from sandbox.faults import SandboxError

PROGRAM = "/usr/lib/moonladder/gate"
BOT = "/bot"
SECONDS = 30.0
"""How long a gate may take to be there, or to hear what to run."""
LOOK_SECONDS = 0.1
"""How often to see whether a gate that does not come has ended."""
CHUNK = 64 * 1024
HEADER = struct.Struct(">BxxxI")
"""What the engine puts before each piece of output: which stream, how many bytes."""


def request(command: Sequence[str], environment: Mapping[str, str]) -> bytes:
    """What to run, in the gate's words."""
    variables = [f"{name}={value}" for name, value in environment.items()]
    text = b"".join(os.fsencode(word) + b"\0" for word in (*command, *variables))
    return struct.pack("=III", len(text), len(command), len(variables)) + text


class Gate(Protocol):
    """One gate, from before its container is made until after that is gone."""

    streams: tuple[int, int, int]
    """This side of the bot's standard input, output and error: non-blocking."""
    pid: int
    """The gate's number on this machine; 0 where that cannot be known."""

    def configuration(self) -> Json:
        """What the container must be made with."""

    def meet(self, daemon: Daemon, container: str) -> None:
        """Start the container, and return when the gate listens."""

    def give(self, files: Archive) -> None:
        """Put the bot's files where the box sees them."""

    def tell(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        """Say what to run."""

    def waits(self) -> bool:
        """Whether it is still there to be told."""

    def end(self, seconds: float) -> int | None:
        """How the bot ended, waiting for that at most so long; None while it runs."""

    def hang_up(self) -> None:
        """Let go: a gate that is alone ends, and everything in its container with it."""

    def close(self) -> None:
        """Hang up and close all descriptors."""

    def forget(self) -> None:
        """In a forked child: let go of what is the parent's."""


class Pipes:
    """Three pipes, one end of each for either side."""

    def __init__(self) -> None:
        self.streams = (-1, -1, -1)

    def _lay(self) -> list[int]:
        """Make the pipes; the ends returned are the other side's."""
        stdin, our_stdin = os.pipe2(os.O_CLOEXEC)
        our_stdout, stdout = os.pipe2(os.O_CLOEXEC)
        our_stderr, stderr = os.pipe2(os.O_CLOEXEC)
        self.streams = (our_stdin, our_stdout, our_stderr)
        for file in self.streams:
            os.set_blocking(file, False)
        return [stdin, stdout, stderr]

    def _close_pipes(self) -> None:
        for file in self.streams:
            if file >= 0:
                os.close(file)
        self.streams = (-1, -1, -1)


class SocketGate(Pipes):
    """A gate on this machine, met at a socket in the folder that its container shows as /bot.

    The socket's name is gone before the bot's files are there, and so before there is a bot. It is
    a name that nobody can guess: others may pass through the folder, but cannot list it.
    """

    def __init__(self, daemon: Daemon, folder: Path) -> None:
        super().__init__()
        self.pid = 0
        self._folder = folder
        self._path = folder / secrets.token_hex(8)
        self._control: socket.socket | None = None
        self._said = b""
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self._path))
        self._listener.listen(1)
        self._path.chmod(0o666)

    def configuration(self) -> Json:
        bot = {"Type": "bind", "Source": str(self._folder), "Target": BOT, "ReadOnly": True}
        return {"Cmd": [PROGRAM, f"{BOT}/{self._path.name}"], "HostConfig": {"Mounts": [bot]}}

    def meet(self, daemon: Daemon, container: str) -> None:
        daemon.start(container)
        deadline = time.monotonic() + SECONDS
        while not _ready(self._listener, select.POLLIN, LOOK_SECONDS):
            if not daemon.state(container).get("Running") or time.monotonic() > deadline:
                raise SandboxError("the gate in a container does not reach this process")
        self._control, _ = self._listener.accept()
        self._path.unlink()
        self._listener.close()
        credentials = self._control.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, 12)
        (self.pid, _, _) = struct.unpack("iII", credentials)

    def give(self, files: Archive) -> None:
        files.unpack(self._folder)

    def tell(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        assert self._control is not None
        wanted = request(command, environment)
        theirs = self._lay()
        self._control.settimeout(SECONDS)
        try:
            socket.send_fds(self._control, [wanted[:12]], theirs)
            self._control.sendall(wanted[12:])
        finally:
            for file in theirs:
                os.close(file)

    def waits(self) -> bool:
        return self._control is not None and not _ready(self._control, select.POLLIN, 0)

    def end(self, seconds: float) -> int | None:
        if self._control is None:
            raise SandboxError("the box is closed")
        deadline = time.monotonic() + seconds
        while not self._said.endswith(b"\n"):
            if not _ready(self._control, select.POLLIN, max(0.0, deadline - time.monotonic())):
                return None
            chunk = self._control.recv(64)
            if not chunk:
                raise SandboxError("a container has gone by itself")
            self._said += chunk
        return int(self._said)

    def hang_up(self) -> None:
        if self._control is not None:
            with suppress(OSError):
                self._control.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.hang_up()
        self.forget()

    def forget(self) -> None:
        """Close all descriptors, and no more: they may be another process's too."""
        if self._control is not None:
            self._control.close()
            self._control = None
        self._listener.close()
        self._close_pipes()


class StreamGate(Pipes):
    """A gate anywhere, reached through the engine: a thread carries lines in and output back.

    The bot's files are put in a volume, where they belong to root: the bot cannot change them.
    """

    pid = 0

    def __init__(self, daemon: Daemon, folder: Path) -> None:
        super().__init__()
        self._daemon = daemon
        self._container = ""
        self._stream: Any = None
        self._pump: threading.Thread | None = None

    def configuration(self) -> Json:
        bot = {"Type": "volume", "Target": BOT, "VolumeOptions": {"NoCopy": True}}
        streams = {"OpenStdin": True, "StdinOnce": True, "AttachStdin": True}
        return {"Cmd": [PROGRAM], "HostConfig": {"Mounts": [bot]}, **streams}

    def meet(self, daemon: Daemon, container: str) -> None:
        self._container = container
        self._stream = daemon.attach(container)
        daemon.start(container)
        if not daemon.state(container).get("Running"):
            raise SandboxError("the gate in a container does not stay")
        ends = self._lay()
        carried = Carrier(_socket_of(self._stream), *ends)
        self._pump = threading.Thread(target=carried.run, daemon=True)
        self._pump.start()

    def give(self, files: Archive) -> None:
        self._daemon.put(self._container, BOT, _tar(files))

    def tell(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        wanted, stdin = request(command, environment), self.streams[0]
        while wanted:
            if not _ready(stdin, select.POLLOUT, SECONDS):
                raise SandboxError("a gate does not listen")
            wanted = wanted[os.write(stdin, wanted) :]

    def waits(self) -> bool:
        return self._pump is not None and self._pump.is_alive()

    def end(self, seconds: float) -> int | None:
        return self._daemon.wait(self._container, seconds)

    def hang_up(self) -> None:
        if self._stream is not None:
            with suppress(OSError):
                _socket_of(self._stream).shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        self.hang_up()
        self._close_pipes()  # first: the thread may be waiting to write to one of them
        if self._pump is not None:
            self._pump.join()
            self._pump = None
        self._close_stream()

    def forget(self) -> None:
        """In a forked child, which has no such thread."""
        self._pump = None
        self._close_pipes()
        self._close_stream()

    def _close_stream(self) -> None:
        if self._stream is not None:
            _socket_of(self._stream).close()
            self._stream.close()
            self._stream = None


class Carrier:
    """Carries bytes between an engine's stream and three pipes, of which it owns its ends.

    It takes no more from the bot's side than the pipes hold, and no more from ours than the stream
    takes, but never lets one wait for the other.
    """

    def __init__(self, stream: socket.socket, stdin: int, stdout: int, stderr: int) -> None:
        self._stream, self._stdin = stream, stdin
        self._outputs = {1: stdout, 2: stderr}
        self._incoming = bytearray()
        self._outgoing = b""
        stream.setblocking(False)

    def run(self) -> None:
        try:
            while self._step():
                pass
        except OSError:
            pass  # one side has gone: so does the other
        finally:
            for file in (self._stdin, *self._outputs.values()):
                os.close(file)

    def _step(self) -> bool:
        """Wait for something to carry; false when the engine has no more."""
        poll = select.poll()
        poll.register(self._stream, select.POLLIN | (select.POLLOUT if self._outgoing else 0))
        if not self._outgoing:
            poll.register(self._stdin, select.POLLIN)
        ready = dict(poll.poll())
        if self._stdin in ready:
            self._outgoing = os.read(self._stdin, CHUNK)
            if not self._outgoing:
                return False
        if self._outgoing:
            with suppress(BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
                self._outgoing = self._outgoing[self._stream.send(self._outgoing) :]
        return self._receive()

    def _receive(self) -> bool:
        """Take what the stream has, until it has no more for now."""
        with suppress(BlockingIOError, ssl.SSLWantReadError, ssl.SSLWantWriteError):
            while chunk := self._stream.recv(CHUNK):
                self._incoming += chunk
                self._hand_on()
            return False
        return True

    def _hand_on(self) -> None:
        while len(self._incoming) >= HEADER.size:
            number, size = HEADER.unpack_from(self._incoming)
            if len(self._incoming) < HEADER.size + size:
                return
            piece = bytes(self._incoming[HEADER.size : HEADER.size + size])
            del self._incoming[: HEADER.size + size]
            _write_whole(self._outputs[number], piece)


def _write_whole(file: int, piece: bytes) -> None:
    while piece:
        piece = piece[os.write(file, piece) :]


def _ready(file: int | socket.socket, events: int, seconds: float) -> bool:
    poll = select.poll()
    poll.register(file, events)
    return bool(poll.poll(seconds * 1000))


def _socket_of(stream: Any) -> socket.socket:
    """What the docker package wraps differently for each kind of address."""
    found = getattr(stream, "_sock", stream)
    if not isinstance(found, socket.socket):
        raise SandboxError("an engine that is reached by ssh carries no lines; give it an address")
    return found


def _tar(files: Archive) -> bytes:
    """The files as root's, in folders as root's: left to itself the engine makes open folders."""
    packed = io.BytesIO()
    folders = {str(p) for path in files.paths for p in Path(path).parents if p.name}
    with tarfile.open(fileobj=packed, mode="w") as tar:
        for name in sorted(folders):
            entry = tarfile.TarInfo(name)
            entry.type, entry.mode = tarfile.DIRTYPE, 0o755
            tar.addfile(entry)
        for path, content, executable in files.files:
            entry = tarfile.TarInfo(path)
            entry.size, entry.mode = len(content), 0o755 if executable else 0o644
            tar.addfile(entry, io.BytesIO(content))
    return packed.getvalue()
