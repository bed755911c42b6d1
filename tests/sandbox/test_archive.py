"""Uploads: what is taken, how it is named, and every refusal with its own sentence."""

import contextlib
import gzip
import io
import stat
import struct
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.archive import Archive, File, read_folder, read_upload
from sandbox.faults import UploadRefused
from sandbox.limits import UploadLimits

SOURCE = b"print('hello')\n"


def zipped(*entries: tuple[str, bytes] | tuple[zipfile.ZipInfo, bytes]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in entries:
            archive.writestr(name, content)
    return packed.getvalue()


def tarred(*entries: tuple[str, bytes] | tarfile.TarInfo) -> bytes:
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz") as archive:
        for entry in entries:
            if isinstance(entry, tarfile.TarInfo):
                archive.addfile(entry, io.BytesIO(bytes(entry.size)))
            else:
                info = tarfile.TarInfo(entry[0])
                info.size = len(entry[1])
                archive.addfile(info, io.BytesIO(entry[1]))
    return packed.getvalue()


def special(name: str, kind: bytes, **fields: object) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type = kind
    for field, value in fields.items():
        setattr(info, field, value)
    return info


def unix_entry(name: str, mode: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = mode << 16
    return info


def refusal(content: bytes, name: str = "upload", limits: UploadLimits | None = None) -> str:
    with pytest.raises(UploadRefused) as refused:
        read_upload(name, content, limits)
    sentence = refused.value.sentence
    assert sentence.isprintable()
    assert len(sentence) < 200
    return f"{refused.value.verdict} {sentence}"


# ── what is taken ─────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_an_archive_is_its_files_in_order(pack: Callable[..., bytes]) -> None:
    archive = read_upload("x", pack(("lib/b.py", b"b"), ("bot.py", SOURCE), ("lib/a.py", b"a")))
    assert archive.paths == ["bot.py", "lib/a.py", "lib/b.py"]
    assert archive.files[0].content == SOURCE


def test_one_source_file_is_an_archive_too() -> None:
    assert read_upload("bot.py", SOURCE).files == (File("bot.py", SOURCE),)


def test_the_digest_is_that_of_the_contents_however_packed() -> None:
    files = ("bot.py", SOURCE), ("data.txt", b"x")
    digests = {
        read_upload("x", zipped(*files)).digest,
        read_upload("x", zipped(*reversed(files))).digest,
        read_upload("x", tarred(*files)).digest,
        read_upload("x", zipped(*((f"folder/{name}", content) for name, content in files))).digest,
    }
    assert len(digests) == 1


def test_the_digest_sees_every_difference() -> None:
    variants = [
        [File("a", b"bc")],
        [File("ab", b"c")],
        [File("a", b"bc", True)],
        [File("a", b"b"), File("c", b"")],
        [File("a", b"b\nc\n0 0\n")],
    ]
    assert len({Archive.of(files).digest for files in variants}) == len(variants)


def test_packing_again_gives_the_same_bytes_and_the_same_files() -> None:
    archive = Archive.of([File("b/c.py", b"c"), File("bot", b"\x7fELF", executable=True)])
    assert archive.pack() == archive.pack()
    again = read_upload("x", archive.pack())
    assert (again, again.digest) == (archive, archive.digest)


def test_unpacked_files_can_be_read_by_everyone_and_written_by_nobody_else(tmp_path: Path) -> None:
    Archive.of([File("a/b/c.py", b"c"), File("bot", b"x", executable=True)]).unpack(tmp_path)
    modes = {path.name: stat.S_IMODE(path.stat().st_mode) for path in tmp_path.rglob("*")}
    assert modes == {"a": 0o755, "b": 0o755, "c.py": 0o644, "bot": 0o755}


@pytest.mark.parametrize(
    "junk", ["__MACOSX/._bot.py", ".DS_Store", "lib/.DS_Store", "._bot.py", "Thumbs.db"]
)
def test_what_file_managers_add_is_left_out(junk: str) -> None:
    assert read_upload("x", zipped(("bot.py", SOURCE), (junk, b"junk"))).paths == ["bot.py"]


def test_a_single_folder_is_opened() -> None:
    assert read_upload("x", tarred(("./mine/bot.py", SOURCE), ("./mine/lib/x.py", b""))).paths == [
        "bot.py",
        "lib/x.py",
    ]


def test_two_folders_stay() -> None:
    assert read_upload("x", zipped(("a/x.py", b""), ("b/x.py", b""))).paths == ["a/x.py", "b/x.py"]


def test_the_executable_mark_survives() -> None:
    entry = unix_entry("run", stat.S_IFREG | 0o755)
    assert read_upload("x", zipped((entry, b"#!"), ("data", b""))).files[1].executable


def test_a_folder_on_disk_reads_like_an_upload(tmp_path: Path) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "bot.py").write_bytes(SOURCE)
    (tmp_path / "lib" / "x.py").write_bytes(b"x")
    archive = read_folder(tmp_path)
    assert archive.digest == read_upload("x", zipped(("bot.py", SOURCE), ("lib/x.py", b"x"))).digest
    (tmp_path / ".git" / "a b").mkdir(parents=True)
    (tmp_path / "lib" / "__pycache__").mkdir()
    (tmp_path / "lib" / "__pycache__" / "x.pyc").write_bytes(b"")
    assert read_folder(tmp_path) == archive
    (tmp_path / "link").symlink_to("/etc/passwd")
    with pytest.raises(UploadRefused, match="symbolic link"):
        read_folder(tmp_path)


# ── what is refused ───────────────────────────────────────────────────────────────────────────

NAMES = {
    "../bot.py": "upload:bad_path '../bot.py' climbs out of its folder",
    "lib/../../x": "upload:bad_path 'lib/../../x' climbs out of its folder",
    "/etc/cron.d/x": "upload:bad_path '/etc/cron.d/x' is an absolute path",
    "C:/x": "upload:bad_path 'C:/x' is an absolute path",
    "lib\\bot.py": "upload:bad_path 'lib\\\\bot.py' holds a backslash; use / between folders",
    "a//b": "upload:bad_path 'a//b' has an empty or '.' part",
    "a/./b": "upload:bad_path 'a/./b' has an empty or '.' part",
    "a\nb": "upload:bad_name 'a\\nb' holds a control character",
    "\x1b[2Jbot.py": "upload:bad_name '\\x1b[2Jbot.py' holds a control character",
    "b\u00f6t.py": "'b\\xf6t.py' may hold only A-Z, a-z, 0-9, dot, dash and underscore",
    "my bot.py": "'my bot.py' may hold only A-Z, a-z, 0-9, dot, dash and underscore",
    "x" * 65: "has a part of more than 64 characters",
    "d/" * 8 + "x": "is more than 8 folders deep",
    "d/" * 500 + "x": "is more than 8 folders deep",
}


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize(("name", "sentence"), NAMES.items(), ids=range(len(NAMES)))
def test_a_dangerous_name_is_refused(pack: Callable[..., bytes], name: str, sentence: str) -> None:
    assert refusal(pack(("bot.py", SOURCE), (name, b""))).endswith(sentence)


def test_a_name_cut_short_by_a_nul_is_refused() -> None:
    packed = zipped(("bot.py_.txt", SOURCE)).replace(b"bot.py_.txt", b"bot.py\0.txt")
    assert refusal(packed) == "upload:bad_name 'bot.py\\x00.txt' holds a NUL character"


@pytest.mark.parametrize("pack", [zipped, tarred])
@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (("a.py", "A.py"), "A.py is there twice (letter case does not count)"),
        (("x", "x/y"), "x (folder) and x (file) take the same place"),
        (("x/y", "x"), "x is there twice (letter case does not count)"),
        (("Lib/a", "lib/b"), "lib (folder) and Lib (folder) take the same place"),
    ],
)
def test_two_entries_for_one_place_are_refused(
    pack: Callable[..., bytes], names: tuple[str, str], sentence: str
) -> None:
    assert refusal(pack(*((name, b"") for name in names))) == f"upload:bad_name {sentence}"


