"""A bot's files: read from an upload with every check there is, named by content, packed again.

Nothing is ever extracted by the archive libraries. Entries are streamed one by one into memory
against running totals, their names and kinds are checked before a byte of them is read, and what
comes out is a sorted list of regular files with one of two modes.
"""

import gzip
import hashlib
import io
import re
import stat
import struct
import tarfile
import zipfile
import zlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import IO, NamedTuple, NoReturn, Protocol

from sandbox.faults import UploadRefused
from sandbox.limits import MIB, UploadLimits

NAME_PART = re.compile(r"[A-Za-z0-9._-]{1,64}")
JUNK = re.compile(r"(^|/)(__MACOSX(/|$)|\.DS_Store$|\._|Thumbs\.db$)")
"""What file managers add to archives without being asked."""
HIDDEN = re.compile(r"(^|/)(\.|__pycache__(/|$))")
BROKEN = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
)
"""What the archive libraries raise over damaged input."""


class Readable(Protocol):
    """Anything to read bytes from."""

    def read(self, size: int, /) -> bytes: ...


class File(NamedTuple):
    """One regular file of a bot."""

    path: str
    content: bytes
    executable: bool = False


@dataclass(frozen=True)
class Archive:
    """Some files, sorted by path. Equal contents have equal digests, however they were packed."""

    files: tuple[File, ...]

    @classmethod
    def of(cls, files: Iterable[File]) -> "Archive":
        return cls(tuple(sorted(files)))

    @cached_property
    def digest(self) -> str:
        """SHA-256 over paths, modes and contents."""
        digest = hashlib.sha256(b"moonladder archive 1\n")
        for path, content, executable in self.files:
            digest.update(f"{path}\n{executable:d} {len(content)}\n".encode())
            digest.update(content)
        return digest.hexdigest()

    @property
    def size(self) -> int:
        return sum(len(file.content) for file in self.files)

    @property
    def paths(self) -> list[str]:
        return [file.path for file in self.files]

    def pack(self) -> bytes:
        """The files as a tar.gz that depends on nothing but their contents."""
        packed = io.BytesIO()
        with gzip.GzipFile(fileobj=packed, mode="wb", mtime=0) as stream:
            self._write_tar(stream)
        return packed.getvalue()

    def _write_tar(self, stream: gzip.GzipFile) -> None:
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as tar:
            for path, content, executable in self.files:
                entry = tarfile.TarInfo(path)
                entry.size, entry.mode = len(content), 0o755 if executable else 0o644
                tar.addfile(entry, io.BytesIO(content))

    def unpack(self, folder: Path) -> None:
        """Write the files under an empty folder, readable by all whatever the umask."""
        folder.chmod(0o755)
        for path, content, executable in self.files:
            target = folder / path
            for parent in reversed(target.relative_to(folder).parents[:-1]):
                (folder / parent).mkdir(exist_ok=True)
                (folder / parent).chmod(0o755)
            target.write_bytes(content)
            target.chmod(0o755 if executable else 0o644)


def read_upload(name: str, content: bytes, limits: UploadLimits | None = None) -> Archive:
    """The files of an upload: a zip, a tar.gz, or one source file of that name."""
    limits = limits or UploadLimits()
    if len(content) > limits.archive_mib * MIB:
        refuse("too_big", f"the upload is larger than {limits.archive_mib} MiB")
    if content.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        files = read_zip(content, limits)
    elif content.startswith(b"\x1f\x8b"):
        files = read_tar_gz(content, limits)
    else:
        files = _read_single(name, content)
    return Archive.of(_without_top_folder(files))


def read_folder(folder: Path, limits: UploadLimits | None = None) -> Archive:
    """The files of a folder on this machine, under the rules of an upload.

    Hidden files and what Python compiled are left out: they belong to the author's tools.
    """
    intake = Intake(limits or UploadLimits(), packed=None)
    for path in sorted(folder.rglob("*")):
        mode = path.lstat().st_mode
        name = path.relative_to(folder).as_posix()
        if not HIDDEN.search(name) and intake.admits(name, mode):
            intake.add(name, path.open("rb"), executable=bool(mode & stat.S_IXUSR))
    return Archive.of(intake.finish())


def refuse(verdict: str, sentence: str) -> NoReturn:
    raise UploadRefused(verdict, sentence)


