"""Where uploads meet the sandbox: files out of bytes, something to run out of files.

The only module of this room that knows the sandbox. Uploads are read as streams of untrusted bytes,
and compilers run in a box; neither ever writes a file outside one.
"""

from pathlib import Path
from typing import NamedTuple

import sandbox
from sandbox.archive import read_tar_gz
from sandbox.faults import UploadRefused

BUILT = sandbox.UploadLimits(archive_mib=80, unpacked_mib=80, files=2000, depth=12, ratio=10_000)
"""What the files of a finished build may be; its own limits are tighter."""


class Refused(Exception):
    """The upload cannot become a bot: a verdict, and a log for its author."""

    def __init__(self, verdict: str, log: str) -> None:
        super().__init__(verdict)
        self.verdict = verdict
        self.log = log


class OurFault(Exception):
    """This machine could not do it; the author has done nothing wrong."""


class Unpacked(NamedTuple):
    """What is in an upload."""

    digest: str
    runtime: str
    log: str


class Built(NamedTuple):
    """What is put into boxes, packed, and what the compiler said."""

    content: bytes
    log: str


class Room(NamedTuple):
    """How much an upload may hold."""

    packed_mib: int
    unpacked_mib: int
    files: int


def room(most_mib: int) -> Room:
    """What is taken, where so many MiB may be sent."""
    limits = _limits(most_mib)
    return Room(limits.archive_mib, limits.unpacked_mib, limits.files)


def unpack(name: str, content: bytes, most_mib: int) -> Unpacked:
    """Look into an upload: is it what it should be, and in which language?"""
    try:
        files = _files(name, content, most_mib)
        runtime = sandbox.recognise(files)
    except UploadRefused as refused:
        raise Refused(refused.verdict, f"{refused.sentence}\n") from None
    listed = "".join(f"{len(file.content):>9}  {file.path}\n" for file in files.files)
    return Unpacked(files.digest, runtime.name, f"{listed}{runtime.title}\n")


def pack_folder(folder: Path) -> bytes:
    """A folder of this machine as an upload."""
    try:
        return sandbox.read_folder(folder).pack()
    except UploadRefused as refused:
        raise Refused(refused.verdict, f"{refused.sentence}\n") from None


def build(name: str, content: bytes, most_mib: int, runtime: str, backend: str) -> Built:
    """Build an upload in a box, with the backend of that name or the best there is."""
    try:
        files = _files(name, content, most_mib)
        built = sandbox.build(files, runtime, backend=chosen(backend))
    except sandbox.BuildFailed as failed:
        raise Refused(failed.verdict, failed.log) from None
    except sandbox.UploadRefused as refused:
        raise Refused(refused.verdict, f"{refused.sentence}\n") from None
    except sandbox.SandboxError as error:
        raise OurFault(str(error)) from error
    return Built(built.files.pack(), built.log)


def _files(name: str, content: bytes, most_mib: int) -> sandbox.Archive:
    return sandbox.read_upload(name, content, _limits(most_mib))


def _limits(most_mib: int) -> sandbox.UploadLimits:
    return sandbox.UploadLimits(archive_mib=most_mib)


def chosen(backend: str) -> sandbox.Backend:
    """The backend of that name, or with none of its own the best isolating one of this machine."""
    return sandbox.default_backend() if backend in ("", "auto") else sandbox.backend(backend)


def files_of(built: bytes) -> sandbox.Archive:
    """The files that `build` packed."""
    return sandbox.Archive.of(read_tar_gz(built, BUILT))


def files_of_upload(name: str, content: bytes, most_mib: int) -> sandbox.Archive:
    """The files of an upload that was unpacked before."""
    try:
        return _files(name, content, most_mib)
    except UploadRefused as refused:
        raise Refused(refused.verdict, f"{refused.sentence}\n") from None