@pytest.mark.filterwarnings("ignore:Duplicate name")
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_the_same_entry_twice_is_refused(pack: Callable[..., bytes]) -> None:
    packed = pack(("bot.py", SOURCE), ("bot.py", b"other"))
    assert refusal(packed).startswith("upload:bad_name bot.py is there twice")


TYPES = {
    "a symbolic link": special("x", tarfile.SYMTYPE, linkname="/etc/passwd"),
    "a hard link or something stranger": special("x", tarfile.LNKTYPE, linkname="bot.py"),
    "a device": special("x", tarfile.CHRTYPE, devmajor=1, devminor=3),
    "a device ": special("x", tarfile.BLKTYPE, devmajor=8, devminor=0),
    "a pipe": special("x", tarfile.FIFOTYPE),
}


@pytest.mark.parametrize(("kind", "entry"), TYPES.items())
def test_only_regular_files_are_taken_from_a_tar(kind: str, entry: tarfile.TarInfo) -> None:
    expected = f"upload:bad_type 'x' is {kind.strip()}; only regular files are taken"
    assert refusal(tarred(("bot.py", SOURCE), entry)) == expected


def test_a_sparse_file_is_refused() -> None:
    entry = special("x", tarfile.GNUTYPE_SPARSE)
    assert refusal(tarred(("bot.py", SOURCE), entry)).startswith("upload:")


def test_a_symbolic_link_in_a_zip_is_refused() -> None:
    entry = unix_entry("x", stat.S_IFLNK | 0o777)
    assert refusal(zipped((entry, b"/etc/passwd"))).startswith("upload:bad_type 'x' is a symbolic")


