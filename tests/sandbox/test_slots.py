"""Slots: nobody else has the same one, and nothing of one is ever lost."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

import sandbox
from sandbox.faults import SandboxError
from sandbox.slots import Slot, Slots

FILES = sandbox.Archive.of([sandbox.File("lib/x.py", b"x"), sandbox.File("bot.py", b"b")])


def test_two_takers_get_two_slots(tmp_path: Path) -> None:
    one, other = Slots(tmp_path).take(), Slots(tmp_path).take()
    assert (one.number, other.number) == (0, 1)
    assert one.uid != other.uid
    one.release()
    assert Slots(tmp_path).take().number == 0
    other.release()


def test_slots_of_two_places_have_nothing_in_common(tmp_path: Path) -> None:
    one, other = Slot(tmp_path / "a", 0, -1), Slot(tmp_path / "b", 0, -1)
    assert one.name != other.name
    assert one.uid != other.uid


def test_users_of_slots_are_ordinary_numbers(tmp_path: Path) -> None:
    assert 2_000_000_000 <= Slot(tmp_path, 1023, -1).uid < 2**31 - 1


def test_a_killed_owners_slot_is_free_again(tmp_path: Path) -> None:
    program = "import sys, time; from sandbox.slots import *; s = Slots(Path(sys.argv[1])).take()"
    program += "; print(s.number, flush=True); time.sleep(60)"
    argv = [sys.executable, "-c", program, str(tmp_path)]
    with subprocess.Popen(argv, stdout=-1) as owner:
        assert owner.stdout is not None
        assert owner.stdout.readline() == b"0\n"
        second = Slots(tmp_path).take()
        assert second.number == 1
        owner.kill()
    assert [slot.number for slot in Slots(tmp_path).left_behind()] == [0]
    second.release()


def test_a_bots_files_are_unpacked_and_removed(tmp_path: Path) -> None:
    slot = Slots(tmp_path).take()
    folder = slot.unpack(FILES)
    assert (folder / "lib/x.py").read_bytes() == b"x"
    again = slot.unpack(sandbox.Archive.of([sandbox.File("only.py", b"")]))
    assert [path.name for path in again.iterdir()] == ["only.py"]
    slot.release()
    assert not slot.folder.exists()


@pytest.mark.parametrize("mask", [0o077, 0o000])
def test_the_umask_decides_nothing(tmp_path: Path, mask: int) -> None:
    before = os.umask(mask)
    try:
        slot = Slots(tmp_path / "state").take()
        folder = slot.unpack(FILES)
    finally:
        os.umask(before)
    modes = {p.name: stat.S_IMODE(p.stat().st_mode) for p in [folder, *folder.rglob("*")]}
    assert modes == {"bot": 0o755, "lib": 0o755, "x.py": 0o644, "bot.py": 0o644}
    assert stat.S_IMODE(slot.folder.stat().st_mode) & 0o011 == 0o011
    assert stat.S_IMODE((tmp_path / "state").stat().st_mode) == 0o711
    slot.release()


def test_somebody_elses_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    with pytest.raises(SandboxError, match="belongs to somebody else"):
        Slots(tmp_path / "link")