def read_zip(content: bytes, limits: UploadLimits) -> list[File]:
    """The files of a zip archive."""
    intake = Intake(limits, packed=len(content))
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            entries = archive.infolist()
            _refuse_overlaps(entries, archive.start_dir)
            for entry in entries:
                mode = _zip_mode(entry)
                if intake.admits(entry.orig_filename, mode):
                    executable = bool(mode & stat.S_IXUSR)
                    intake.add(entry.orig_filename, archive.open(entry), executable)
    except BROKEN as error:
        refuse("corrupt", f"the zip archive cannot be read: {error}")
    return intake.finish()


def _zip_mode(entry: zipfile.ZipInfo) -> int:
    if entry.flag_bits & 1:
        refuse("corrupt", "the zip archive is encrypted; upload it without a password")
    if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        refuse("corrupt", "the zip archive uses a compression other than deflate")
    mode = entry.external_attr >> 16
    kind = stat.S_IFMT(mode) or (
        stat.S_IFDIR if entry.orig_filename.endswith("/") else stat.S_IFREG
    )
    return kind | stat.S_IMODE(mode)


def _refuse_overlaps(entries: list[zipfile.ZipInfo], end: int) -> None:
    """Entries that share bytes unpack to far more than their archive's size lets expect."""
    for entry in sorted(entries, key=lambda entry: entry.header_offset, reverse=True):
        header = zipfile.sizeFileHeader + len(entry.orig_filename)  # type: ignore[attr-defined]
        if entry.header_offset + header + entry.compress_size > end:
            refuse("too_big", "entries of the zip archive overlap")
        end = entry.header_offset


def read_tar_gz(content: bytes, limits: UploadLimits) -> list[File]:
    """The files of a gzip-compressed tar archive."""
    intake = Intake(limits, packed=len(content))
    with gzip.GzipFile(fileobj=io.BytesIO(content)) as stream:
        return read_tar(stream, intake)


def read_tar(stream: Readable, intake: "Intake") -> list[File]:
    """The files of a tar stream, at most as many bytes of it as the intake allows."""
    metered = Metered(stream, intake)
    try:
        with tarfile.open(fileobj=metered, mode="r|") as tar:
            for entry in tar:
                if intake.admits(entry.name, _tar_mode(entry)):
                    body = tar.extractfile(entry)
                    assert body is not None
                    intake.add(entry.name, body, bool(entry.mode & stat.S_IXUSR))
    except BROKEN as error:
        refuse("corrupt", f"the tar archive cannot be read: {error}")
    return intake.finish()


def _tar_mode(entry: tarfile.TarInfo) -> int:
    kinds = {
        tarfile.REGTYPE: stat.S_IFREG,
        tarfile.AREGTYPE: stat.S_IFREG,
        tarfile.DIRTYPE: stat.S_IFDIR,
        tarfile.SYMTYPE: stat.S_IFLNK,
        tarfile.CHRTYPE: stat.S_IFCHR,
        tarfile.BLKTYPE: stat.S_IFBLK,
        tarfile.FIFOTYPE: stat.S_IFIFO,
    }
    return kinds.get(entry.type, 0) | stat.S_IMODE(entry.mode)


def _read_single(name: str, content: bytes) -> list[File]:
    if name.lower().endswith((".zip", ".gz", ".tgz", ".tar")):
        refuse("corrupt", f"{printable(name)} is no zip or tar.gz archive")
    if not content:
        refuse("empty", "the upload is empty")
    check_name(name, depth=1)
    return [File(name, content)]


def _without_top_folder(files: list[File]) -> list[File]:
    """Archives of a folder hold that folder; a bot's main file is looked for beneath it."""
    tops = {file.path.partition("/")[0] for file in files}
    if len(tops) > 1 or any("/" not in file.path for file in files):
        return files
    return [file._replace(path=file.path.partition("/")[2]) for file in files]