@pytest.mark.parametrize("mode", [0o4755, 0o2755])
def test_a_set_user_id_file_is_refused(mode: int) -> None:
    expected = "upload:bad_type 'x' is set-user-ID or set-group-ID; clear that bit"
    assert refusal(tarred(special("x", tarfile.REGTYPE, mode=mode))) == expected
    assert refusal(zipped((unix_entry("x", stat.S_IFREG | mode), b""))) == expected


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_bomb_is_refused_by_its_ratio(pack: Callable[..., bytes]) -> None:
    packed = pack(("bot.py", bytes(15 << 20)))
    assert len(packed) < 100_000
    sentence = "the archive unpacks to more than 100 times its size"
    assert refusal(packed) == f"upload:too_big {sentence}"


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_a_large_upload_is_refused_by_its_size(pack: Callable[..., bytes]) -> None:
    limits = UploadLimits(unpacked_mib=1, ratio=10_000)
    packed = pack(("a", bytes(700_000)), ("b", bytes(700_000)))
    assert (
        refusal(packed, limits=limits) == "upload:too_big the files are larger than 1 MiB unpacked"
    )


def test_a_large_archive_is_refused_unopened() -> None:
    assert refusal(bytes(6 << 20)) == "upload:too_big the upload is larger than 5 MiB"


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_too_many_files_are_refused(pack: Callable[..., bytes]) -> None:
    packed = pack(*((f"f{number}", b"") for number in range(501)))
    assert refusal(packed) == "upload:too_big there are more than 500 files"


def test_too_many_folders_are_refused() -> None:
    packed = tarred(*(special(f"d{number}", tarfile.DIRTYPE) for number in range(3000)))
    assert refusal(packed) == "upload:too_big there are more than 500 files"


def test_a_header_that_claims_gigabytes_is_refused() -> None:
    entry = tarfile.TarInfo("x")
    entry.pax_headers = {"comment": "x" * 30_000_000}
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w:gz", format=tarfile.PAX_FORMAT) as archive:
        archive.addfile(entry)
    assert refusal(packed.getvalue()).startswith("upload:too_big")


def test_entries_that_share_their_bytes_are_refused() -> None:
    packed = bytearray(zipped(("aaaa", b"x" * 1000), ("bbbb", b"y" * 1000)))
    second = packed.rindex(b"PK\x01\x02")
    first = packed.index(b"PK\x01\x02")
    packed[second + 42 : second + 46] = packed[first + 42 : first + 46]
    assert refusal(bytes(packed)) == "upload:too_big entries of the zip archive overlap"


def test_a_size_that_lies_is_refused() -> None:
    packed = bytearray(zipped(("bot.py", b"x" * 1000)))
    central = packed.index(b"PK\x01\x02")
    packed[central + 24 : central + 28] = struct.pack("<I", 10)
    assert refusal(bytes(packed)).startswith("upload:corrupt the zip archive cannot be read")


def test_an_encrypted_zip_is_refused() -> None:
    packed = bytearray(zipped(("bot.py", SOURCE)))
    packed[packed.index(b"PK\x01\x02") + 8] |= 1
    assert "encrypted; upload it without a password" in refusal(bytes(packed))


def test_an_odd_compression_is_refused() -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        archive.writestr("bot.py", SOURCE)
    assert "a compression other than deflate" in refusal(packed.getvalue())


@pytest.mark.parametrize("name", ["bot.zip", "bot.tar.gz", "bot.tgz"])
def test_an_archive_that_is_none_is_refused(name: str) -> None:
    assert refusal(b"hello", name) == f"upload:corrupt '{name}' is no zip or tar.gz archive"


@pytest.mark.parametrize("pack", [zipped, tarred])
def test_half_an_archive_is_refused(pack: Callable[..., bytes]) -> None:
    packed = pack(("bot.py", SOURCE * 1000), ("more.py", bytes(range(256)) * 100))
    assert refusal(packed[: len(packed) // 2]).startswith("upload:corrupt")


@pytest.mark.parametrize("content", [zipped(), tarred(), gzip.compress(b"")], ids=range(3))
def test_an_empty_archive_is_refused(content: bytes) -> None:
    assert refusal(content).startswith(("upload:empty", "upload:corrupt"))


def test_an_empty_file_is_refused() -> None:
    assert refusal(b"", "bot.py") == "upload:empty the upload is empty"


@settings(deadline=None)
@given(st.data())
def test_a_damaged_archive_is_refused_or_read_but_never_breaks_the_reader(
    data: st.DataObject,
) -> None:
    pack = data.draw(st.sampled_from([zipped, tarred]))
    packed = bytearray(pack(("bot.py", SOURCE), ("lib/x.py", b"x" * 300)))
    if pack is tarred:
        packed = bytearray(gzip.decompress(bytes(packed)))
    for _ in range(data.draw(st.integers(1, 8))):
        packed[data.draw(st.integers(0, len(packed) - 1))] = data.draw(st.integers(0, 255))
    content = bytes(packed) if pack is zipped else gzip.compress(bytes(packed))
    with contextlib.suppress(UploadRefused):
        assert read_upload("bot.bin", content).size <= 20 << 20