class Intake:
    """The running account of an upload: what has been admitted, and what may still come."""

    def __init__(self, limits: UploadLimits, packed: int | None) -> None:
        self._limits = limits
        self._files: list[File] = []
        self._seen: dict[str, tuple[str, str]] = {}
        self._entries = 0
        self._room = limits.unpacked_mib * MIB
        self._by_ratio = packed is not None and max(MIB, packed * limits.ratio) < self._room
        if packed is not None and self._by_ratio:
            self._room = max(MIB, packed * limits.ratio)
        self.stream_room = self._room + limits.files * 4 * 1024 + MIB

    def admits(self, name: str, mode: int) -> bool:
        """Whether the entry is a file to take; refuses the upload if it should not be there."""
        self._entries += 1
        if self._entries > 4 * self._limits.files:
            self._too_many()
        if JUNK.search(name):
            return False
        _check_kind(name, mode)
        name = plain(name)
        if stat.S_ISDIR(mode):
            if name not in ("", "."):
                check_name(name, self._limits.depth)
                self._claim(name, "folder")
            return False
        check_name(name, self._limits.depth)
        return True

    def add(self, name: str, body: IO[bytes], executable: bool) -> None:
        """Read one file to its end, or to the end of what is left of the limits."""
        name = plain(name)
        self._claim(name, "file")
        if len(self._files) == self._limits.files:
            self._too_many()
        with body:
            content = body.read(self._room + 1)
        self._room -= len(content)
        if self._room < 0:
            self.too_big()
        self._files.append(File(name, content, executable))

    def finish(self) -> list[File]:
        if not self._files:
            refuse("empty", "the upload holds no files")
        return self._files

    def too_big(self) -> NoReturn:
        if self._by_ratio:
            ratio = self._limits.ratio
            refuse("too_big", f"the archive unpacks to more than {ratio} times its size")
        refuse("too_big", f"the files are larger than {self._limits.unpacked_mib} MiB unpacked")

    def _too_many(self) -> NoReturn:
        refuse("too_big", f"there are more than {self._limits.files} files")

    def _claim(self, name: str, kind: str) -> None:
        """Take a path, and the folders above it, as the most careless file system sees them."""
        parts = name.split("/")
        for depth in range(1, len(parts)):
            self._claim_one("/".join(parts[:depth]), "folder")
        if kind == "file" and name.casefold() in self._seen:
            refuse("bad_name", f"{name} is there twice (letter case does not count)")
        self._claim_one(name, kind)

    def _claim_one(self, path: str, kind: str) -> None:
        other, other_kind = self._seen.setdefault(path.casefold(), (path, kind))
        if (other, other_kind) != (path, kind):
            refuse("bad_name", f"{path} ({kind}) and {other} ({other_kind}) take the same place")


class Metered(io.RawIOBase):
    """A stream that refuses the upload rather than yield more than its limits allow."""

    def __init__(self, stream: Readable, intake: Intake) -> None:
        self._stream = stream
        self._intake = intake
        self._room = intake.stream_room

    def read(self, size: int = -1) -> bytes:
        wanted = self._room + 1 if size < 0 else min(size, self._room + 1)
        chunk = self._stream.read(wanted)
        self._room -= len(chunk)
        if self._room < 0:
            self._intake.too_big()
        return chunk


def plain(name: str) -> str:
    """A name without the "./" many packers put first, and without a folder's last slash."""
    return name.removeprefix("./").removesuffix("/")


def printable(name: str) -> str:
    """A name as it may be shown anywhere: ASCII, short, nothing that moves a cursor."""
    return ascii(name if len(name) <= 80 else name[:77] + "...")


def _check_kind(name: str, mode: int) -> None:
    kinds = {stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe", stat.S_IFSOCK: "a socket"}
    kinds |= {stat.S_IFCHR: "a device", stat.S_IFBLK: "a device"}
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode)):
        kind = kinds.get(stat.S_IFMT(mode), "a hard link or something stranger")
        refuse("bad_type", f"{printable(name)} is {kind}; only regular files are taken")
    if mode & (stat.S_ISUID | stat.S_ISGID) and stat.S_ISREG(mode):
        refuse("bad_type", f"{printable(name)} is set-user-ID or set-group-ID; clear that bit")


def check_name(name: str, depth: int) -> None:
    """Refuse every path that could mean two things, or something outside its folder."""
    shown = printable(name)
    parts = name.split("/")
    if "\0" in name:
        refuse("bad_name", f"{shown} holds a NUL character")
    if name.startswith("/") or re.match(r"[A-Za-z]:", name):
        refuse("bad_path", f"{shown} is an absolute path")
    if "\\" in name:
        refuse("bad_path", f"{shown} holds a backslash; use / between folders")
    if ".." in parts:
        refuse("bad_path", f"{shown} climbs out of its folder")
    if "." in parts or "" in parts:
        refuse("bad_path", f"{shown} has an empty or '.' part")
    if len(parts) > depth:
        refuse("bad_name", f"{shown} is more than {depth} folders deep")
    for part in parts:
        _check_part(part, shown)


def _check_part(part: str, shown: str) -> None:
    if len(part) > 64:
        refuse("bad_name", f"{shown} has a part of more than 64 characters")
    if any(ord(character) < 32 or ord(character) == 127 for character in part):
        refuse("bad_name", f"{shown} holds a control character")
    if not NAME_PART.fullmatch(part):
        refuse("bad_name", f"{shown} may hold only A-Z, a-z, 0-9, dot, dash and underscore")
